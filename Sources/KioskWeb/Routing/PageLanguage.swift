import EmbeddedFiles

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
        case .en: EmbeddedFile.pageWordsEnScript.bytes
        case .de: EmbeddedFile.pageWordsDeScript.bytes
        case .es: EmbeddedFile.pageWordsEsScript.bytes
        case .fr: EmbeddedFile.pageWordsFrScript.bytes
        }
    }
}
