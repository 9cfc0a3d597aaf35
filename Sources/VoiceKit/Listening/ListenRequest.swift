/// Where the audio of a listening is kept.
public enum RecordingTarget: Equatable, Sendable, ExpressibleByBooleanLiteral {
    /// Nowhere: the audio is forgotten.
    case none
    /// A file in memory, which is removed when the voice is closed.
    case memory
    /// A file at a path. An existing one is replaced.
    case file(path: String)

    /// `true` is `memory`, `false` is `none`.
    public init(booleanLiteral isOn: Bool) { self = isOn ? .memory : .none }
}

/// How to listen.
public struct ListenRequest: Equatable, Sendable {
    /// What ends a listening.
    public enum Mode: Equatable, Sendable {
        /// Silence after speech.
        case handsFree
        /// `endTalking`, or silence since the button was pressed or speech ended.
        case pushToTalk
    }

    /// Silence that ends push-to-talk.
    public static let pushToTalkSilence = Duration.seconds(2.5)
    private static let timeouts: ClosedRange<Duration> = .milliseconds(500) ... .seconds(120)
    private static let inactivities: ClosedRange<Duration> = .milliseconds(200) ... .seconds(30)

    /// Longest listening, 0.5…120 s. Default 8 s.
    public var timeout: Duration
    /// Silence after speech that ends it, 0.2…30 s. Default 2 s. It doubles while the recogniser has no word, because
    /// the sound may have been a noise.
    public var inactivity: Duration
    /// Where the audio is kept. Default nowhere.
    public var recording: RecordingTarget
    /// What is expected.
    public var context: RecognitionContext
    /// What ends it.
    public var mode: Mode
    /// Whether it may begin while this voice still speaks.
    public var overlapsSpeech: Bool
    /// Phrases that free speech is likely to contain, such as titles of a catalogue. They are preferred and exclude
    /// nothing. Lower case.
    public var likelyPhrases: [String] = []
    /// What people say before one of the likely phrases when they ask for it, in lower case: "do you have". With these,
    /// a request for a phrase is taken for what sounds nearly like it.
    public var leadIns: [String] = []

    /// Creates a request.
    public init(
        timeout: Duration = .seconds(8), inactivity: Duration = .seconds(2), recording: RecordingTarget = .none,
        context: RecognitionContext = .freeform, mode: Mode = .handsFree, overlapsSpeech: Bool = false
    ) {
        self.timeout = timeout
        self.inactivity = inactivity
        self.recording = recording
        self.context = context
        self.mode = mode
        self.overlapsSpeech = overlapsSpeech
    }

    /// A request of push-to-talk, which also ends with 2.5 s of silence.
    public static func pushToTalk(
        timeout: Duration = .seconds(60), recording: RecordingTarget = .none, context: RecognitionContext = .freeform
    ) -> ListenRequest {
        ListenRequest(
            timeout: timeout, inactivity: pushToTalkSilence, recording: recording, context: context, mode: .pushToTalk)
    }

    /// Checks the times against their ranges.
    ///
    /// - Throws: `VoiceKitError.badSetting`.
    public func validate() throws(VoiceKitError) {
        guard Self.timeouts.contains(timeout) else { throw .badSetting(name: "timeout", range: "0.5 to 120 s") }
        guard Self.inactivities.contains(inactivity) else {
            throw .badSetting(name: "inactivity", range: "0.2 to 30 s")
        }
    }
}
