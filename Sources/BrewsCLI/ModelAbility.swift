internal import ModelCatalogue
internal import Ordering

/// What a model can do, for `brews doctor` and `brews models list`.
struct ModelAbility: Equatable {
    /// What a recogniser listens for: `menu` (orders compiled into its graph), `phrases` (the menu's words, given as
    /// grammar or preferred) and `free speech`. Empty for voices.
    let hears: [String]
    /// BCP 47 tag, or `mul` for many languages.
    let language: String
    private let isPreference: Bool

    init(engine: String, language: String, runtimeGraph: Bool) {
        self.language = language
        isPreference = engine == EngineChoice.whisper.rawValue
        switch engine {
        case EngineChoice.vosk.rawValue: hears = runtimeGraph ? ["menu", "phrases", "free speech"] : ["free speech"]
        case EngineChoice.whisper.rawValue: hears = ["phrases", "free speech"]
        default: hears = []
        }
    }

    init(_ manifest: ModelManifest) {
        self.init(engine: manifest.engine, language: manifest.language, runtimeGraph: manifest.runtimeGraph)
    }

    /// Whether it hears a language.
    func hears(_ spoken: SpokenLanguage) -> Bool { language == "mul" || spoken.includes(language) }

    /// The languages that it hears.
    var languageName: String { language == "mul" ? "many languages" : language }

    /// A sentence about it: "hears the menu's orders, phrases and free speech; language: en-US".
    var sentence: String {
        let what =
            hears.isEmpty
            ? "speaks"
            : isPreference
                ? "hears free speech, and prefers the menu's words"
                : hears.contains("menu")
                    ? "hears the menu's orders, phrases of it, and free speech" : "hears free speech, and takes no menu"
        return "\(what); language: \(languageName)"
    }
}
