import EmbeddedFiles

/// Thrown for a menu file that cannot be used.
public struct MenuInvalid: Error, Equatable, Sendable {
    /// All errors of the file, in the order of its lines.
    public let findings: [MenuFinding]

    /// A refusal with its errors.
    public init(findings: [MenuFinding]) { self.findings = findings }
}

/// Reader of menu files: JSON with comments, described in `Menu/README.md`.
///
///     let menu = try MenuLoader.load(Array(data), languages: ["en"])
public enum MenuLoader {
    /// Size of the largest menu file, 2 MiB.
    public static let largestFileBytes = 2 << 20
    /// Largest number of items, and of entries of any other list.
    public static let mostItems = 5_000
    /// Highest price of an item or option, in minor units.
    static let highestPrice = 100_000_000

    /// The built-in menu of a café.
    ///
    /// - Throws: `MenuInvalid` if the built-in file is damaged.
    public static func builtIn() throws(MenuInvalid) -> Menu { try load(builtInFile) }

    /// The file of the built-in menu.
    public static var builtInFile: [UInt8] { EmbeddedFile.cafeMenu.bytes }

    /// Reads and validates a menu.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text, at most `largestFileBytes`.
    ///   - languages: Codes of the languages that guests can be served in, such as `en`; `nil` for any.
    /// - Throws: `MenuInvalid` with all errors of the file.
    public static func load(_ bytes: [UInt8], languages: [String]? = nil) throws(MenuInvalid) -> Menu {
        func refuse(_ reason: String) -> MenuInvalid {
            MenuInvalid(findings: [MenuFinding(severity: .error, line: 1, key: "", reason: reason)])
        }
        guard !bytes.isEmpty else { throw refuse("the file is empty") }
        guard bytes.count <= largestFileBytes else {
            throw refuse("the file has \(bytes.count) bytes; a menu may have \(largestFileBytes)")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw refuse("the file is not UTF-8 text") }
        let parsed: (text: MenuText, repeated: [MenuFinding])
        do { parsed = try MenuTextParser.parse(bytes) } catch { throw MenuInvalid(findings: [error]) }
        var reader = MenuReader(findings: parsed.repeated, languages: languages)
        let menu = reader.menu(parsed.text).withoutDefaultsSoldOut()
        guard reader.findings.isEmpty else {
            throw MenuInvalid(findings: reader.findings.sorted { ($0.line, $0.key) < ($1.line, $1.key) })
        }
        return menu
    }
}

/// Builder of a menu from parsed text. It collects all errors.
struct MenuReader {
    var findings: [MenuFinding] = []
    private let languages: [String]?
    private var optionIds: [String: Set<String>] = [:]
    private(set) var itemIds: Set<String> = []
    private(set) var categories: Set<String> = []

    /// - Parameters:
    ///   - findings: Findings of the parser.
    ///   - languages: Codes of the languages that are allowed; `nil` for any.
    init(findings: [MenuFinding], languages: [String]?) {
        self.findings = findings
        self.languages = languages
    }

    mutating func menu(_ text: MenuText) -> Menu {
        var fields = MenuFields(text, path: "")
        let store = store(fields.take("store", required: true))
        let limits = limits(fields.take("limits"))
        let groupTexts = fields.array("optionGroups", required: true)
        let itemTexts = fields.array("items", required: true, ifEmpty: "a menu needs at least one item")
        let ruleTexts = fields.array("rules")
        let pronunciations = Dictionary(
            fields.dictionary("pronunciations").map { ($0.key.lowercased(), $0.entry.value) },
            uniquingKeysWith: { first, _ in first })
        let categoryNames = categoryNames(fields.take("categories"))
        let taxTexts = fields.array("taxes")
        let tips = tips(&fields)
        findings += fields.finish()
        let groups = groupTexts.enumerated().map { group($1, path: "optionGroups[\($0)]") }
        let items = itemTexts.enumerated().map { item($1, path: "items[\($0)]", limits: limits) }
        let rules = ruleTexts.enumerated().map { rule($1, path: "rules[\($0)]") }
        let taxes = taxTexts.enumerated().map { tax($1, path: "taxes[\($0)]", services: store.services) }
        for (index, item) in items.enumerated() {
            for id in item.suggests where !itemIds.contains(id) || id == item.id {
                findings.append(
                    MenuFinding(
                        severity: .error, line: item.line, key: "items[\(index)].suggest",
                        reason: "there is no other item '\(id)'"))
            }
        }
        var menu = Menu(
            store: store, optionGroups: groups, items: items, rules: rules, limits: limits,
            pronunciations: pronunciations, categoryNames: categoryNames)
        (menu.taxes, menu.tips) = (taxes, tips)
        return menu
    }

    /// Names in other languages: `{"de": "Milchkaffee"}`.
    private func names(_ key: String, _ fields: inout MenuFields) -> [String: String] {
        var names: [String: String] = [:]
        for (language, entry) in fields.dictionary(key) {
            if !(2...3).contains(language.count) || !language.allSatisfy({ $0.isASCII && $0.isLowercase }) {
                fields.complain("'\(language)' is no language code such as de", entry)
            } else if let languages, !languages.contains(language) {
                fields.complain(
                    "the kiosk has no sentences in '\(language)'; it has: \(languages.joined(separator: ", "))", entry)
            }
            names[language] = entry.value
        }
        return names
    }

    /// Names of categories: `{"hot-drinks": {"en": "Hot drinks", "de": "Heißgetränke"}}`.
    private mutating func categoryNames(_ text: MenuText?) -> [String: [String: String]] {
        guard let text else { return [:] }
        var fields = MenuFields(text, path: "categories")
        var found: [String: [String: String]] = [:]
        for id in fields.keys { found[id] = names(id, &fields) }
        findings += fields.finish()
        return found
    }

    private mutating func store(_ text: MenuText?) -> Store {
        guard let text else { return Store(name: "", currency: "", locale: "") }
        var fields = MenuFields(text, path: "store")
        let name = fields.string("name", required: true) ?? ""
        let currency = fields.string("currency", required: true) ?? "USD"
        if currency.count != 3 || !currency.allSatisfy({ $0.isASCII && $0.isUppercase }) {
            fields.complain("'\(currency)' is no ISO 4217 code such as USD", "currency")
        }
        let locale = fields.string("locale") ?? "en-US"
        let tag = fields.string("spoken") ?? SpokenLanguage.english.rawValue
        let spoken = SpokenLanguage(tag: tag)
        if spoken == nil {
            fields.complain(
                "guests cannot order in the language '\(tag)'; they can in: "
                    + SpokenLanguage.allCases.map(\.rawValue).joined(separator: ", "),
                "spoken")
        }
        // A menu's names may be in the language of its guests although the kiosk has no sentences in it.
        if let languages, !languages.contains(locale.languageCode), spoken?.includes(locale) != true {
            fields.complain(
                "guests cannot be served in the language '\(locale)'; they can in: "
                    + languages.joined(separator: ", "),
                "locale")
        }
        let services = services(&fields)
        let question = fields.choice("askFor", default: NameQuestion.none)
        findings += fields.finish()
        var store = Store(
            name: name, currency: currency, locale: locale, spoken: spoken ?? .english,
            localeLine: fields.line(of: "locale"))
        (store.services, store.nameQuestion) = (services, question)
        return store
    }

    private mutating func limits(_ text: MenuText?) -> OrderLimits {
        guard let text else { return .standard }
        var fields = MenuFields(text, path: "limits")
        let standard = OrderLimits.standard
        let perLine = fields.integer("perLine", in: 1...10_000) ?? standard.perLine
        let lines = fields.integer("lines", in: 1...1_000) ?? standard.lines
        let total = fields.integer("total", in: 1...1_000_000_000) ?? standard.total.minorUnits
        findings += fields.finish()
        return OrderLimits(perLine: perLine, lines: lines, total: Money(minorUnits: total))
    }

    private mutating func group(_ text: MenuText, path: String) -> OptionGroup {
        var fields = MenuFields(text, path: path)
        let id = fields.id("id")
        let name = fields.string("name", required: true) ?? ""
        let names = names("names", &fields)
        let kind = fields.choice("kind", default: OptionGroup.Kind.free)
        let select = fields.choice("select", default: OptionGroup.Select.one)
        let amounts = fields.bool("amounts", default: false)
        let optionTexts = fields.array("options", required: true, ifEmpty: "a group needs at least one option")
        if !id.isEmpty, optionIds[id] != nil { fields.complain("another group has the id '\(id)'", "id") }
        findings += fields.finish()
        var seen: Set<String> = []
        let options = optionTexts.enumerated().map { option($1, path: "\(path).options[\($0)]", seen: &seen) }
        optionIds[id] = seen
        return OptionGroup(
            id: id, name: name, names: names, kind: kind, select: select, amounts: amounts, options: options)
    }

    private mutating func option(_ text: MenuText, path: String, seen: inout Set<String>) -> MenuOption {
        var fields = MenuFields(text, path: path)
        let id = fields.id("id")
        if !id.isEmpty, !seen.insert(id).inserted {
            fields.complain("another option of the group has the id '\(id)'", "id")
        }
        let option = MenuOption(
            id: id,
            name: fields.string("name", required: true) ?? "",
            names: names("names", &fields),
            aliases: fields.strings("aliases"),
            price: Money(minorUnits: fields.integer("price", in: 0...MenuLoader.highestPrice) ?? 0),
            available: fields.bool("available", default: true),
            allergens: fields.strings("allergens"),
            freeOf: fields.strings("freeOf"),
            count: fields.integer("count", in: 1...100),
            line: text.line)
        findings += fields.finish()
        return option
    }

    private mutating func item(_ text: MenuText, path: String, limits: OrderLimits) -> MenuItem {
        var fields = MenuFields(text, path: path)
        let id = fields.id("id")
        if !id.isEmpty, !itemIds.insert(id).inserted { fields.complain("another item has the id '\(id)'", "id") }
        var groups: [String] = []
        for entry in fields.entries("groups") {
            if optionIds[entry.value] == nil { fields.complain("there is no option group '\(entry.value)'", entry) }
            if groups.contains(entry.value) { fields.complain("'\(entry.value)' is listed twice", entry) }
            groups.append(entry.value)
        }
        var defaults: [String: String] = [:]
        for (group, option) in fields.dictionary("defaults") {
            if !groups.contains(group) {
                fields.complain("the item does not take the group '\(group)'", option)
            } else if optionIds[group]?.contains(option.value) == false {
                fields.complain("the group '\(group)' has no option '\(option.value)'", option)
            }
            defaults[group] = option.value
        }
        let required = fields.entries("required")
        for group in required where !groups.contains(group.value) {
            fields.complain("the item does not take the group '\(group.value)'", group)
        }
        let category = fields.string("category") ?? "other"
        categories.insert(category)
        var item = MenuItem(
            id: id,
            name: fields.string("name", required: true) ?? "",
            names: names("names", &fields),
            aliases: fields.strings("aliases"),
            category: category,
            price: Money(minorUnits: fields.integer("price", in: 1...MenuLoader.highestPrice, required: true) ?? 1),
            groups: groups,
            defaults: defaults,
            required: required.map(\.value),
            available: fields.bool("available", default: true),
            allergens: fields.strings("allergens"),
            touchOnly: fields.bool("touchOnly", default: false),
            maxQuantity: fields.integer("maxQuantity", in: 1...10_000) ?? limits.perLine,
            line: text.line)
        item.about = fields.string("description")
        item.calories = fields.integer("calories", in: 0...9_999)
        item.picture = picture(&fields)
        item.isFeatured = fields.bool("featured", default: false)
        item.suggests = fields.strings("suggest")
        findings += fields.finish()
        return item
    }

    private mutating func rule(_ text: MenuText, path: String) -> MenuRule {
        var fields = MenuFields(text, path: path)
        let when = condition(fields.take("when", required: true), path: path + ".when")
        let then = consequences(fields.take("then", required: true), path: path + ".then")
        let say = fields.string("say")
        let says = names("says", &fields)
        findings += fields.finish()
        return MenuRule(when: when, then: then, say: say, says: says)
    }

    private mutating func condition(_ text: MenuText?, path: String) -> MenuRule.Condition {
        guard let text else { return .init(items: [], categories: [], options: []) }
        var fields = MenuFields(text, path: path)
        let items = fields.entries("items")
        for item in items where !itemIds.contains(item.value) {
            fields.complain("there is no item '\(item.value)'", item)
        }
        let named = fields.entries("categories")
        for category in named where !categories.contains(category.value) {
            fields.complain("no item has the category '\(category.value)'", category)
        }
        let chosen = fields.entries("options")
        let options = chosen.compactMap { reference($0, &fields) }
        if items.isEmpty, named.isEmpty, chosen.isEmpty, fields.findings.isEmpty {
            fields.complain("a condition needs items, categories or options", "items", line: text.line)
        }
        findings += fields.finish()
        return .init(items: items.map(\.value), categories: named.map(\.value), options: options)
    }

    private mutating func consequences(_ text: MenuText?, path: String) -> [MenuRule.Consequence] {
        guard let text else { return [] }
        var fields = MenuFields(text, path: path)
        var consequences: [MenuRule.Consequence] = []
        for group in fields.entries("require") {
            if optionIds[group.value] == nil { fields.complain("there is no option group '\(group.value)'", group) }
            consequences.append(.require(group: group.value))
        }
        consequences += fields.entries("forbid").compactMap { reference($0, &fields).map { .forbid($0) } }
        consequences += fields.entries("default").compactMap { reference($0, &fields).map { .setDefault($0) } }
        if consequences.isEmpty, fields.findings.isEmpty {
            fields.complain("a rule needs require, forbid or default", "require", line: text.line)
        }
        findings += fields.finish()
        return consequences
    }

    /// Reads `group/option`.
    private func reference(_ entry: MenuFields.Entry, _ fields: inout MenuFields) -> OptionReference? {
        let parts = entry.value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            fields.complain("'\(entry.value)' must name a group and an option as group/option", entry)
            return nil
        }
        guard let options = optionIds[parts[0]] else {
            fields.complain("there is no option group '\(parts[0])'", entry)
            return nil
        }
        guard options.contains(parts[1]) else {
            fields.complain("the group '\(parts[0])' has no option '\(parts[1])'", entry)
            return nil
        }
        return OptionReference(group: parts[0], option: parts[1])
    }
}
