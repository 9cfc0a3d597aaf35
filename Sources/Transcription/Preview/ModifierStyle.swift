import EmbeddedFiles
internal import Foundation
internal import Ordering

/// Labels and icons of options, from `icons.json` and the language data.
struct ModifierStyle: Sendable {
    private struct Icons: Decodable, Sendable {
        /// Icons by `OptionGroup.Kind`.
        var kinds: [String: String]
        /// Icons by option id, for ids common to most menus.
        var options: [String: String]
        /// Icon of an unwanted option.
        var without: String
    }

    private static let icons = Result {
        try JSONDecoder().decode(Icons.self, from: Data(EmbeddedFile.modifierIcons.bytes))
    }

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

    /// The option for display; `nil` if it is not on the menu.
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
