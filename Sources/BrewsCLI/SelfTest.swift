internal import AudioFiles
internal import Speech

/// Recognition of a synthesised sentence.
enum SelfTest {
    static func hear(
        _ sentence: String, engine: any VoiceService, vocabulary: RecognitionVocabulary? = nil,
        synthesizer: any SpeechSynthesizer
    ) async throws -> String {
        let input = try SynthesizedInput(try await synthesizer.synthesize(sentence))
        var words: [String] = []
        for try await result in try await engine.startListening(to: input, vocabulary: vocabulary)
        where !result.isVolatile {
            words += result.words.map(\.text)
        }
        return words.joined(separator: " ")
    }
}
