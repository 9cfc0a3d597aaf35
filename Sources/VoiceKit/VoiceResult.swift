public import Foundation
public import Speech

/// Why a listening ended.
public enum ListenEnding: String, Equatable, Sendable, Codable {
    /// Silence after speech.
    case inactivity
    /// The overall time-out.
    case timeout
    /// The speaker let go of the button of push-to-talk.
    case released
    /// The recording that served as input ended.
    case endOfInput
}

/// A recording of what was heard, trimmed to the speech.
public struct VoiceRecording: Equatable, Sendable {
    /// A WAV file, 16 kHz mono. One in the RAM folder is removed when its `VoiceIO` is closed.
    public let url: URL
    /// Its part of the audio of this listening, pads included.
    public let span: SpeechSpan

    /// Creates a recording.
    public init(url: URL, span: SpeechSpan) {
        self.url = url
        self.span = span
    }

    /// Playing time.
    public var duration: Duration { .seconds(span.length.seconds) }
}

/// What was heard.
public struct VoiceResult: Equatable, Sendable {
    /// The words with one space between them; empty when nothing was understood.
    public let transcript: String
    /// The words with their times from the start of the listening; empty for scripted results.
    public let words: [TranscribedWord]
    /// Mean confidence of the words, 0…1; 0 without words.
    public let confidence: Double
    /// What the words mean in the context of the request.
    public let match: VoiceMatch
    /// Why the listening ended.
    public let ending: ListenEnding
    /// The recording, where one was asked for and somebody spoke.
    public let recording: VoiceRecording?
    /// Length of the audio that was listened to.
    public let length: Duration

    /// Creates a result.
    public init(
        transcript: String, words: [TranscribedWord] = [], confidence: Double = 1, match: VoiceMatch = .none,
        ending: ListenEnding = .inactivity, recording: VoiceRecording? = nil, length: Duration = .zero
    ) {
        self.transcript = transcript
        self.words = words
        self.confidence = confidence
        self.match = match
        self.ending = ending
        self.recording = recording
        self.length = length
    }

    /// The number that was heard, if the context was `number` and it is certain.
    public var number: SpokenNumber? { if case .number(let number) = match { number } else { nil } }

    /// The name that was heard, if the context was `name` and it is certain.
    public var name: String? { if case .name(let name) = match { name } else { nil } }

    /// The phrase that was heard, if the context was `command` and it is certain.
    public var command: String? { if case .command(let command) = match { command } else { nil } }
}

/// The text of a listening so far.
public struct TranscriptUpdate: Equatable, Sendable {
    /// The words so far.
    public let text: String
    /// Whether the text may still change.
    public let isVolatile: Bool

    /// Creates an update.
    public init(text: String, isVolatile: Bool) {
        self.text = text
        self.isVolatile = isVolatile
    }
}

/// The state of a voice, for displays.
public struct VoiceStatus: Equatable, Sendable {
    /// What it does.
    public enum Phase: String, Equatable, Sendable, Codable {
        /// Nothing.
        case idle
        /// It speaks or plays.
        case speaking
        /// It listens.
        case listening
        /// The speech has ended and is being recognised.
        case recognizing
        /// It was closed.
        case closed
    }

    /// What is known of the loudspeaker.
    public enum Loudspeaker: Equatable, Sendable {
        /// Nothing was played yet.
        case unknown
        /// The last sound was played.
        case available
        /// The last sound was not played; the reason.
        case unavailable(String)
    }

    /// What it does.
    public var phase = Phase.idle
    /// State of the microphone; `nil` for an input that reports none, such as a file.
    public var microphone: MicrophoneStatus.Availability?
    /// State of the loudspeaker.
    public var loudspeaker = Loudspeaker.unknown

    /// Creates the status of an idle voice.
    public init(microphone: MicrophoneStatus.Availability? = nil) { self.microphone = microphone }

    /// Why it cannot hear, in words with the mending command; `nil` when it can.
    public var problem: String? {
        if case .unavailable(let fault, _)? = microphone { VoiceKitError.microphone(fault).description } else { nil }
    }
}
