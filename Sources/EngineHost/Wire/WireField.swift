internal import Speech

extension WireField where Self: FixedWidthInteger {
    static var fewestBytes: Int { bitWidth / 8 }
    func write(to writer: inout WireWriter) { writer.put(self) }
    init(from reader: inout WireReader) throws(WireError) { self = try reader.integer() }
}

extension UInt8: WireField {}
extension UInt16: WireField {}
extension UInt32: WireField {}
extension UInt64: WireField {}
extension Int16: WireField {}
extension Int32: WireField {}

extension Bool: WireField {
    static var fewestBytes: Int { 1 }
    func write(to writer: inout WireWriter) { writer.put(UInt8(self ? 1 : 0)) }

    init(from reader: inout WireReader) throws(WireError) {
        switch try reader.integer(UInt8.self) {
        case 0: self = false
        case 1: self = true
        default: throw .valueOutOfRange("flag")
        }
    }
}

/// A share, 0…1: the only floating-point numbers that messages carry are confidences.
extension Double: WireField {
    static var fewestBytes: Int { 8 }
    func write(to writer: inout WireWriter) { writer.put(bitPattern) }

    init(from reader: inout WireReader) throws(WireError) {
        let value = Double(bitPattern: try reader.integer())
        guard (0...1).contains(value) else { throw .valueOutOfRange("share") }
        self = value
    }
}

extension String: WireField {
    static var fewestBytes: Int { 4 }

    func write(to writer: inout WireWriter) {
        writer.put(UInt32(clamping: utf8.count))
        writer.put(utf8)
    }

    init(from reader: inout WireReader) throws(WireError) {
        let count = try reader.count(ofBytes: 1)
        self = String(decoding: try reader.take(count), as: UTF8.self)
    }
}

extension Array: WireField where Element: WireField {
    static var fewestBytes: Int { 4 }

    func write(to writer: inout WireWriter) {
        writer.put(UInt32(clamping: count))
        writer.reserve(count * Element.fewestBytes)
        for element in self { element.write(to: &writer) }
    }

    init(from reader: inout WireReader) throws(WireError) {
        let count = try reader.count(ofBytes: Element.fewestBytes)
        self = []
        reserveCapacity(count)
        for _ in 0..<count { append(try reader.next()) }
    }
}

extension Optional: WireField where Wrapped: WireField {
    static var fewestBytes: Int { 1 }

    func write(to writer: inout WireWriter) {
        (self != nil).write(to: &writer)
        self?.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(WireError) {
        self = try reader.next(Bool.self) ? try reader.next(Wrapped.self) : nil
    }
}

extension SamplePosition: WireField {
    static var fewestBytes: Int { 8 }
    func write(to writer: inout WireWriter) { writer.put(Int64(samples)) }

    init(from reader: inout WireReader) throws(WireError) {
        let value = try reader.integer(Int64.self)
        guard (0...Int64(WireFormat.furthestPosition)).contains(value) else { throw .valueOutOfRange("position") }
        self.init(Int(value))
    }
}

extension SpeechSpan: WireField {
    static var fewestBytes: Int { 16 }

    func write(to writer: inout WireWriter) {
        start.write(to: &writer)
        end.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(WireError) {
        let start = try reader.next(SamplePosition.self), end = try reader.next(SamplePosition.self)
        guard start <= end else { throw .valueOutOfRange("span") }
        self.init(start: start, end: end)
    }
}

extension AudioFrame: WireField {
    static var fewestBytes: Int { 13 }

    func write(to writer: inout WireWriter) {
        start.write(to: &writer)
        endsUtterance.write(to: &writer)
        samples.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(WireError) {
        let start = try reader.next(SamplePosition.self), endsUtterance = try reader.next(Bool.self)
        self.init(start: start, samples: try reader.next(), endsUtterance: endsUtterance)
    }
}

extension RecognitionVocabulary: WireField {
    static var fewestBytes: Int { 13 }

    func write(to writer: inout WireWriter) {
        allowsUnknownWords.write(to: &writer)
        phrases.write(to: &writer)
        names.write(to: &writer)
        leadIns.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(WireError) {
        let allowsUnknownWords = try reader.next(Bool.self)
        self.init(
            phrases: try reader.next(), names: try reader.next(), leadIns: try reader.next(),
            allowsUnknownWords: allowsUnknownWords)
    }
}

extension TranscribedWord: WireField {
    static var fewestBytes: Int { 28 }

    func write(to writer: inout WireWriter) {
        span.write(to: &writer)
        confidence.write(to: &writer)
        text.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(WireError) {
        let span = try reader.next(SpeechSpan.self), confidence = try reader.next(Double.self)
        self.init(text: try reader.next(), span: span, confidence: confidence)
    }
}

extension UtteranceEnd: WireField {
    static var fewestBytes: Int { 1 }

    func write(to writer: inout WireWriter) {
        switch self {
        case .endpoint: writer.put(UInt8(1))
        case .endOfInput: writer.put(UInt8(2))
        }
    }

    init(from reader: inout WireReader) throws(WireError) {
        switch try reader.integer(UInt8.self) {
        case 1: self = .endpoint
        case 2: self = .endOfInput
        default: throw .valueOutOfRange("utterance end")
        }
    }
}

extension VoiceTranscriptionResult: WireField {
    static var fewestBytes: Int { 22 }

    func write(to writer: inout WireWriter) {
        span.write(to: &writer)
        isVolatile.write(to: &writer)
        utteranceEnd.write(to: &writer)
        words.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(WireError) {
        let span = try reader.next(SpeechSpan.self), isVolatile = try reader.next(Bool.self)
        let end = try reader.next(UtteranceEnd?.self)
        self.init(span: span, words: try reader.next(), isVolatile: isVolatile, utteranceEnd: end)
    }
}

extension SynthesizedSpeech: WireField {
    static var fewestBytes: Int { 8 }

    func write(to writer: inout WireWriter) {
        writer.put(UInt32(clamping: sampleRate))
        samples.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(WireError) {
        let sampleRate = Int(try reader.integer(UInt32.self))
        guard (1...768_000).contains(sampleRate) else { throw .valueOutOfRange("sample rate") }
        self.init(samples: try reader.next(), sampleRate: sampleRate)
    }
}

extension EngineFailure: WireField {
    static var fewestBytes: Int { 8 }

    func write(to writer: inout WireWriter) {
        code.write(to: &writer)
        text.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(code: try reader.next(), text: try reader.next())
    }
}
