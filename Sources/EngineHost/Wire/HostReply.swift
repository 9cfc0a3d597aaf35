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

    func message() throws(WireError) -> [UInt8] {
        switch self {
        case .hello(let engine, let model):
            var writer = WireWriter(type: 128)
            writer.put(WireFormat.magic)
            writer.put(WireFormat.version)
            writer.put(engine)
            writer.put(model)
            return try writer.message()
        case .unavailable(let failure):
            var writer = WireWriter(type: 129)
            writer.put(failure)
            return try writer.message()
        case .started(let task): return try Self.bare(130, task)
        case .audioNeeded(let task): return try Self.bare(131, task)
        case .result(let task, let result):
            var writer = WireWriter(type: 132)
            writer.put(task)
            writer.put(result)
            return try writer.message()
        case .closed(let task): return try Self.bare(133, task)
        case .failed(let task, let failure):
            var writer = WireWriter(type: 134)
            writer.put(task)
            writer.put(failure)
            return try writer.message()
        case .words(let task, let words):
            var writer = WireWriter(type: 135)
            writer.put(task)
            writer.put(words)
            return try writer.message()
        case .speech(let task, let speech):
            var writer = WireWriter(type: 136)
            writer.put(task)
            writer.put(UInt32(clamping: speech.sampleRate))
            writer.put(speech.samples)
            return try writer.message()
        case .hears(let answer):
            var writer = WireWriter(type: 137)
            writer.put(answer)
            return try writer.message()
        case .pong(let number): return try Self.bare(138, number)
        }
    }

    /// - Parameter message: type and fields.
    /// - Throws: `WireError` for anything a child of this version does not send.
    init(_ message: [UInt8]) throws(WireError) {
        var reader = WireReader(message[...])
        let type = try reader.integer(UInt8.self)
        switch type {
        case 128:
            guard try reader.integer(UInt32.self) == WireFormat.magic else { throw .valueOutOfRange("magic") }
            guard try reader.integer(UInt16.self) == WireFormat.version else { throw .valueOutOfRange("version") }
            self = .hello(engine: try reader.text(), model: try reader.text())
        case 129: self = .unavailable(try reader.failure())
        case 130: self = .started(task: try reader.integer(UInt64.self))
        case 131: self = .audioNeeded(task: try reader.integer(UInt64.self))
        case 132: self = .result(task: try reader.integer(UInt64.self), try reader.result())
        case 133: self = .closed(task: try reader.integer(UInt64.self))
        case 134: self = .failed(task: try reader.integer(UInt64.self), try reader.failure())
        case 135: self = .words(task: try reader.integer(UInt64.self), try reader.words())
        case 136:
            let task = try reader.integer(UInt64.self)
            let sampleRate = Int(try reader.integer(UInt32.self))
            guard (1...768_000).contains(sampleRate) else { throw .valueOutOfRange("sample rate") }
            self = .speech(task: task, SynthesizedSpeech(samples: try reader.samples(), sampleRate: sampleRate))
        case 137: self = .hears(try reader.flag())
        case 138: self = .pong(try reader.integer(UInt64.self))
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
    fileprivate mutating func put(_ failure: EngineFailure) {
        put(failure.code)
        put(failure.text)
    }

    fileprivate mutating func put(_ words: [TranscribedWord]) {
        put(UInt32(clamping: words.count))
        for word in words {
            put(word.span.start)
            put(word.span.end)
            put(word.confidence)
            put(word.text)
        }
    }

    fileprivate mutating func put(_ result: VoiceTranscriptionResult) {
        put(result.span.start)
        put(result.span.end)
        put(result.isVolatile)
        let end: UInt8 =
            switch result.utteranceEnd {
            case nil: 0
            case .endpoint: 1
            case .endOfInput: 2
            }
        put(end)
        put(result.words)
    }
}

extension WireReader {
    fileprivate mutating func failure() throws(WireError) -> EngineFailure {
        EngineFailure(code: try integer(Int32.self), text: try text())
    }

    private mutating func span() throws(WireError) -> SpeechSpan {
        let start = try position(), end = try position()
        guard start <= end else { throw .valueOutOfRange("span") }
        return SpeechSpan(start: start, end: end)
    }

    fileprivate mutating func words() throws(WireError) -> [TranscribedWord] {
        // Two positions, a confidence and a text's count.
        let count = try count(ofBytes: 28)
        var words: [TranscribedWord] = []
        for _ in 0..<count {
            let span = try span(), confidence = try share()
            words.append(TranscribedWord(text: try text(), span: span, confidence: confidence))
        }
        return words
    }

    fileprivate mutating func result() throws(WireError) -> VoiceTranscriptionResult {
        let span = try span(), isVolatile = try flag()
        let end: UtteranceEnd? =
            switch try integer(UInt8.self) {
            case 0: nil
            case 1: .endpoint
            case 2: .endOfInput
            default: throw .valueOutOfRange("utterance end")
            }
        return VoiceTranscriptionResult(span: span, words: try words(), isVolatile: isVolatile, utteranceEnd: end)
    }
}
