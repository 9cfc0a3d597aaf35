/// An event of the assistant. Events of a recording or a question carry its run, so that late ones are ignored.
public enum AssistantEvent: Equatable, Sendable, Codable {
    /// A press began.
    case pressed(onOrb: Bool)
    /// The press ended.
    case released
    /// The page began or ended to scroll.
    case scrolling(isScrolling: Bool)
    /// The microphone appeared or disappeared.
    case device(isAvailable: Bool)
    /// The audio and the recogniser are ready, or not any more.
    case audio(isReady: Bool)
    /// Speech is heard.
    case speech
    /// The text recognised so far.
    case partial(String, run: Int)
    /// The transcript of a recording.
    case recognized(String, run: Int)
    /// The recogniser failed.
    case recognitionFailed(run: Int)
    /// The person changed the draft's text.
    case edited(String)
    /// The person added typed text behind what was said.
    case appended(String)
    /// The person drops the draft.
    case discarded
    /// The person drops the last transcript, to say it again.
    case retried
    /// The person sends the draft.
    case sent
    /// The answer to a message.
    case answered(SourcedAnswer, run: Int)
    /// No source can be reached.
    case answerFailed(run: Int)
    /// The answer was spoken, or shown long enough.
    case spoken(run: Int)
    /// The person stops whatever runs.
    case stopped
}

/// A decision of the assistant, which its owner carries out.
public enum AssistantDecision: Equatable, Sendable, Codable {
    /// Starts a recording and its recognition.
    case listen(run: Int)
    /// Ends the recording; its transcript is awaited.
    case finish(run: Int)
    /// Drops a recording or a question.
    case cancel(run: Int)
    /// Asks the sources, and keeps the message.
    case ask(AssistantDraft, run: Int)
    /// Shows and speaks an answer, and keeps it.
    case respond(SourcedAnswer, run: Int)
    /// Stops speaking.
    case hush(run: Int)
}

/// Why there is no transcript or answer.
public enum AssistantFailure: String, Equatable, Sendable, Codable {
    /// The microphone is gone.
    case microphone
    /// The recogniser failed.
    case recognizer
    /// No words were heard.
    case nothingHeard
    /// No answer came in time.
    case noAnswer
}

/// What must hold for listening, beside the state: all of it.
struct AssistantGates: Equatable, Sendable {
    var isScrolling = false
    var isDeviceAvailable = false
    var isAudioReady = false

    var areOpen: Bool { !isScrolling && isDeviceAvailable && isAudioReady }
}

/// A message that is being composed: what was recognised, and what it was made into.
public struct AssistantDraft: Equatable, Sendable, Codable {
    /// The transcripts as they were recognised, in order.
    public private(set) var transcripts: [String] = []
    /// The text to send, as the person edits it.
    public var text = ""

    /// An empty draft.
    public init() {}

    /// Whether there is nothing to send.
    public var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// The transcript as it was recognised; `nil` where nothing was said.
    public var transcript: String? { transcripts.isEmpty ? nil : transcripts.joined(separator: " ") }

    mutating func append(transcript: String) {
        transcripts.append(transcript)
        append(typed: transcript)
    }

    mutating func append(typed: String) {
        text = isBlank ? typed : text + (text.last?.isWhitespace == true ? "" : " ") + typed
    }

    /// Removes the last transcript, and its words where they still end the text.
    mutating func removeLastTranscript() {
        guard let last = transcripts.popLast(), text.hasSuffix(last) else { return }
        text.removeLast(last.count)
        while text.last?.isWhitespace == true { text.removeLast() }
    }
}

/// Time limits of the assistant.
public struct AssistantSettings: Equatable, Sendable {
    /// How long the orb is held before listening begins. Default 0.3 s: shorter touches are taps or the beginning of
    /// scrolling.
    public var press = Duration.milliseconds(300)
    /// Silence that ends a recording. Default 2.5 s.
    public var silence = Duration.milliseconds(2_500)
    /// Longest recording. Default 60 s.
    public var longestRecording = Duration.seconds(60)
    /// How long the transcript may take after the recording. Default 5 s.
    public var recognition = Duration.seconds(5)
    /// How long an answer may take. Default 10 s.
    public var answer = Duration.seconds(10)
    /// Longest response; a longer one is cut off. Default 60 s.
    public var longestResponse = Duration.seconds(60)

    /// The default limits.
    public init() {}
}
