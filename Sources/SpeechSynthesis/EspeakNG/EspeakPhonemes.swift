internal import CEspeakNG
internal import PlatformSupport
internal import Speech

extension EspeakSynthesizer {
    /// Returns the phonemes of phrases in IPA without stress marks (`espeak_TextToPhonemes`), for comparing
    /// pronunciations.
    ///
    /// - Parameters:
    ///   - phrases: any texts.
    ///   - voice: espeak-ng voice name or language.
    /// - Returns: one string per phrase, in the same order.
    /// - Throws: `EspeakError`.
    public static func phonemes(of phrases: [String], voice: String = "en-us") async throws -> [String] {
        let speakable = phrases.map { SpeakableText($0) }
        return try await worker.run {
            _ = try EspeakLibrary.start()
            try EspeakLibrary.apply(TTSVoiceProfile(voice: voice))
            return speakable.map(EspeakLibrary.phonemes)
        }
    }
}

extension EspeakLibrary {
    static func phonemes(_ speakable: SpeakableText) -> String {
        speakable.text.withCString { text in
            var rest: UnsafeRawPointer? = UnsafeRawPointer(text)
            var phonemes = ""
            while rest != nil {
                let ipa: Int32 = 0x02
                guard let clause = espeak_TextToPhonemes(&rest, Int32(espeakCHARS_UTF8), ipa) else { break }
                phonemes += String(cString: clause)
            }
            return phonemes.filter { !"ˈˌː ".contains($0) }
        }
    }
}
