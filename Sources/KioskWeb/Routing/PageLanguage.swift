/// A language that the pages have words in; names of items are the menu's, captions the kiosk's.
enum PageLanguage: String, CaseIterable, Sendable {
    case en, de, es, fr

    /// - Parameter locale: a BCP 47 tag; English where the pages have no words in its language.
    init(locale: String) {
        let language = locale.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
        self = PageLanguage(rawValue: language) ?? .en
    }

    /// The file with the words.
    var words: [UInt8] {
        switch self {
        case .en: PackageResources.words_en_js
        case .de: PackageResources.words_de_js
        case .es: PackageResources.words_es_js
        case .fr: PackageResources.words_fr_js
        }
    }
}
