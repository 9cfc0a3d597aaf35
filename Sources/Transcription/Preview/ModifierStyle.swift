internal import Foundation
internal import Ordering

/// How options are shown, by data: `icons.json` and the labels of the language.
struct ModifierStyle: Sendable {
    private struct Icons: Decodable, Sendable {
        /// By `OptionGroup.Kind`.
        var kinds: [String: String]
        /// By id of the option, for ids that most menus share.
        var options: [String: String]
        /// Of what the guest does not want.
        var without: String
    }

    private static let icons = Result { try JSONDecoder().decode(Icons.self, from: Data(PackageResources.icons_json)) }

    private let icons: Icons
    private let language: TranscriptLanguage
    private let options: [OptionReference: (name: String, kind: OptionGroup.Kind)]

    init(menu: Menu) throws {
        icons = try Self.icons.get()
        language = try TranscriptLanguage.english.get()
        let pairs = menu.optionGroups.flatMap { group in
            group.options.map { (OptionReference(group: group.id, option: $0.id), (name: $0.name, kind: group.kind)) }
        }
        options = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The option as it is shown; `nil` for one that the menu has not.
    func modifier(_ selected: SelectedOption, ownCount: Int?) -> LiveModifier? {
        guard let (name, kind) = options[selected.option] else { return nil }
        let icon =
            selected.amount == .without
            ? icons.without : icons.options[selected.option.option] ?? icons.kinds[kind.rawValue] ?? ""
        return LiveModifier(type: kind, label: label(selected, name, ownCount), icon: icon)
    }

    private func label(_ selected: SelectedOption, _ name: String, _ ownCount: Int?) -> String {
        let inner = { name.prefix(1).lowercased() + name.dropFirst() }
        if let amount = selected.amount, let form = language.amountLabels[amount.rawValue] {
            return form.replacing("#", with: inner())
        }
        if let count = selected.count, count > 1, count != ownCount {
            return language.countLabel.replacing("%", with: String(count)).replacing("#", with: name)
        }
        return name
    }
}
