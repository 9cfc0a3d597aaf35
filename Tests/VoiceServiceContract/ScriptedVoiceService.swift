public import Speech

/// A recogniser that hears what its script says, when the audio reaches the moment the script names.
public struct ScriptedVoiceService: VoiceService {
    /// One thing the engine makes of the audio.
    public enum Event: Sendable {
        /// The open utterance as heard so far.
        case hears([TranscribedWord])
        /// The end of the utterance, with its final words.
        case endpoint([TranscribedWord])
        /// The engine breaks.
        case fails(any Error)
    }

    public let engineName = "scripted"
    private let script: [(at: SamplePosition, event: Event)]
    private let dictionary: Set<String>

    /// - Parameters:
    ///   - script: events in ascending order.
    ///   - dictionary: the words it can hear.
    public init(script: [(at: SamplePosition, event: Event)], dictionary: Set<String> = []) {
        self.script = script
        self.dictionary = dictionary
    }

    /// A script that hears `sentence` word by word, evenly over `span`, each word at its end.
    public static func hearing(_ sentence: String, over span: SpeechSpan) -> ScriptedVoiceService {
        let words = timed(sentence, over: span)
        return ScriptedVoiceService(
            script: words.indices.map { (at: words[$0].span.end, event: .hears(Array(words[...$0]))) },
            dictionary: Set(words.map(\.text)))
    }

    /// The words of a sentence, evenly over a span, with confidence 1.
    public static func timed(_ sentence: String, over span: SpeechSpan) -> [TranscribedWord] {
        let texts = sentence.split(separator: " ").map(String.init)
        let step = texts.isEmpty ? 0 : span.length.samples / texts.count
        return texts.enumerated().map { index, text in
            let start = span.start + SampleCount(index * step)
            return TranscribedWord(
                text: text, span: SpeechSpan(start: start, end: start + SampleCount(step)), confidence: 1)
        }
    }

    public func canHear(_ word: String) -> Bool { dictionary.contains(word) }

    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let session = Session(input: input, script: script)
        return VoiceResults { try await session.next() }
    }

    private actor Session {
        private let input: any AudioInput
        private var script: ArraySlice<(at: SamplePosition, event: Event)>
        private var timeline = ResultTimeline(agreement: LocalAgreement())
        private var newest = SamplePosition.zero
        private var heard: [TranscribedWord] = []
        /// Where an utterance was closed at request: what was said before is not heard again.
        private var closed = SamplePosition.zero
        private var isFinished = false

        init(input: any AudioInput, script: [(at: SamplePosition, event: Event)]) {
            self.input = input
            self.script = script[...]
        }

        func next() async throws -> VoiceTranscriptionResult? {
            while true {
                try Task.checkCancellation()
                if let result = timeline.nextResult() { return result }
                if isFinished { return nil }
                if let next = script.first, next.at <= newest {
                    script.removeFirst()
                    try play(next.event)
                } else if let frame = try await input.nextFrame() {
                    newest = frame.end
                    timeline.update(words: heard, timed: heard.count, at: newest)
                    if frame.endsUtterance {
                        timeline.close(words: heard, at: newest, reason: .endpoint, isRequested: true)
                        heard = []
                        closed = newest
                    }
                } else {
                    isFinished = true
                    timeline.close(words: heard, at: newest, reason: .endOfInput)
                }
            }
        }

        private func play(_ event: Event) throws {
            switch event {
            case .hears(let words):
                heard = words.filter { $0.span.end > closed }
                timeline.update(words: heard, timed: heard.count, at: newest)
            case .endpoint(let words):
                heard = []
                timeline.close(words: words.filter { $0.span.end > closed }, at: newest, reason: .endpoint)
            case .fails(let error):
                throw error
            }
        }
    }
}
