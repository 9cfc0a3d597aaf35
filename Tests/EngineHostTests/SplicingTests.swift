internal import Speech
internal import Testing

@testable internal import EngineHost

/// One sequence of results out of those of several children, and the audio that is kept for it.
struct SplicingTests {
    private static func words(_ text: String, from start: Int = 0) -> [TranscribedWord] {
        text.split(separator: " ").enumerated().map { index, word in
            let begin = SamplePosition(start + index * 1_000)
            return TranscribedWord(
                text: String(word), span: SpeechSpan(start: begin, end: begin + SampleCount(1_000)), confidence: 1)
        }
    }

    private static func result(_ text: String, _ from: Int, _ to: Int, volatile: Bool = false, end: UtteranceEnd? = nil)
        -> VoiceTranscriptionResult
    {
        VoiceTranscriptionResult(
            span: SpeechSpan(start: SamplePosition(from), end: SamplePosition(to)), words: words(text, from: from),
            isVolatile: volatile, utteranceEnd: end)
    }

    @Test("what one child says goes on as it is, in the stream's positions")
    func passage() {
        var splicer = ResultSplicer(base: SamplePosition(500))
        let (result, ended) = splicer.process(Self.result("a latte", 0, 2_000, end: .endpoint))
        #expect(
            result?.text == "a latte"
                && result?.span == SpeechSpan(start: SamplePosition(500), end: SamplePosition(2_500)))
        #expect(result?.words.first?.span.start == SamplePosition(500) && ended == SamplePosition(2_500))
    }

    @Test("a successor's stable words go on from where its predecessor's ended")
    func stableWords() {
        var splicer = ResultSplicer(base: .zero)
        _ = splicer.process(Self.result("can i get", 0, 3_000))
        splicer.restart(at: .zero, caughtUp: SamplePosition(4_000))
        #expect(splicer.process(Self.result("can i", 0, 2_000)).result == nil)
        let next = splicer.process(Self.result("get a large", 2_000, 5_000)).result
        #expect(next?.text == "a large")
        #expect(next?.span == SpeechSpan(start: SamplePosition(3_000), end: SamplePosition(5_000)))
        let last = splicer.process(Self.result("latte", 5_000, 6_000, end: .endpoint))
        #expect(last.result?.text == "latte" && last.utteranceEnded == SamplePosition(6_000))
    }

    @Test("a stable word stays as it was said, also when the successor reads it differently")
    func differentReading() {
        var splicer = ResultSplicer(base: .zero)
        _ = splicer.process(Self.result("can i get", 0, 3_000))
        splicer.restart(at: .zero, caughtUp: SamplePosition(3_000))
        let closing = splicer.process(Self.result("could i get a latte", 0, 5_000, end: .endOfInput)).result
        #expect(closing?.text == "a latte" && closing?.utteranceEnd == .endOfInput)
    }

    @Test("volatile text does not go back in time: it is held until the successor has caught up, then given once")
    func volatileText() {
        var splicer = ResultSplicer(base: .zero)
        _ = splicer.process(Self.result("can i", 0, 2_000))
        _ = splicer.process(Self.result("get a", 2_000, 4_000, volatile: true))
        splicer.restart(at: .zero, caughtUp: SamplePosition(4_000))
        #expect(splicer.process(Self.result("can", 0, 1_000, volatile: true)).result == nil)
        #expect(splicer.process(Self.result("can i get", 0, 3_000, volatile: true)).result == nil)
        let caughtUp = splicer.catchUp()
        #expect(caughtUp?.text == "get" && caughtUp?.isVolatile == true)
        #expect(splicer.catchUp() == nil)
        #expect(splicer.process(Self.result("can i get a", 0, 4_500, volatile: true)).result?.text == "get a")
    }

    @Test("volatile text that the successor does not hear is taken back when it has caught up")
    func vanished() {
        var splicer = ResultSplicer(base: .zero)
        _ = splicer.process(Self.result("get", 0, 1_000, volatile: true))
        splicer.restart(at: .zero, caughtUp: SamplePosition(2_000))
        let taken = splicer.catchUp()
        #expect(taken?.isVolatile == true && taken?.words.isEmpty == true)
    }

    @Test("a held reading is cut anew when words of it became stable meanwhile")
    func heldThenStable() {
        var splicer = ResultSplicer(base: .zero)
        splicer.restart(at: .zero, caughtUp: SamplePosition(4_000))
        _ = splicer.process(Self.result("can i get", 0, 3_000, volatile: true))
        #expect(splicer.process(Self.result("can i", 0, 2_000)).result?.text == "can i")
        let caughtUp = splicer.catchUp()
        #expect(caughtUp?.text == "get" && caughtUp?.span.start == SamplePosition(2_000))
    }

    @Test("an end that the successor hears before the last stable word ends nothing")
    func earlyEnd() {
        var splicer = ResultSplicer(base: .zero)
        _ = splicer.process(Self.result("a latte and a mocha", 0, 5_000))
        splicer.restart(at: .zero, caughtUp: SamplePosition(6_000))
        #expect(splicer.process(Self.result("a latte", 0, 2_000, end: .endpoint)).result == nil)
        let closing = splicer.process(Self.result("and a mocha please", 2_000, 6_000, end: .endpoint)).result
        #expect(closing?.text == "please" && closing?.utteranceEnd == .endpoint)
    }

    @Test("of an utterance longer than what is kept, only the words that are read again are compared")
    func longUtterance() {
        var splicer = ResultSplicer(base: .zero)
        _ = splicer.process(Self.result("one two three four", 0, 4_000))
        splicer.restart(at: SamplePosition(2_000), caughtUp: SamplePosition(4_000))
        #expect(splicer.process(Self.result("three four five", 0, 3_000, end: .endOfInput)).result?.text == "five")
    }

    @Test("audio is kept for 30 s and not a sample longer")
    func retention() {
        var retained = ReplayBuffer(capacity: SampleCount(10_000))
        for index in 0..<100 {
            retained.append(
                AudioFrame(start: SamplePosition(index * 700), samples: [Int16](repeating: Int16(index), count: 700)))
        }
        #expect(retained.length == SampleCount(10_000))
        #expect(retained.start == SamplePosition(60_000))
        retained.discard(before: SamplePosition(69_999))
        #expect(retained.segments == [AudioFrame(start: SamplePosition(69_999), samples: [99])])
        retained.discard(before: SamplePosition(1_000_000))
        #expect(retained.segments.isEmpty && retained.start == nil)
    }

    @Test(
        "C12: an endless recognition keeps 30 s, or 10 s before the first word, and pulls frames only on request",
        arguments: [false, true])
    func bounded(_ isSpeaking: Bool) {
        var recognition = HostedRecognition()
        var position = SamplePosition.zero, pulled = 0, given = 0
        #expect(recognition.nextStep() == .requestResult)
        for index in 0..<2_000 {
            if isSpeaking, index == 5 {
                recognition.process(Self.result("a", 0, 4_000, volatile: true))
                guard case .deliver = recognition.nextStep() else {
                    Issue.record("nothing to deliver")
                    return
                }
                #expect(recognition.nextStep() == .requestResult)
            }
            recognition.awaitAudio()
            #expect(recognition.nextStep() == .pullInput)
            pulled += 1
            let frame = AudioFrame(start: position, samples: [Int16](repeating: 0, count: 1_600))
            position = frame.end
            recognition.process(frame)
            if case .sendAudio = recognition.nextStep() { given += 1 }
        }
        #expect(pulled == given)
        // A successor reads that again, and no more.
        recognition.restart()
        recognition.awaitAudio()
        var again = 0
        while case .sendAudio(let segment) = recognition.nextStep() {
            #expect(segment.start == SamplePosition(again))
            again += segment.samples.count
            recognition.awaitAudio()
        }
        #expect(
            again == (isSpeaking ? HostedRecognition.retention : HostedRecognition.unspokenRetention).samples)
    }

    @Test("a large frame is handed over in segments, and again after a loss, from the open utterance's beginning")
    func segments() {
        var recognition = HostedRecognition()
        recognition.awaitAudio()
        recognition.process(AudioFrame(start: SamplePosition(100), samples: [Int16](repeating: 7, count: 40_000)))
        func given() -> [Int] {
            var sizes: [Int] = []
            while case .sendAudio(let segment) = recognition.nextStep() {
                sizes.append(segment.samples.count)
                recognition.awaitAudio()
            }
            return sizes
        }
        #expect(given() == [16_000, 16_000, 8_000])
        recognition.process(Self.result("a latte", 0, 30_000, end: .endpoint))
        guard case .deliver(let result) = recognition.nextStep() else {
            Issue.record("nothing to deliver")
            return
        }
        #expect(result.span.end == SamplePosition(30_100))
        recognition.restart()
        #expect(recognition.nextStep() == .requestResult)
        recognition.awaitAudio()
        #expect(given() == [2_000, 8_000])
        recognition.process(nil)
        #expect(recognition.nextStep() == .sendEndOfInput)
    }

    @Test(
        "the mark of an utterance's end goes with a frame's last segment, again after a loss, and without samples",
        arguments: [40_000, 0])
    func markedEnd(_ count: Int) {
        var recognition = HostedRecognition()
        func marks() -> [Bool] {
            var marks: [Bool] = []
            recognition.awaitAudio()
            while case .sendAudio(let segment) = recognition.nextStep() {
                marks.append(segment.endsUtterance)
                recognition.awaitAudio()
            }
            return marks
        }
        recognition.process(AudioFrame(start: .zero, samples: [1]))
        #expect(marks() == [false])
        recognition.process(
            AudioFrame(start: SamplePosition(1), samples: [Int16](repeating: 7, count: count), endsUtterance: true))
        let expected = count == 0 ? [true] : [false, false, true]
        #expect(marks() == expected)
        recognition.restart()
        #expect(recognition.nextStep() == .requestResult)
        #expect(marks() == [false] + expected)
        recognition.process(Self.result("a latte", 0, 1 + count, end: .endpoint))
        guard case .deliver = recognition.nextStep() else {
            Issue.record("nothing to deliver")
            return
        }
        recognition.restart()
        #expect(recognition.nextStep() == .requestResult)
        #expect(marks() == [], "An utterance that is closed is not closed again.")
    }
}
