public import Speech

/// A recogniser of a language of steady levels, which depends on nothing but the samples it is given: what it hears of
/// a recording tells exactly which samples reached it, and in which order.
///
/// Two blocks of 0.1 s at level 1…9,999 are the word `w` and the level. In its first block a word is misheard as `m`
/// and the level, so there is volatile text that changes. Four blocks of silence end an utterance. Higher levels are
/// faults.
public struct ToneVoiceService: VoiceService {
    /// A level at which the engine does something other than hear.
    public enum Fault: Int16, CaseIterable, Sendable {
        case abort = 20_001
        case trap = 20_002
        case hang = 20_003
        case fail = 20_004
        /// Takes 60 MB more, for good.
        case grow = 20_005
    }

    /// What `Fault.fail` throws.
    public struct Failed: Error {
        public init() {}
    }

    /// Samples a block.
    public static let block = 1_600

    public let engineName = "tones"
    private let onFault: @Sendable (Fault) -> Void

    /// - Parameter onFault: called for every fault but `fail`, which throws.
    public init(onFault: @escaping @Sendable (Fault) -> Void = { _ in }) { self.onFault = onFault }

    /// A recording of words, given by their levels, with silence after each utterance.
    public static func samples(_ utterances: [[Int16]]) -> [Int16] {
        utterances.flatMap { words in
            words.flatMap { [Int16](repeating: $0, count: 2 * block) } + [Int16](repeating: 0, count: 5 * block)
        }
    }

    /// What there is to hear in that recording.
    public static func text(_ utterances: [[Int16]]) -> String {
        utterances.joined().map { "w\($0)" }.joined(separator: " ")
    }

    public func canHear(_ word: String) -> Bool {
        word.first == "w" && Int16(word.dropFirst()).map { (1...9_999).contains($0) } ?? false
    }

    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let session = Session(input: input, onFault: onFault)
        return VoiceResults { try await session.next() }
    }

    private actor Session {
        private let input: any AudioInput
        private let onFault: @Sendable (Fault) -> Void
        private var timeline = ResultTimeline(agreement: LocalAgreement())
        private var unread: [Int16] = []
        private var blocks = 0
        private var words: [(level: Int16, first: Int, count: Int)] = []
        private var quiet = 0
        private var isFinished = false

        init(input: any AudioInput, onFault: @escaping @Sendable (Fault) -> Void) {
            self.input = input
            self.onFault = onFault
        }

        func next() async throws -> VoiceTranscriptionResult? {
            while true {
                try Task.checkCancellation()
                if let result = timeline.nextResult() { return result }
                if isFinished { return nil }
                if unread.count >= ToneVoiceService.block {
                    try read(unread[0])
                    unread.removeFirst(ToneVoiceService.block)
                } else if let frame = try await input.nextFrame() {
                    unread += frame.samples
                } else {
                    isFinished = true
                    timeline.close(words: heard, at: newest, reason: .endOfInput)
                }
            }
        }

        private var newest: SamplePosition { SamplePosition(blocks * ToneVoiceService.block) }

        private var heard: [TranscribedWord] {
            words.map { word in
                let start = SamplePosition(word.first * ToneVoiceService.block)
                return TranscribedWord(
                    text: (word.count > 1 ? "w" : "m") + "\(word.level)",
                    span: SpeechSpan(start: start, end: start + SampleCount(word.count * ToneVoiceService.block)),
                    confidence: 1)
            }
        }

        private func read(_ level: Int16) throws {
            blocks += 1
            if let fault = Fault(rawValue: level) {
                if fault == .fail { throw Failed() }
                onFault(fault)
            } else if level == 0 {
                quiet += 1
                if quiet == 4, !words.isEmpty {
                    timeline.close(words: heard, at: newest, reason: .endpoint)
                    words = []
                    return
                }
            } else {
                quiet = 0
                if let last = words.last, last.level == level, last.count < 2 {
                    words[words.count - 1].count += 1
                } else {
                    words.append((level, blocks - 1, 1))
                }
            }
            timeline.update(words: heard, timed: words.count { $0.count > 1 }, at: newest)
        }
    }
}
