internal import CEspeakNG
internal import PlatformSupport

/// An installed espeak-ng voice.
public struct EspeakVoiceEntry: Equatable, Sendable {
    /// The value for `TTSVoiceProfile.voice`: `en-us`.
    public let identifier: String
    /// Display name: `English (America)`.
    public let name: String
    /// BCP 47 tag in lower case, as given by the library.
    public let language: String
}

extension EspeakSynthesizer {
    /// Returns the installed voices (`espeak_ListVoices`), sorted by language and name.
    ///
    /// - Parameter language: a tag such as `de-AT`, of which only the language is used; `nil` for all.
    /// - Throws: `EspeakError.unavailable`.
    public static func voices(language: String? = nil) async throws -> [EspeakVoiceEntry] {
        let wanted = language.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        return try await worker.run {
            _ = try EspeakLibrary.start()
            return EspeakLibrary.voices().filter { wanted == nil || $0.language.prefix { $0 != "-" } == wanted ?? "" }
                .sorted { ($0.language, $0.name) < ($1.language, $1.name) }
        }
    }

    /// Returns the standard voice of a language tag's country, or else of its language.
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
            // One byte of priority, then the language; further languages follow.
            if let name = voice.name, let languages = voice.languages, languages.pointee != 0 {
                let language = String(cString: languages + 1)
                voices.append(EspeakVoiceEntry(identifier: language, name: String(cString: name), language: language))
            }
            entry += 1
        }
        return voices
    }
}
