/// A language in which guests can order: the parser knows its words. The kiosk's own sentences and its page may be in
/// another.
public enum SpokenLanguage: String, CaseIterable, Sendable {
    // The raw value is the language code in lower case.
    case english = "en"
    case german = "de"
    case korean = "ko"

    /// English name of the language.
    public var name: String {
        switch self {
        case .english: "English"
        case .german: "German"
        case .korean: "Korean"
        }
    }

    /// The language of a BCP 47 tag such as `en-GB`; `nil` for one that the parser does not know.
    public init?(tag: String) { self.init(rawValue: tag.languageCode) }

    /// Whether a BCP 47 tag such as `en-GB` is of this language.
    public func includes(_ tag: String) -> Bool { tag.languageCode == rawValue }
}
