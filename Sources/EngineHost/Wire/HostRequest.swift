internal import Speech

/// What the host asks of a child. A child has at most one task (recognition, reading or synthesis) at a time, named by
/// a number that the host counts up; `cancel` may come at any moment, everything else only when the child waits for it.
enum HostRequest: Equatable, Sendable {
    /// Begin a recognition; answered by `started` or `failed`.
    case start(task: UInt64, vocabulary: RecognitionVocabulary?)
    /// The consumer wants the next result; answered by `audioNeeded`, `result`, `closed` or `failed`.
    case next(task: UInt64)
    /// The audio asked for.
    case audio(task: UInt64, AudioFrame)
    /// There is no more audio.
    case end(task: UInt64)
    /// Let go of the task; answered by `closed` unless its last answer is already under way.
    case cancel(task: UInt64)
    /// Read one whole utterance; answered by `words`, `closed` or `failed`.
    case recognize(task: UInt64, AudioFrame, vocabulary: RecognitionVocabulary?)
    /// Speak a text; answered by `speech`, `closed` or `failed`.
    case synthesize(task: UInt64, text: String)
    /// Whether the dictionary holds a word; answered by `hears`.
    case canHear(String)
    /// Are you there; answered by `pong` with the same number.
    case ping(UInt64)

    func message() throws(WireError) -> [UInt8] {
        switch self {
        case .start(let task, let vocabulary):
            var writer = WireWriter(type: 1)
            writer.put(task)
            writer.put(vocabulary)
            return try writer.message()
        case .next(let task): return try Self.bare(2, task)
        case .audio(let task, let frame):
            var writer = WireWriter(type: 3)
            writer.put(task)
            writer.put(frame)
            return try writer.message()
        case .end(let task): return try Self.bare(4, task)
        case .cancel(let task): return try Self.bare(5, task)
        case .recognize(let task, let frame, let vocabulary):
            var writer = WireWriter(type: 6)
            writer.put(task)
            writer.put(frame)
            writer.put(vocabulary)
            return try writer.message()
        case .synthesize(let task, let text):
            var writer = WireWriter(type: 7)
            writer.put(task)
            writer.put(text)
            return try writer.message()
        case .canHear(let word):
            var writer = WireWriter(type: 8)
            writer.put(word)
            return try writer.message()
        case .ping(let number): return try Self.bare(9, number)
        }
    }

    /// - Parameter message: type and fields.
    /// - Throws: `WireError` for anything a host does not send.
    init(_ message: [UInt8]) throws(WireError) {
        var reader = WireReader(message[...])
        let type = try reader.integer(UInt8.self)
        switch type {
        case 1: self = .start(task: try reader.integer(UInt64.self), vocabulary: try reader.vocabulary())
        case 2: self = .next(task: try reader.integer(UInt64.self))
        case 3: self = .audio(task: try reader.integer(UInt64.self), try reader.frame())
        case 4: self = .end(task: try reader.integer(UInt64.self))
        case 5: self = .cancel(task: try reader.integer(UInt64.self))
        case 6:
            self = .recognize(
                task: try reader.integer(UInt64.self), try reader.frame(), vocabulary: try reader.vocabulary())
        case 7: self = .synthesize(task: try reader.integer(UInt64.self), text: try reader.text())
        case 8: self = .canHear(try reader.text())
        case 9: self = .ping(try reader.integer(UInt64.self))
        default: throw .unknownType(type)
        }
        try reader.end()
    }

    private static func bare(_ type: UInt8, _ number: UInt64) throws(WireError) -> [UInt8] {
        var writer = WireWriter(type: type)
        writer.put(number)
        return try writer.message()
    }
}

extension WireWriter {
    fileprivate mutating func put(_ frame: AudioFrame) {
        put(frame.start)
        put(frame.endsUtterance)
        put(frame.samples)
    }

    fileprivate mutating func put(_ vocabulary: RecognitionVocabulary?) {
        put(vocabulary != nil)
        guard let vocabulary else { return }
        put(vocabulary.allowsUnknownWords)
        put(UInt32(clamping: vocabulary.phrases.count))
        for phrase in vocabulary.phrases { put(phrase) }
    }
}

extension WireReader {
    fileprivate mutating func frame() throws(WireError) -> AudioFrame {
        let start = try position(), endsUtterance = try flag()
        return AudioFrame(start: start, samples: try samples(), endsUtterance: endsUtterance)
    }

    fileprivate mutating func vocabulary() throws(WireError) -> RecognitionVocabulary? {
        guard try flag() else { return nil }
        let allowsUnknownWords = try flag()
        // A phrase has at least its count of bytes.
        let count = try count(ofBytes: 4)
        var phrases: [String] = []
        for _ in 0..<count { phrases.append(try text()) }
        return RecognitionVocabulary(phrases: phrases, allowsUnknownWords: allowsUnknownWords)
    }
}
