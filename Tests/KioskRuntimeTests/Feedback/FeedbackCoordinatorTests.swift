internal import Feedback
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// Speaking without sound: a voice and a card of our own, and a clock that the tests move.
@Suite(.timeLimit(.minutes(10)))
struct FeedbackCoordinatorTests {
    private struct Kiosk {
        let voice: FakeVoice
        let card: FakeCard
        let clock = ManualClock()
        let notices = Notices()
        let coordinator: FeedbackCoordinator

        init(_ manner: FakeCard.Manner, voice: FakeVoice = FakeVoice(), settings: FeedbackSettings = FeedbackSettings())
            throws
        {
            self.voice = voice
            card = FakeCard(manner)
            coordinator = try FeedbackCoordinator(synthesizer: voice, output: card, settings: settings, clock: clock) {
                [notices] in notices.add($0)
            }
        }
    }

    @Test("A text is said sentence by sentence, and its end is stamped by the samples that were played")
    func speaks() async throws {
        let kiosk = try Kiosk(.instant)
        let outcome = await kiosk.coordinator.speakAndWait("A latte. That is $4.25. Is that all?", thenListen: true)
        #expect(kiosk.voice.texts == ["A latte.", "That is $4.25.", "Is that all?"])
        #expect(kiosk.card.clips.map(\.count) == [800, 1_400, 1_200])
        #expect(
            outcome == SpeechOutcome(id: 1, ending: .spoken, listensNow: true, playedInAll: .microseconds(3_400 * 125)))
        #expect(kiosk.notices.list == [.started(1), .ended(outcome)])
        #expect(await !kiosk.coordinator.isSpeaking)
        #expect(kiosk.clock.now.offset == .zero)
    }

    @Test("The first sentence is heard while the second is still being made")
    func early() async throws {
        let kiosk = try Kiosk(.held)
        await kiosk.coordinator.speak("One. Two, hang.")
        await kiosk.card.clips(1)
        #expect(kiosk.card.clips.map(\.count) == [400] && kiosk.notices.list == [.started(1)])
        #expect(await kiosk.coordinator.isSpeaking)
        await kiosk.coordinator.stopSpeaking()
    }

    @Test("A touch ends speech at once, what waits behind it too, and what comes next plays when the card has let go")
    func touch() async throws {
        let kiosk = try Kiosk(.held)
        async let first = kiosk.coordinator.speakAndWait("One. Two.", thenListen: true)
        await kiosk.card.clips(1)
        let waiting = await kiosk.coordinator.speak("Later.")
        await kiosk.coordinator.stopSpeaking()
        // Told before anything else happens.
        #expect(
            Set(kiosk.notices.outcomes.map(\.id)).count == 2
                && kiosk.notices.outcomes.allSatisfy { $0.ending == .stopped && !$0.listensNow })
        #expect(await first.ending == .stopped && waiting == 2)
        await kiosk.coordinator.speak("New.")
        await kiosk.card.clips(2)
        #expect(kiosk.card.orders == ["stop"] && kiosk.card.mostAtOnce == 1 && kiosk.card.clips.last?.count == 400)
        kiosk.card.end()
    }

    @Test("Stopping nothing does nothing")
    func stopNothing() async throws {
        let kiosk = try Kiosk(.instant)
        await kiosk.coordinator.stopSpeaking()
        await kiosk.coordinator.pause()
        await kiosk.coordinator.continue()
        #expect(kiosk.notices.list.isEmpty && kiosk.card.orders.isEmpty)
    }

    @Test("Whoever waits for speech and is cancelled stops it")
    func cancelled() async throws {
        let kiosk = try Kiosk(.held)
        let task = Task { await kiosk.coordinator.speakAndWait("One. Two.") }
        await kiosk.card.clips(1)
        task.cancel()
        #expect(await task.value.ending == .stopped)
    }

    @Test(
        "A11: Without a sound card 100 prompts are shown only, without waiting; the next kiosk with a card speaks"
    )
    func noCard() async throws {
        let kiosk = try Kiosk(.gone)
        for index in 1...100 {
            let outcome = await kiosk.coordinator.speakAndWait("Prompt \(index). Is that all?", thenListen: true)
            guard case .shownOnly(.noSound) = outcome.ending, outcome.listensNow else {
                Issue.record("\(outcome)")
                return
            }
        }
        #expect(kiosk.clock.now.offset == .zero && kiosk.notices.outcomes.count == 100)
        kiosk.card.become(.instant)
        #expect(await kiosk.coordinator.speakAndWait("Hello.").ending == .spoken)
    }

    @Test("A11: A voice that does not answer is given up after 300 ms, and the prompt is shown only")
    func slowVoice() async throws {
        let kiosk = try Kiosk(.instant)
        async let outcome = kiosk.coordinator.speakAndWait("Please hang.", thenListen: true)
        await kiosk.clock.sleepers()
        kiosk.clock.advance(by: .milliseconds(299))
        #expect(kiosk.clock.sleeperCount == 1 && kiosk.notices.list.isEmpty)
        kiosk.clock.advance(by: .milliseconds(1))
        #expect(
            await outcome == SpeechOutcome(id: 1, ending: .shownOnly(.tooSlow), listensNow: true, playedInAll: .zero))
        #expect(await !kiosk.coordinator.isSpeaking)
        #expect(await kiosk.coordinator.speakAndWait("Hello.").ending == .spoken)
    }

    @Test("A11: A voice that fails costs no time, and what was said before it stays said")
    func brokenVoice() async throws {
        let kiosk = try Kiosk(.instant)
        for text in ["This will fail.", "One. Two fail. Three."] {
            let outcome = await kiosk.coordinator.speakAndWait(text)
            guard case .shownOnly(.synthesis(let reason)) = outcome.ending else {
                Issue.record("\(outcome)")
                return
            }
            #expect(reason.contains("Broken"))
        }
        #expect(kiosk.card.clips.map(\.count) == [400] && kiosk.clock.now.offset == .zero)
    }

    @Test("A11: A sound card that takes a clip and never plays it is given up after the clip's length and a second")
    func deadCard() async throws {
        let kiosk = try Kiosk(.dead)
        async let outcome = kiosk.coordinator.speakAndWait("12345678.")
        await kiosk.card.clips(1)
        await kiosk.clock.sleepers()
        // 900 samples at 8 kHz.
        kiosk.clock.advance(by: .microseconds(900 * 125) + .milliseconds(999))
        #expect(kiosk.notices.outcomes.isEmpty)
        kiosk.clock.advance(by: .milliseconds(1))
        guard case .shownOnly(.noSound) = await outcome.ending else {
            Issue.record("\(kiosk.notices.list)")
            return
        }
        #expect(await !kiosk.coordinator.isSpeaking)
        kiosk.card.become(.held)
        kiosk.card.end()
    }

    @Test("A card that does not even stop is given up, and then the kiosk is silent again")
    func unstoppable() async throws {
        let kiosk = try Kiosk(.dead)
        await kiosk.coordinator.speak("One.")
        await kiosk.card.clips(1)
        await kiosk.coordinator.stopSpeaking()
        #expect(kiosk.notices.outcomes.map(\.ending) == [.stopped])
        #expect(await kiosk.coordinator.state == .stopping)
        // The wait for the clip's end was given up for one of a second.
        while kiosk.clock.sleeperCount != 1 { await Task.yield() }
        async let next = kiosk.coordinator.speakAndWait("hang")
        kiosk.clock.advance(by: .seconds(1))
        await kiosk.clock.sleepers()
        kiosk.clock.advance(by: .milliseconds(300))
        #expect(await next.ending == .shownOnly(.tooSlow))
        kiosk.card.become(.held)
        kiosk.card.end()
    }

    @Test("Pausing holds the card, however long, and going on goes on")
    func pause() async throws {
        let kiosk = try Kiosk(.held)
        async let outcome = kiosk.coordinator.speakAndWait("One. Two.")
        await kiosk.card.clips(1)
        await kiosk.coordinator.pause()
        #expect(await kiosk.coordinator.state == .paused)
        while kiosk.clock.sleeperCount != 0 { await Task.yield() }
        kiosk.clock.advance(by: .seconds(3_600))
        await kiosk.coordinator.continue()
        kiosk.card.end()
        await kiosk.card.clips(2)
        kiosk.card.end()
        #expect(await outcome.ending == .spoken)
        #expect(kiosk.card.orders == ["pause", "resume"])
    }

    @Test("A cue sounds before the words; alone it sounds only while nothing is said")
    func cues() async throws {
        let kiosk = try Kiosk(.held)
        #expect(await kiosk.coordinator.play(FeedbackCue(.wakeWordHeard)))
        await kiosk.card.clips(1)
        #expect(await !kiosk.coordinator.play(FeedbackCue(.failed)))
        #expect(await !kiosk.coordinator.play(FeedbackCue(.touched)))
        kiosk.card.become(.instant)
        kiosk.card.end()
        let outcome = await kiosk.coordinator.speakAndWait("A latte.", cue: FeedbackCue(.accepted([])))
        #expect(outcome.ending == .spoken)
        // Before any speech a sound has the usual rate, afterwards the voice's.
        let earcons = try EarconSynthesizer()
        #expect(
            kiosk.card.clips.map(\.count) == [
                try earcons.samples(of: .wakeWordDetected, sampleRate: 22_050).count,
                try earcons.samples(of: .itemAdded, sampleRate: 22_050).count, 800,
            ])
        await kiosk.coordinator.play(FeedbackCue(.failed))
        await kiosk.card.clips(4)
        #expect(kiosk.card.clips.last?.count == (try earcons.samples(of: .error, sampleRate: 8_000).count))
    }

    @Test("A queue's pauses are silence of their length")
    func silence() async throws {
        let kiosk = try Kiosk(.instant)
        await kiosk.coordinator.speak(try VoiceQueue("A.[pause:500]B."))
        await kiosk.card.clips(3)
        #expect(kiosk.card.clips[1] == [Int16](repeating: 0, count: 4_000))
    }

    @Test("Sentences rendered in advance are not made again")
    func prepared() async throws {
        let kiosk = try Kiosk(.instant)
        let done = Mutex<[Int]>([])
        await kiosk.coordinator.prepare(["Hello.", "fail", "Is that all?"]) { count, _ in
            done.withLock { $0.append(count) }
        }
        #expect(done.withLock { $0 } == [1, 2, 3])
        let outcome = await kiosk.coordinator.speakAndWait("Hello. Is that all?")
        #expect(outcome.ending == .spoken && kiosk.voice.texts == ["Hello.", "fail", "Is that all?"])
    }

    @Test("Rendering in advance ends when the room is full, and with a voice that is broken")
    func prepareEnds() async throws {
        var settings = FeedbackSettings()
        settings.cacheBytes = 2 * 1_500
        let small = try Kiosk(.instant, settings: settings)
        // 1,200 and 1,600 bytes; 400 more are too much, and then nothing further is tried.
        await small.coordinator.prepare(["123456", "12345678", "12345678", "12", "1"])
        #expect(small.voice.texts == ["123456", "12345678", "12"])
        let broken = try Kiosk(.instant)
        await broken.coordinator.prepare((0..<50).map { "fail \($0)" })
        #expect(broken.voice.texts.count == 3)
    }

    @Test("Rendering in advance waits while something is said")
    func prepareWaits() async throws {
        let kiosk = try Kiosk(.held)
        await kiosk.coordinator.speak("One.")
        await kiosk.card.clips(1)
        async let prepared: Void = kiosk.coordinator.prepare(["Hello."])
        await kiosk.coordinator.pause()
        await kiosk.coordinator.continue()
        #expect(kiosk.voice.texts == ["One."])
        kiosk.card.end()
        await prepared
        #expect(kiosk.voice.texts == ["One.", "Hello."])
    }

    @Test("Another voice forgets what the old one rendered")
    func anotherVoice() async throws {
        let kiosk = try Kiosk(.instant), other = FakeVoice(level: 2_000)
        _ = await kiosk.coordinator.speakAndWait("Hello.")
        await kiosk.coordinator.use(other)
        _ = await kiosk.coordinator.speakAndWait("Hello.")
        #expect(other.texts == ["Hello."] && kiosk.card.clips.last?.first == 2_000)
    }

    @Test("The gain is heard, and does not wrap around", arguments: [(6.0206, 2_000), (-20, 100), (0, 1_000)])
    func gain(_ decibels: Double, _ level: Int16) async throws {
        let kiosk = try Kiosk(.instant, settings: FeedbackSettings(gainDecibels: decibels))
        _ = await kiosk.coordinator.speakAndWait("Hello.")
        #expect(kiosk.card.clips.last?.first == level)
        let loud = try Kiosk(.instant, voice: FakeVoice(level: 30_000), settings: FeedbackSettings(gainDecibels: 12))
        _ = await loud.coordinator.speakAndWait("Hello.")
        #expect(loud.card.clips.last?.first == 32_767)
        #expect(throws: FeedbackError.self) { try Kiosk(.instant, settings: FeedbackSettings(gainDecibels: 13)) }
    }

    @Test("Too much at once is shown only")
    func tooMuch() async throws {
        let kiosk = try Kiosk(.held)
        let id = await kiosk.coordinator.speak(String(repeating: "Hi. ", count: 65))
        #expect(kiosk.notices.outcomes.map(\.ending) == [.shownOnly(.tooMuch)] && id == 1)
        #expect(
            await kiosk.coordinator.speakAndWait(String(repeating: "Hi. ", count: 65)).ending == .shownOnly(.tooMuch))
        for _ in 0..<20 { await kiosk.coordinator.speak("Hi.") }
        #expect(kiosk.notices.outcomes.count == 2 + 20 - QueuePlayer.maxQueuedUtterances - 1)
        await kiosk.coordinator.stopSpeaking()
        #expect(kiosk.notices.outcomes.count == 22)
    }

    @Test("Nothing to say is said at once")
    func nothing() async throws {
        let kiosk = try Kiosk(.instant)
        #expect(
            await kiosk.coordinator.speakAndWait("", thenListen: true)
                == SpeechOutcome(id: 1, ending: .spoken, listensNow: true, playedInAll: .zero))
    }

    @Test("Settings outside their ranges are refused by name", arguments: 0..<5)
    func settings(_ index: Int) throws {
        var settings = FeedbackSettings()
        switch index {
        case 0: settings.longestSilence = .milliseconds(49)
        case 1: settings.playbackSlack = .seconds(11)
        case 2: settings.gainDecibels = .nan
        case 3: settings.cacheBytes = -1
        default: settings.gainDecibels = -41
        }
        #expect(throws: FeedbackError.self) { _ = try Kiosk(.instant, settings: settings) }
    }

    @Test(
        "Whatever is asked in whatever order, each utterance ends once and the card has one clip at a time",
        arguments: 0..<20)
    func random(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let kiosk = try Kiosk(.held)
        var ids: Set<Int> = []
        for _ in 0..<100 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                ids.insert(
                    await kiosk.coordinator.speak(
                        ["One. Two.", "A fail.", "[x] B.", ""].randomElement(using: &random) ?? ""))
            case 2: await kiosk.coordinator.stopSpeaking()
            case 3: await kiosk.coordinator.pause()
            case 4: await kiosk.coordinator.continue()
            case 5: kiosk.clock.advance(by: .milliseconds(Int.random(in: 0...400, using: &random)))
            default: kiosk.card.end()
            }
            for _ in 0..<Int.random(in: 0...4, using: &random) { await Task.yield() }
        }
        await kiosk.coordinator.continue()
        await kiosk.coordinator.stopSpeaking()
        kiosk.card.become(.instant)
        while await kiosk.coordinator.isSpeaking {
            kiosk.card.end()
            await Task.yield()
        }
        let ended = kiosk.notices.outcomes.map(\.id)
        #expect(Set(ended) == ids && ended.count == ids.count && kiosk.card.mostAtOnce <= 1)
    }
}
