/// Languages of the pages' own text. Item names come from the menu, captions from the kiosk.
enum PageLanguage: String, CaseIterable, Sendable {
    case en, de, es, fr

    /// - Parameter locale: BCP 47 tag; English if the pages have no text in its language.
    init(locale: String) {
        let language = locale.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
        self = PageLanguage(rawValue: language) ?? .en
    }

    /// The JavaScript file with the text.
    var words: [UInt8] {
        switch self {
        case .en: PackageResources.words_en_js
        case .de: PackageResources.words_de_js
        case .es: PackageResources.words_es_js
        case .fr: PackageResources.words_fr_js
        }
    }
}
