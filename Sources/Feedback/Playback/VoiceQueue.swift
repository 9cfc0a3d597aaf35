public import Speech

/// An element of a voice queue.
public enum VoiceQueueElement: Equatable, Sendable {
    /// Text to synthesise, at most `SentenceSplitter.maxCharacters` characters.
    case speak(String)
    /// Text to synthesise with another voice than the usual one, by the name under which its owner keeps it.
    case speakAs(String, voice: String)
    /// An earcon to play.
    case sound(VoiceAudioFeedback)
    /// A sound of the caller's own, at its gain.
    case clip(AudioClip)
    /// Silence.
    case pause(milliseconds: Int)
}

/// A sequence of speech, sounds and pauses.
///
/// In text passed to `enqueue`, `[sfx:itemAdded]` is replaced by a sound and `[pause:300]` by milliseconds of silence.
/// Other brackets are text.
///
/// ```swift
/// var queue = VoiceQueue()
/// try queue.enqueueSFX(.itemAdded)
/// try queue.enqueueSpeak("Added a latte.")
/// ```
public struct VoiceQueue: Equatable, Sendable {
    /// Limit of elements, equal to several minutes of speech.
    public static let maxElements = 64
    /// Longest pause in milliseconds.
    public static let maxPauseMilliseconds = 5_000

    /// Elements in the order of playback.
    public private(set) var elements: [VoiceQueueElement] = []

    /// Creates an empty queue.
    public init() {}

    /// Creates a queue from text with marks.
    ///
    /// - Throws: as `enqueue`.
    public init(_ text: String, clips: [String: AudioClip] = [:]) throws(FeedbackError) {
        try enqueue(text, clips: clips)
    }

    /// Whether the queue has no elements.
    public var isEmpty: Bool { elements.isEmpty }

    /// Appends text without interpreting marks, split into sentences. Use this for text from a menu.
    ///
    /// - Parameter voice: name of another voice than the usual one.
    /// - Throws: `FeedbackError.queueFull`; the queue is unchanged then.
    public mutating func enqueueSpeak(_ text: String, voice: String? = nil) throws(FeedbackError) {
        try add(
            SentenceSplitter.split(text).map { sentence in
                voice.map { .speakAs(sentence, voice: $0) } ?? .speak(sentence)
            })
    }

    /// Appends a sound by name.
    ///
    /// - Throws: `FeedbackError.unknownSound` with the known names, or `queueFull`.
    public mutating func enqueueSFX(_ name: String) throws(FeedbackError) { try add([.sound(Self.sound(name))]) }

    /// Appends a sound.
    ///
    /// - Throws: `FeedbackError.queueFull`.
    public mutating func enqueueSFX(_ sound: VoiceAudioFeedback) throws(FeedbackError) { try add([.sound(sound)]) }

    /// Appends a sound of the caller's own.
    ///
    /// - Throws: `FeedbackError.queueFull`.
    public mutating func enqueueClip(_ clip: AudioClip) throws(FeedbackError) { try add([.clip(clip)]) }

    /// Appends silence.
    ///
    /// - Parameter milliseconds: 1 to `maxPauseMilliseconds`.
    /// - Throws: `FeedbackError.badPause` or `queueFull`.
    public mutating func enqueuePause(milliseconds: Int) throws(FeedbackError) {
        guard 1...Self.maxPauseMilliseconds ~= milliseconds else {
            throw .badPause("\(milliseconds)", longest: Self.maxPauseMilliseconds)
        }
        try add([.pause(milliseconds: milliseconds)])
    }

    /// Appends text and interprets its marks.
    ///
    /// - Parameter clips: sounds of the caller's own by the names that marks give them, before the built-in ones.
    /// - Throws: `FeedbackError.unknownSound`, `badPause` or `queueFull`; the queue is unchanged then.
    public mutating func enqueue(_ text: String, clips: [String: AudioClip] = [:]) throws(FeedbackError) {
        var elements: [VoiceQueueElement] = []
        var rest = text[...], plain = text[..<text.startIndex]
        while let open = rest.firstIndex(of: "[") {
            let inside = rest[rest.index(after: open)...]
            guard let close = inside.firstIndex(where: { "[]".contains($0) }), inside[close] == "]",
                let element = try Self.mark(inside[..<close], clips)
            else {
                // Not a mark: the bracket is text, and the search continues after it.
                plain = text[plain.startIndex...open]
                rest = inside
                continue
            }
            elements +=
                SentenceSplitter.split(String(text[plain.startIndex..<open])).map(VoiceQueueElement.speak) + [element]
            rest = inside[inside.index(after: close)...]
            plain = rest[..<rest.startIndex]
        }
        try add(elements + SentenceSplitter.split(String(text[plain.startIndex...])).map(VoiceQueueElement.speak))
    }

    /// The element for a mark; `nil` if the text is not a mark.
    private static func mark(_ text: Substring, _ clips: [String: AudioClip]) throws(FeedbackError)
        -> VoiceQueueElement?
    {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let value = parts[1].drop { $0 == " " }
        switch parts[0].lowercased() {
        case "sfx":
            if let clip = clips[String(value)] { return .clip(clip) }
            return .sound(try sound(String(value)))
        case "pause":
            guard let milliseconds = Int(value), 1...maxPauseMilliseconds ~= milliseconds else {
                throw .badPause(String(value), longest: maxPauseMilliseconds)
            }
            return .pause(milliseconds: milliseconds)
        default: return nil
        }
    }

    private static func sound(_ name: String) throws(FeedbackError) -> VoiceAudioFeedback {
        guard let sound = VoiceAudioFeedback.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
        else {
            throw .unknownSound(name, known: VoiceAudioFeedback.allCases.map(\.rawValue))
        }
        return sound
    }

    /// The queue with its first sentence of this text in pieces; unchanged where it would have too many elements.
    public func splitting(_ sentence: String, into pieces: [String]) -> VoiceQueue {
        guard let index = elements.firstIndex(of: .speak(sentence)),
            elements.count + pieces.count - 1 <= Self.maxElements
        else { return self }
        var result = self
        result.elements.replaceSubrange(index...index, with: pieces.map(VoiceQueueElement.speak))
        return result
    }

    private mutating func add(_ more: [VoiceQueueElement]) throws(FeedbackError) {
        guard elements.count + more.count <= Self.maxElements else { throw .queueFull(limit: Self.maxElements) }
        elements += more
    }
}
