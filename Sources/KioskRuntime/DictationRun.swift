internal import Ordering
internal import Speech

/// The state of one dictation: its transcript, its end, and the deadline by which it is over. Pure; time is passed in.
struct DictationRun: Sendable {
    /// Time for the recogniser to return the last words.
    static let closing = Duration.seconds(5)
    /// Time for the microphone's previous user to make way.
    static let opening = Duration.seconds(5)

    /// What the dictation does.
    enum State: Equatable, Sendable {
        /// It waits for the microphone.
        case waiting
        /// It listens.
        case listening
        /// It has heard everything, and waits for the last words.
        case closing(DictationEnding.Reason)
    }

    let id: Int
    let request: DictationRequest
    private(set) var state = State.waiting
    /// When it is over at the latest.
    private(set) var deadline: Duration
    private var stable: [String] = []
    private var volatile: [String] = []

    init(id: Int, request: DictationRequest, at time: Duration) {
        self.id = id
        self.request = request
        deadline = time + Self.opening
    }

    /// The whole text as understood so far.
    var words: String { (stable + volatile).joined(separator: " ") }

    /// The microphone is there.
    mutating func begin(at time: Duration) {
        guard state == .waiting else { return }
        state = .listening
        deadline = time + request.longest + Self.closing
    }

    /// No further audio is heard.
    mutating func close(_ reason: DictationEnding.Reason, at time: Duration) {
        if case .closing = state { return }
        state = .closing(reason)
        deadline = time + Self.closing
    }

    /// Takes a result of the recogniser.
    ///
    /// - Parameter isSpoken: whether speech was detected where a word was recognised.
    /// - Returns: whether the text has changed.
    mutating func take(
        _ result: VoiceTranscriptionResult, isSpoken: (TranscribedWord) -> Bool = { _ in true }
    ) -> Bool {
        let before = words
        // Unknown words have brackets around them.
        let texts = result.words.filter { $0.text.first != "[" && $0.text.first != "<" && isSpoken($0) }.map(\.text)
        if result.isVolatile {
            volatile = texts
        } else {
            stable += texts
            volatile = []
        }
        return words != before
    }

    /// How it ended, once the recogniser has returned its last words.
    var ending: DictationEnding {
        switch state {
        case .waiting: DictationEnding(.microphone)
        // The audio itself has ended.
        case .listening: DictationEnding(.longest, words: words)
        case .closing(let reason): DictationEnding(reason, words: words)
        }
    }

    /// How it ended when the deadline passed.
    var lateEnding: DictationEnding {
        switch state {
        case .waiting, .listening: DictationEnding(.microphone, words: words)
        case .closing: DictationEnding(.recognizer, words: words)
        }
    }
}
