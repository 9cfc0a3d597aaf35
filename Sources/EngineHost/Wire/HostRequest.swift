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

    /// The message with its length.
    ///
    /// - Throws: `WireError.lengthOutOfRange` when it is too long to be sent.
    func message() throws(WireError) -> [UInt8] {
        switch self {
        case .start(let task, let vocabulary): try WireWriter.message(1, task, vocabulary)
        case .next(let task): try WireWriter.message(2, task)
        case .audio(let task, let frame): try WireWriter.message(3, task, frame)
        case .end(let task): try WireWriter.message(4, task)
        case .cancel(let task): try WireWriter.message(5, task)
        case .recognize(let task, let frame, let vocabulary): try WireWriter.message(6, task, frame, vocabulary)
        case .synthesize(let task, let text): try WireWriter.message(7, task, text)
        case .canHear(let word): try WireWriter.message(8, word)
        case .ping(let number): try WireWriter.message(9, number)
        }
    }

    /// - Parameter message: type and fields.
    /// - Throws: `WireError` for anything a host does not send.
    init(_ message: [UInt8]) throws(WireError) {
        var reader = WireReader(message[...])
        let type = try reader.next(UInt8.self)
        switch type {
        case 1: self = .start(task: try reader.next(), vocabulary: try reader.next())
        case 2: self = .next(task: try reader.next())
        case 3: self = .audio(task: try reader.next(), try reader.next())
        case 4: self = .end(task: try reader.next())
        case 5: self = .cancel(task: try reader.next())
        case 6: self = .recognize(task: try reader.next(), try reader.next(), vocabulary: try reader.next())
        case 7: self = .synthesize(task: try reader.next(), text: try reader.next())
        case 8: self = .canHear(try reader.next())
        case 9: self = .ping(try reader.next())
        default: throw .unknownType(type)
        }
        try reader.end()
    }
}
