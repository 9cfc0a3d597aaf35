/// Checks of a valid menu for names that guests cannot say or that are confused, and for items that cannot be ordered.
///
///     let checks = MenuChecks(canHear: vocabulary.contains, pronounce: phonemes)
///     for finding in checks.findings(menu) { print(finding) }
public struct MenuChecks: Sendable {
    /// Number of names up to which all pairs are compared. Larger menus are only checked for equal pronunciations.
    private static let mostNearComparisons = 400

    private let canHear: @Sendable (String) -> Bool
    private let pronounce: @Sendable (String) -> String

    /// Creates checks for a recogniser.
    ///
    /// - Parameters:
    ///   - canHear: Whether a word is in the recogniser's dictionary.
    ///   - pronounce: Phonemes of a phrase, one character each.
    public init(canHear: @escaping @Sendable (String) -> Bool, pronounce: @escaping @Sendable (String) -> String) {
        self.canHear = canHear
        self.pronounce = pronounce
    }

    /// All findings, in the order of the file's lines.
    public func findings(_ menu: Menu) -> [MenuFinding] {
        let names = Self.names(menu)
        let findings = unaffordable(menu) + unheard(names) + sharedNames(names) + soundAlikes(names)
        return (findings + ambiguousRoles(menu) + unnamed(menu)).sorted {
            ($0.line, $0.key) < ($1.line, $1.key)
        }
    }

    /// An item or option with all its names.
    private struct Named {
        var key: String
        var line: Int
        /// Items are compared with items, options with options of their group.
        var scope: String
        var phrases: [[String]]
    }

    private static func names(_ menu: Menu) -> [Named] {
        func phrases(_ name: String, _ aliases: [String]) -> [[String]] {
            ([name] + aliases).map { SpokenWords($0).words }.filter { !$0.isEmpty }
        }
        let items = menu.items.map {
            Named(key: "items.\($0.id)", line: $0.line, scope: "items", phrases: phrases($0.name, $0.aliases))
        }
        let options = menu.optionGroups.flatMap { group in
            group.options.map {
                Named(
                    key: "optionGroups.\(group.id).\($0.id)", line: $0.line, scope: group.id,
                    phrases: phrases($0.name, $0.aliases))
            }
        }
        return items + options
    }

    /// Items dearer than the limit of an order, for example with the standard limit in a currency of small units.
    private func unaffordable(_ menu: Menu) -> [MenuFinding] {
        let most = menu.limits.total
        func text(_ money: Money) -> String { money.formatted(currency: menu.store.currency) }
        return menu.items.filter { $0.price > most }.map { item in
            MenuFinding(
                severity: .error, line: item.line, key: "items.\(item.id)",
                reason:
                    "cannot be ordered: it costs \(text(item.price)), and an order at most \(text(most)) (limits.total)"
            )
        }
    }

    private func unheard(_ names: [Named]) -> [MenuFinding] {
        names.flatMap { named in
            let heard = named.phrases.filter { $0.allSatisfy(isHeard) }
            if heard.isEmpty {
                let words = Set(named.phrases.joined().filter { !isHeard($0) }).sorted().joined(separator: ", ")
                return [
                    MenuFinding(
                        severity: .error, line: named.line, key: named.key,
                        reason:
                            "cannot be ordered by voice: the recogniser knows none of its names (\(words)); "
                            + "add an alias of other words"
                    )
                ]
            }
            return Set(named.phrases.joined()).sorted().filter { !isHeard($0) }.map { word in
                MenuFinding(
                    severity: .warning, line: named.line, key: named.key,
                    reason: "the recogniser cannot hear '\(word)'; its other names work")
            }
        }
    }

    /// Items and options that a page in another language shows by their own name among translated ones.
    private func unnamed(_ menu: Menu) -> [MenuFinding] {
        menu.languages.sorted().flatMap { language in
            menu.unnamed(in: language).map {
                MenuFinding(
                    severity: .warning, line: $0.line, key: $0.key,
                    reason: "has no name in '\(language)', in which others have one (names)")
            }
        }
    }

    /// Digits are spoken as words, which every dictionary has.
    private func isHeard(_ word: String) -> Bool { word.allSatisfy(\.isNumber) || canHear(word) }

    private func sharedNames(_ names: [Named]) -> [MenuFinding] {
        var owner: [String: Named] = [:]
        var findings: [MenuFinding] = []
        for named in names {
            for phrase in Set(named.phrases.map { $0.joined(separator: " ") }).sorted() {
                let slot = named.scope + "/" + phrase
                if let other = owner[slot] {
                    findings.append(
                        MenuFinding(
                            severity: .warning, line: named.line, key: named.key,
                            reason:
                                "'\(phrase)' also means \(other.key) (line \(other.line)); "
                                + "guests are asked or get the first"
                        ))
                } else {
                    owner[slot] = named
                }
            }
        }
        return findings
    }

    private func soundAlikes(_ names: [Named]) -> [MenuFinding] {
        let sounds = names.flatMap { named in
            named.phrases.map { phrase in
                let text = phrase.joined(separator: " ")
                return (named: named, text: text, sound: Array(pronounce(text).filter { !$0.isWhitespace }))
            }
        }
        var findings: [MenuFinding] = []
        var said: Set<String> = []
        func report(_ a: Int, _ b: Int) {
            let (first, second) = (sounds[a], sounds[b])
            guard first.named.key != second.named.key, first.named.scope == second.named.scope,
                first.text != second.text,
                said.insert(first.named.key + second.named.key).inserted
            else { return }
            findings.append(
                MenuFinding(
                    severity: .warning, line: second.named.line, key: second.named.key,
                    reason:
                        "'\(second.text)' sounds like '\(first.text)' of \(first.named.key) (line \(first.named.line))")
            )
        }
        if sounds.count <= Self.mostNearComparisons {
            for b in sounds.indices {
                for a in 0..<b where Self.isNear(sounds[a].sound, sounds[b].sound) { report(a, b) }
            }
        } else {
            var firstOf: [String: Int] = [:]
            for index in sounds.indices where !sounds[index].sound.isEmpty {
                let sound = String(sounds[index].sound)
                if let first = firstOf[sound] { report(first, index) } else { firstOf[sound] = index }
            }
        }
        return findings
    }

    /// Whether two sounds differ in at most one phoneme in six (Levenshtein distance).
    static func isNear(_ a: [Character], _ b: [Character]) -> Bool {
        guard !a.isEmpty, !b.isEmpty else { return false }
        let most = max(a.count, b.count) / 6
        guard abs(a.count - b.count) <= most else { return false }
        var previous = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var current = [i + 1]
            for (j, y) in b.enumerated() {
                current.append(min(previous[j + 1] + 1, current[j] + 1, previous[j] + (x == y ? 0 : 1)))
            }
            previous = current
        }
        return previous[b.count] <= most
    }
}
