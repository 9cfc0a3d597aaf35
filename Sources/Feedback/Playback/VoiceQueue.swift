/// One thing that is played: a sentence, a sound, or silence.
public enum VoiceQueueElement: Equatable, Sendable {
    /// Text for the synthesiser, at most `SpokenSentences.mostCharacters` characters.
    case speak(String)
    case sound(VoiceAudioFeedback)
    case pause(milliseconds: Int)
}

/// What is to be said, in order, put together from text, sounds and pauses.
///
/// In text, `[sfx:itemAdded]` stands for a sound and `[pause:300]` for milliseconds of silence. Other brackets are
/// text.
public struct VoiceQueue: Equatable, Sendable {
    /// Most elements. More would be minutes of speech, which nobody at a kiosk hears out.
    public static let mostElements = 64
    /// Longest pause in milliseconds.
    public static let longestPause = 5_000

    public private(set) var elements: [VoiceQueueElement] = []

    public init() {}

    /// A queue of a text with its marks.
    ///
    /// - Throws: as `enqueue`.
    public init(_ text: String) throws(FeedbackError) { try enqueue(text) }

    public var isEmpty: Bool { elements.isEmpty }

    /// Adds a text without looking for marks, cut into sentences. Text of a menu goes in here: nothing in it is a
    /// command.
    ///
    /// - Throws: `FeedbackError.queueFull`; then nothing was added.
    public mutating func enqueueSpeak(_ text: String) throws(FeedbackError) {
        try add(SpokenSentences.split(text).map(VoiceQueueElement.speak))
    }

    /// Adds a sound by its name.
    ///
    /// - Throws: `FeedbackError.unknownSound` naming those there are, or `queueFull`.
    public mutating func enqueueSFX(_ name: String) throws(FeedbackError) { try add([.sound(Self.sound(name))]) }

    public mutating func enqueueSFX(_ sound: VoiceAudioFeedback) throws(FeedbackError) { try add([.sound(sound)]) }

    /// Adds silence.
    ///
    /// - Parameter milliseconds: 1 to `longestPause`.
    /// - Throws: `FeedbackError.badPause` or `queueFull`.
    public mutating func enqueuePause(milliseconds: Int) throws(FeedbackError) {
        guard 1...Self.longestPause ~= milliseconds else {
            throw .badPause("\(milliseconds)", longest: Self.longestPause)
        }
        try add([.pause(milliseconds: milliseconds)])
    }

    /// Adds a text with its marks.
    ///
    /// - Throws: `FeedbackError.unknownSound`, `badPause` or `queueFull`; then nothing was added.
    public mutating func enqueue(_ text: String) throws(FeedbackError) {
        var elements: [VoiceQueueElement] = []
        var rest = text[...], plain = text[..<text.startIndex]
        while let open = rest.firstIndex(of: "[") {
            let inside = rest[rest.index(after: open)...]
            guard let close = inside.firstIndex(where: { "[]".contains($0) }), inside[close] == "]",
                let element = try Self.mark(inside[..<close])
            else {
                // No mark of ours: text, from which the search goes on behind the bracket.
                plain = text[plain.startIndex...open]
                rest = inside
                continue
            }
            elements +=
                SpokenSentences.split(String(text[plain.startIndex..<open])).map(VoiceQueueElement.speak) + [element]
            rest = inside[inside.index(after: close)...]
            plain = rest[..<rest.startIndex]
        }
        try add(elements + SpokenSentences.split(String(text[plain.startIndex...])).map(VoiceQueueElement.speak))
    }

    /// The element that a mark stands for; `nil` where it is none.
    private static func mark(_ text: Substring) throws(FeedbackError) -> VoiceQueueElement? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let value = parts[1].drop { $0 == " " }
        switch parts[0].lowercased() {
        case "sfx": return .sound(try sound(String(value)))
        case "pause":
            guard let milliseconds = Int(value), 1...longestPause ~= milliseconds else {
                throw .badPause(String(value), longest: longestPause)
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

    private mutating func add(_ more: [VoiceQueueElement]) throws(FeedbackError) {
        guard elements.count + more.count <= Self.mostElements else { throw .queueFull(limit: Self.mostElements) }
        elements += more
    }
}
