import Speech

/// Hears the word “beep” in every loud frame.
struct BeepEngine: VoiceService {
    let engineName = "beep"
    func canHear(_ word: String) -> Bool { word == "beep" }
    func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
        let progress = Progress()
        return VoiceResults { try await progress.next(of: input) }
    }
}

private actor Progress {
    private var position: SamplePosition? = .zero
    func next(of input: any AudioInput) async throws -> VoiceTranscriptionResult? {
        guard let start = position else { return nil }
        let frame = try await input.nextFrame(), isLoud = frame?.samples.max() ?? 0 > 8_000
        position = Task.isCancelled ? nil : frame?.end
        let span = SpeechSpan(start: start, end: position ?? start)
        let words = isLoud ? [TranscribedWord(text: "beep", span: span, confidence: 1)] : []
        let end: UtteranceEnd? = frame.map { $0.endsUtterance ? .endpoint : nil } ?? .endOfInput
        return VoiceTranscriptionResult(
            span: span, words: words, isVolatile: !isLoud && end == nil, utteranceEnd: end)
    }
}
