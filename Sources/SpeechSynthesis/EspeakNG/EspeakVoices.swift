internal import CEspeakNG
internal import PlatformSupport

/// A voice that espeak-ng can speak with.
public struct EspeakVoiceEntry: Equatable, Sendable {
    /// What `TTSVoiceProfile.voice` takes: `en-us`.
    public let identifier: String
    /// For people: `English (America)`.
    public let name: String
    /// BCP 47 tag in lower case, as the library has it.
    public let language: String
}

extension EspeakSynthesizer {
    /// The voices that are installed (`espeak_ListVoices`), by language and then by name.
    ///
    /// - Parameter language: a tag such as `de-AT`, of which only the language counts; `nil` for all.
    /// - Throws: `EspeakError.unavailable`.
    public static func voices(language: String? = nil) async throws -> [EspeakVoiceEntry] {
        let wanted = language.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        return try await worker.run {
            _ = try EspeakLibrary.start()
            return EspeakLibrary.voices().filter { wanted == nil || $0.language.prefix { $0 != "-" } == wanted ?? "" }
                .sorted { ($0.language, $0.name) < ($1.language, $1.name) }
        }
    }

    /// The voice for a language tag: the usual one of its country, or of its language.
    public static func standardVoice(locale: String) -> String {
        let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        switch parts.first {
        case "en": return parts.last == "gb" ? "en-gb" : "en-us"
        case "es": return parts.count > 1 && parts.last != "es" ? "es-419" : "es"
        case "fr": return parts.last == "be" ? "fr-be" : parts.last == "ch" ? "fr-ch" : "fr-fr"
        case let language?: return language
        case nil: return "en-us"
        }
    }
}

extension EspeakLibrary {
    static func voices() -> [EspeakVoiceEntry] {
        guard var entry = espeak_ListVoices(nil) else { return [] }
        var voices: [EspeakVoiceEntry] = []
        while let voice = entry.pointee?.pointee {
            // A byte of priority, then the language; further languages follow.
            if let name = voice.name, let languages = voice.languages, languages.pointee != 0 {
                let language = String(cString: languages + 1)
                voices.append(EspeakVoiceEntry(identifier: language, name: String(cString: name), language: language))
            }
            entry += 1
        }
        return voices
    }
}
