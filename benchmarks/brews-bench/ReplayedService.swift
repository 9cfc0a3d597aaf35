internal import Speech
internal import Synchronization

/// A recogniser that returns given results.
struct ReplayedService: VoiceService {
    let engineName = "replay"
    let results: [VoiceTranscriptionResult]

    func canHear(_ word: String) -> Bool { true }

    func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
        let rest = Mutex(results[...])
        return VoiceResults { rest.withLock { $0.popFirst() } }
    }
}

extension ReplayedService {
    /// A recogniser that recognises every word of a text with full confidence.
    init(said text: String) {
        let words = text.lowercased().split(separator: " ").enumerated().map { index, word in
            let span = SpeechSpan(
                start: SamplePosition(seconds: Double(index) / 4), end: SamplePosition(seconds: Double(index + 1) / 4))
            return TranscribedWord(text: String(word), span: span, confidence: 1)
        }
        let span = SpeechSpan(start: .zero, end: words.last?.span.end ?? .zero)
        self.init(results: [
            VoiceTranscriptionResult(span: span, words: words, isVolatile: false, utteranceEnd: .endpoint)
        ])
    }
}
