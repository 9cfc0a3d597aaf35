/// Lends the kiosk's microphone to a page while the kiosk listens to no guest. All members may be called from any task.
///
/// ```swift
/// let dictation = await kiosk.dictate(DictationRequest(phrases: ["the great gatsby"]))
/// for await event in dictation.events {
///     if case .ended(let ending) = event { print(ending.reason, ending.words) }
/// }
/// ```
public protocol DictationService: Sendable {
    /// What holds of the conditions of a dictation: now, and after each change. Only the newest value is kept.
    func dictationGates() async -> AsyncStream<DictationGates>

    /// Begins a dictation. It ends by itself; its last event is `ended`. Whoever stops reading the events cancels it.
    func dictate(_ request: DictationRequest) async -> Dictation

    /// Ends a dictation; what was said so far is its result.
    func stopDictation(_ id: Int) async
}

/// The conditions of a dictation.
public struct DictationGates: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: Int
    /// Creates gates of raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The microphone works.
    public static let microphone = DictationGates(rawValue: 1)
    /// A recogniser is loaded and works.
    public static let recognizer = DictationGates(rawValue: 2)
    /// Neither a guest's turn nor the staff's check uses the microphone.
    public static let free = DictationGates(rawValue: 4)
    /// This user may not open the microphone.
    public static let denied = DictationGates(rawValue: 8)
    /// Everything that is needed.
    public static let all: DictationGates = [.microphone, .recognizer, .free]
}

/// The state of a device, as pages show it.
public enum DeviceState: String, Equatable, Sendable, Codable {
    /// There is none.
    case absent
    /// It works.
    case present
    /// This user may not use it.
    case denied
    /// It does not work, or not any more.
    case lost
}

extension DictationGates {
    /// The state of the microphone.
    public var microphoneState: DeviceState {
        contains(.microphone) ? .present : contains(.denied) ? .denied : .lost
    }
}

/// What a page wants to hear.
public struct DictationRequest: Equatable, Sendable {
    /// Phrases to expect, in lower case. A recogniser of free speech recognises other words as well.
    public var phrases: [String]
    /// What people say before a phrase when they ask for it, in lower case: "do you have".
    public var leadIns: [String]
    /// Silence after speech that ends the dictation. Default 2.5 s.
    public var silence = Duration.milliseconds(2_500)
    /// Silence before the first speech that ends it. Default 6 s.
    public var lead = Duration.seconds(6)
    /// Longest dictation. Default 15 s.
    public var longest = Duration.seconds(15)
    /// Whether the ending has the recording. Default: nothing is recorded.
    public var keepsSound = false

    /// Creates a request.
    public init(phrases: [String] = [], leadIns: [String] = []) {
        self.phrases = phrases
        self.leadIns = leadIns
    }
}

/// A dictation under way.
public struct Dictation: Sendable {
    /// Number of the dictation, for `DictationService.stopDictation`.
    public let id: Int
    /// What happens, `ended` last. The newest 64 events are kept.
    public let events: AsyncStream<DictationEvent>

    /// A dictation with its events.
    public init(id: Int, events: AsyncStream<DictationEvent>) {
        self.id = id
        self.events = events
    }
}

/// An event of a dictation.
public enum DictationEvent: Equatable, Sendable {
    /// The microphone is open.
    case began
    /// Level of the microphone, dBFS, 20 times a second.
    case level(Double)
    /// Speech is heard; repeated while it goes on.
    case speech
    /// The whole text as understood so far.
    case partial(String)
    /// The dictation has ended.
    case ended(DictationEnding)
}

/// How a dictation ended.
public struct DictationEnding: Equatable, Sendable {
    /// Why a dictation ended.
    public enum Reason: String, Sendable, CaseIterable {
        /// The person was silent.
        case silence
        /// It was stopped.
        case stopped
        /// It took the longest time, or the recording has ended.
        case longest
        /// A guest said the wake phrase or touched the microphone.
        case guest
        /// The staff check the microphone.
        case staff
        /// Another page uses the microphone.
        case busy
        /// The microphone is gone.
        case microphone
        /// The recogniser failed, or there is none.
        case recognizer
    }

    /// Why it ended.
    public var reason: Reason
    /// What was understood, up to the end; empty if nothing was.
    public var words: String
    /// What was heard, 16 kHz mono; empty unless the request keeps it.
    public var sound: [Int16]

    /// An ending.
    public init(_ reason: Reason, words: String = "", sound: [Int16] = []) {
        self.reason = reason
        self.words = words
        self.sound = sound
    }

    /// Whether the person was listened to as long as they spoke.
    public var isComplete: Bool {
        switch reason {
        case .silence, .stopped, .longest: true
        case .guest, .staff, .busy, .microphone, .recognizer: false
        }
    }
}
