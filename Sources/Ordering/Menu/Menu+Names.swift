/// Names of a menu in the language of displays and prompts.
///
/// Guests order by the menu's own names and aliases, whatever the language of the display:
///
///     let shown = menu.named(in: "de")     // shown.item("latte")?.name == "Milchkaffee"
extension Menu {
    /// The menu with its names and rules' sentences in another language. What has no name in it keeps its own.
    ///
    /// - Parameter locale: BCP 47 tag such as `de-AT`; only the language is used.
    /// - Returns: the same menu if nothing has a name in the language.
    public func named(in locale: String) -> Menu {
        let language = locale.languageCode
        guard language != store.locale.languageCode, languages.contains(language) else { return self }
        var menu = self
        menu.store.locale = locale
        menu.optionGroups = optionGroups.map { $0.named(in: language) }
        menu.items = items.map { $0.named(in: language) }
        menu.rules = rules.map { $0.said(in: language) }
        return menu
    }

    /// The name of a category in the menu's language: "Hot drinks" for `hot-drinks` where the file has none.
    public func name(ofCategory id: String) -> String {
        if let name = categoryNames[id]?[store.locale.languageCode] { return name }
        let words = id.replacing("-", with: " ").replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Languages in which something has a name, apart from the menu's own.
    var languages: Set<String> {
        var languages: Set<String> = []
        for names in allNames { languages.formUnion(names.keys) }
        languages.remove(store.locale.languageCode)
        return languages
    }

    private var allNames: [[String: String]] {
        items.map(\.names) + optionGroups.map(\.names) + optionGroups.flatMap(\.options).map(\.names)
    }

    /// Items, groups and options without a name in a language in which others have one, with their place in the file.
    func unnamed(in language: String) -> [(key: String, line: Int)] {
        let missingItems = items.filter { $0.names[language] == nil }.map { ("items.\($0.id)", $0.line) }
        let missingOptions = optionGroups.flatMap { group in
            group.options.filter { $0.names[language] == nil }.map { ("optionGroups.\(group.id).\($0.id)", $0.line) }
        }
        return missingItems + missingOptions
    }
}

extension String {
    /// Language of a BCP 47 tag, in lower case: "de" of "de-AT".
    var languageCode: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }
}
