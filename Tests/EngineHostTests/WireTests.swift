internal import Foundation
internal import Glibc
internal import PlatformSupport
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import EngineHost

/// Messages between host and child, whole and damaged.
@Suite(.timeLimit(.minutes(10)))
struct WireTests {
    private static let words = [
        TranscribedWord(
            text: "large", span: SpeechSpan(start: SamplePosition(1_600), end: SamplePosition(4_800)),
            confidence: 0.75),
        TranscribedWord(
            text: "café", span: SpeechSpan(start: SamplePosition(4_800), end: SamplePosition(9_000)), confidence: 1),
    ]

    private static let requests: [HostRequest] = [
        .start(task: 1, vocabulary: nil),
        .start(
            task: .max,
            vocabulary: RecognitionVocabulary(
                phrases: ["one latte", "", "naïve"], names: ["latte"], leadIns: ["i want"],
                allowsUnknownWords: false)),
        .next(task: 2), .audio(task: 3, AudioFrame(start: SamplePosition(48_000), samples: [.min, -1, 0, 1, .max])),
        .audio(task: 3, AudioFrame(start: .zero, samples: [])),
        .audio(task: 3, AudioFrame(start: .zero, samples: [9], endsUtterance: true)),
        .end(task: 4), .cancel(task: 5),
        .recognize(task: 6, AudioFrame(start: .zero, samples: [1, 2]), vocabulary: RecognitionVocabulary(phrases: [])),
        .synthesize(task: 7, text: "That is $12.50. \u{0}Anything else?"), .canHear("latte"), .ping(8),
    ]

    private static let replies: [HostReply] = [
        .hello(engine: "vosk", model: "brews-en"), .unavailable(EngineFailure(code: 4, text: "it is damaged")),
        .started(task: 1), .audioNeeded(task: 2),
        .result(
            task: 3,
            VoiceTranscriptionResult(
                span: SpeechSpan(start: .zero, end: SamplePosition(9_000)), words: words, isVolatile: true)),
        .result(
            task: 3,
            VoiceTranscriptionResult(
                span: SpeechSpan(start: .zero, end: .zero), words: [], isVolatile: false, utteranceEnd: .endOfInput)),
        .result(
            task: 3,
            VoiceTranscriptionResult(
                span: SpeechSpan(start: .zero, end: SamplePosition(1)), words: words, isVolatile: false,
                utteranceEnd: .endpoint)),
        .closed(task: 4), .failed(task: 5, EngineFailure(code: -1, text: "")), .words(task: 6, words),
        .speech(task: 7, SynthesizedSpeech(samples: [5, -5], sampleRate: 22_050)),
        .hears(true), .hears(false), .pong(.max),
    ]

    private static func body(_ message: [UInt8]) -> [UInt8] { Array(message.dropFirst(WireFormat.headerBytes)) }

    @Test(
        "a message larger than the socket holds is sent whole although its task is cancelled; the next is separate"
    )
    func calledOff() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let channel = MessageChannel(FileDescriptor(owning: ends[0])),
            other = MessageChannel(FileDescriptor(owning: ends[1]))
        let large = try HostRequest.recognize(
            task: 6, AudioFrame(start: .zero, samples: [Int16](repeating: 7, count: 400_000)), vocabulary: nil)
        let abort = AbortFlag()
        abort.raise()
        let (message, cancel) = try (large.message(), HostRequest.cancel(task: 6).message())
        let sending = Thread {
            try? channel.send(message, WaitLimit(.seconds(60), now: MonotonicClock.awake.now, abort: abort))
            try? channel.send(cancel, WaitLimit(.seconds(60), now: MonotonicClock.awake.now, abort: nil))
        }
        sending.start()
        let limit = WaitLimit(.seconds(60), now: MonotonicClock.awake.now, abort: nil)
        #expect(try HostRequest(other.receive(limit)) == large)
        #expect(try HostRequest(other.receive(limit)) == .cancel(task: 6))
    }

    @Test("requests come out as they went in", arguments: requests)
    func request(_ request: HostRequest) throws { #expect(try HostRequest(Self.body(request.message())) == request) }

    @Test("replies come out as they went in", arguments: replies)
    func reply(_ reply: HostReply) throws { #expect(try HostReply(Self.body(reply.message())) == reply) }

    @Test("every message cut short or with a byte more is refused")
    func wrongLength() throws {
        for message in try Self.requests.map({ try $0.message() }) {
            let body = Self.body(message)
            for length in 0..<body.count {
                #expect(throws: WireError.self) { _ = try HostRequest(Array(body.prefix(length))) }
            }
            #expect(throws: WireError.self) { _ = try HostRequest(body + [0]) }
        }
        for message in try Self.replies.map({ try $0.message() }) {
            let body = Self.body(message)
            for length in 0..<body.count {
                #expect(throws: WireError.self) { _ = try HostReply(Array(body.prefix(length))) }
            }
            #expect(throws: WireError.self) { _ = try HostReply(body + [0]) }
        }
    }

    @Test("another version, another magic, unknown types and values out of range are refused")
    func refusals() throws {
        var version = Self.body(try HostReply.hello(engine: "a", model: "b").message())
        version[5] += 1
        #expect(throws: WireError.valueOutOfRange("version")) { _ = try HostReply(version) }
        var magic = Self.body(try HostReply.hello(engine: "a", model: "b").message())
        magic[1] ^= 1
        #expect(throws: WireError.valueOutOfRange("magic")) { _ = try HostReply(magic) }
        #expect(throws: WireError.unknownType(255)) { _ = try HostReply([255]) }
        #expect(throws: WireError.unknownType(128)) { _ = try HostRequest([128]) }
        let backwards = VoiceTranscriptionResult(
            span: SpeechSpan(start: SamplePosition(-1), end: .zero), words: [], isVolatile: true)
        #expect(throws: WireError.valueOutOfRange("position")) {
            _ = try HostReply(Self.body(HostReply.result(task: 1, backwards).message()))
        }
        for confidence in [Double.nan, .infinity, -0.1, 1.1] {
            let word = TranscribedWord(text: "a", span: SpeechSpan(start: .zero, end: .zero), confidence: confidence)
            #expect(throws: WireError.valueOutOfRange("share")) {
                _ = try HostReply(Self.body(HostReply.words(task: 1, [word]).message()))
            }
        }
    }

    @Test("a message that is too long is not made, and its length alone is refused")
    func tooLong() throws {
        let samples = [Int16](repeating: 0, count: WireFormat.mostBytes / 2)
        #expect(throws: WireError.self) {
            _ = try HostRequest.audio(task: 1, AudioFrame(start: .zero, samples: samples)).message()
        }
        for length in [0, WireFormat.mostBytes + 1, Int(UInt32.max)] {
            var assembler = MessageAssembler()
            assembler.append(withUnsafeBytes(of: UInt32(length).littleEndian, Array.init))
            #expect(throws: WireError.lengthOutOfRange(length)) { _ = try assembler.next() }
        }
    }

    @Test("messages are cut out of the stream however its bytes arrive", arguments: [1, 3, 7, 64, 100_000])
    func assembling(_ step: Int) throws {
        let messages = try Self.replies.map { try $0.message() }
        let stream = Array(messages.joined())
        var assembler = MessageAssembler()
        var taken: [HostReply] = []
        for start in stride(from: 0, to: stream.count, by: step) {
            assembler.append(stream[start..<min(start + step, stream.count)])
            while let body = try assembler.next() { taken.append(try HostReply(body)) }
        }
        #expect(taken == Self.replies)
    }

    @Test("Random and mutated messages are read or refused, and none claims more than it holds")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 3)
        let seeds =
            try Self.requests.map { Self.body(try $0.message()) } + Self.replies.map { Self.body(try $0.message()) }
        var read = 0
        let rounds = Repository.rounds(40_000, full: 200_000)
        for round in 0..<rounds {
            var bytes: [UInt8]
            if round % 4 == 0 {
                bytes = (0..<Int.random(in: 1...80, using: &generator)).map { _ in
                    UInt8.random(in: .min ... .max, using: &generator)
                }
                bytes[0] = UInt8.random(in: 0...12, using: &generator) + (Bool.random(using: &generator) ? 126 : 0)
            } else {
                bytes = seeds.randomElement(using: &generator) ?? []
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0 where bytes.count > 1:
                        bytes.removeSubrange(Int.random(in: 1..<bytes.count, using: &generator)...)
                    case 1:
                        bytes.insert(
                            UInt8.random(in: .min ... .max, using: &generator),
                            at: Int.random(in: 0...bytes.count, using: &generator))
                    case 2:
                        bytes[Int.random(in: bytes.indices, using: &generator)] =
                            [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
                    default:
                        bytes[Int.random(in: bytes.indices, using: &generator)] ^=
                            1 << UInt8.random(in: 0..<8, using: &generator)
                    }
                }
            }
            if let request = try? HostRequest(bytes) {
                read += 1
                if case .audio(_, let frame) = request, 2 * frame.samples.count > bytes.count {
                    Issue.record("\(bytes)")
                }
            }
            if let reply = try? HostReply(bytes) {
                read += 1
                if case .words(_, let words) = reply, 28 * words.count > bytes.count { Issue.record("\(bytes)") }
            }
        }
        // Both ways were taken: some of it is still a message.
        #expect(read > rounds / 20 && read < rounds * 3 / 4, "\(read)")
    }
}
