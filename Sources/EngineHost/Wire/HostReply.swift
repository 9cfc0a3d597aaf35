internal import Speech

/// What a child answers.
enum HostReply: Equatable, Sendable {
    /// The engine is loaded; the first message of every child.
    case hello(engine: String, model: String)
    /// The engine cannot be loaded.
    case unavailable(EngineFailure)
    /// The recognition has begun.
    case started(task: UInt64)
    /// The engine is through with the audio it had; the sign that it makes progress.
    case audioNeeded(task: UInt64)
    case result(task: UInt64, VoiceTranscriptionResult)
    /// The task is over: all results were given, or it was cancelled.
    case closed(task: UInt64)
    /// The engine failed in an orderly way and the task is over.
    case failed(task: UInt64, EngineFailure)
    case words(task: UInt64, [TranscribedWord])
    case speech(task: UInt64, SynthesizedSpeech)
    case hears(Bool)
    case pong(UInt64)

    /// The task that this ends, if it ends one.
    var endedTask: UInt64? {
        switch self {
        case .closed(let task), .failed(let task, _), .words(let task, _), .speech(let task, _): task
        case .hello, .unavailable, .started, .audioNeeded, .result, .hears, .pong: nil
        }
    }

    /// The message with its length.
    ///
    /// - Throws: `WireError.lengthOutOfRange` when it is too long to be sent.
    func message() throws(WireError) -> [UInt8] {
        switch self {
        case .hello(let engine, let model):
            try WireWriter.message(128, WireFormat.magic, WireFormat.version, engine, model)
        case .unavailable(let failure): try WireWriter.message(129, failure)
        case .started(let task): try WireWriter.message(130, task)
        case .audioNeeded(let task): try WireWriter.message(131, task)
        case .result(let task, let result): try WireWriter.message(132, task, result)
        case .closed(let task): try WireWriter.message(133, task)
        case .failed(let task, let failure): try WireWriter.message(134, task, failure)
        case .words(let task, let words): try WireWriter.message(135, task, words)
        case .speech(let task, let speech): try WireWriter.message(136, task, speech)
        case .hears(let answer): try WireWriter.message(137, answer)
        case .pong(let number): try WireWriter.message(138, number)
        }
    }

    /// - Parameter message: type and fields.
    /// - Throws: `WireError` for anything a child of this version does not send.
    init(_ message: [UInt8]) throws(WireError) {
        var reader = WireReader(message[...])
        let type = try reader.next(UInt8.self)
        switch type {
        case 128:
            guard try reader.next(UInt32.self) == WireFormat.magic else { throw .valueOutOfRange("magic") }
            guard try reader.next(UInt16.self) == WireFormat.version else { throw .valueOutOfRange("version") }
            self = .hello(engine: try reader.next(), model: try reader.next())
        case 129: self = .unavailable(try reader.next())
        case 130: self = .started(task: try reader.next())
        case 131: self = .audioNeeded(task: try reader.next())
        case 132: self = .result(task: try reader.next(), try reader.next())
        case 133: self = .closed(task: try reader.next())
        case 134: self = .failed(task: try reader.next(), try reader.next())
        case 135: self = .words(task: try reader.next(), try reader.next())
        case 136: self = .speech(task: try reader.next(), try reader.next())
        case 137: self = .hears(try reader.next())
        case 138: self = .pong(try reader.next())
        default: throw .unknownType(type)
        }
        try reader.end()
    }
}
