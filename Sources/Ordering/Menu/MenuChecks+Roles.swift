extension MenuChecks {
    /// Names with two roles, an item and an option, or options of two groups of one item, with how each is understood.
    func ambiguousRoles(_ menu: Menu) -> [MenuFinding] {
        var options: [String: [(group: OptionGroup, option: MenuOption)]] = [:]
        for group in menu.optionGroups {
            for option in group.options {
                for phrase in Self.phrases(option.name, option.aliases) {
                    options[phrase, default: []].append((group, option))
                }
            }
        }
        let ofItems = menu.items.flatMap { item in
            Self.phrases(item.name, item.aliases).sorted().compactMap { phrase in
                options[phrase]?.first.map { other in
                    MenuFinding(
                        severity: .warning, line: item.line, key: "items.\(item.id)",
                        reason:
                            "'\(phrase)' is also an option of \(other.group.id) (line \(other.option.line)): after "
                            + "'with' and in a list of options it is the option, with an article or a number the item")
                }
            }
        }
        let ofOptions = options.sorted { $0.key < $1.key }.compactMap { phrase, found -> MenuFinding? in
            guard found.count > 1, case let (first, second) = (found[0], found[1]), first.group.id != second.group.id,
                first.group.select == .many || second.group.select == .many,
                menu.items.contains(where: {
                    $0.groups.contains(first.group.id) && $0.groups.contains(second.group.id)
                })
            else { return nil }
            return MenuFinding(
                severity: .warning, line: second.option.line,
                key: "optionGroups.\(second.group.id).\(second.option.id)",
                reason:
                    "'\(phrase)' is also in \(first.group.id) (line \(first.option.line)): beside options of one of "
                    + "the groups it is that group's, otherwise \(first.group.id)'s")
        }
        return ofItems + ofOptions
    }

    private static func phrases(_ name: String, _ aliases: [String]) -> Set<String> {
        Set(([name] + aliases).map { SpokenWords($0).words.joined(separator: " ") }.filter { !$0.isEmpty })
    }
}
