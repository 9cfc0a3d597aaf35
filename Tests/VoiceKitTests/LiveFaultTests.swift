internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing
internal import VoiceKit
internal import VoiceOrdering
internal import VoiceServiceContract

/// Faults of devices and engines: each is a typed error, and nothing waits for ever.
@Suite(.timeLimit(.minutes(10)))
struct LiveFaultTests {
    private struct Broken: Error {}

    @Test("a cancelled listening ends at once, and the next one hears")
    func cancelled() async throws {
        let microphone = ScriptedMicrophone()
        let stand = try VoiceStand(microphone, SentenceEngine())
        let listening = Task { try await stand.voice.listen() }
        await microphone.drained()
        microphone.hear(Guest.silence(0.3))
        listening.cancel()
        await #expect(throws: CancellationError.self) { try await listening.value }
        async let next = stand.voice.listen(inactivity: .seconds(0.5))
        await microphone.drained()
        microphone.hear(try Guest.sentence(thenSilent: 1))
        #expect(try await next.transcript == "my name is alice")
    }

    @Test(
        "a microphone that goes away during a listening is an error with its fault",
        arguments: [MicrophoneFault.lost, .suspended])
    func lost(_ fault: MicrophoneFault) async throws {
        let microphone = ScriptedMicrophone()
        let stand = try VoiceStand(microphone, SentenceEngine())
        let listening = Task { try await stand.voice.listen() }
        await microphone.drained()
        microphone.fail(fault)
        await stand.clock.sleepers()
        stand.clock.advance(by: .seconds(2))
        await #expect(throws: VoiceKitError.microphone(fault)) { try await listening.value }
        // It comes back, and so does the voice.
        microphone.recover()
        async let next = stand.voice.listen(inactivity: .seconds(0.5))
        await microphone.drained()
        microphone.hear(try Guest.sentence(thenSilent: 1))
        #expect(try await next.transcript == "my name is alice")
    }

    @Test("a microphone without audio and without a fault is one too; a recogniser without a result is another")
    func stalled() async throws {
        let microphone = ScriptedMicrophone()
        let stand = try VoiceStand(microphone, SentenceEngine())
        let listening = Task { try await stand.voice.listen() }
        await microphone.drained()
        await stand.clock.sleepers()
        stand.clock.advance(by: .seconds(2))
        await #expect(throws: VoiceKitError.microphone(.stalled)) { try await listening.value }
        let dead = try VoiceStand(SampleInput(Guest.silence(30)), DeadEngine())
        let waiting = Task { try await dead.voice.listen() }
        await dead.clock.sleepers()
        dead.clock.advance(by: .seconds(20))
        await #expect(throws: VoiceKitError.recognizerTooSlow) { try await waiting.value }
    }

    @Test("errors of the input and of the recogniser say which of the two failed")
    func failures() async throws {
        let input = try VoiceStand(BreakingInput(frames: 3), SentenceEngine())
        let first = try await #require(throws: VoiceKitError.self) { try await input.voice.listen() }
        if case .input = first {} else { Issue.record("\(first)") }
        let engine = ScriptedVoiceService(script: [(at: SamplePosition(seconds: 0.1), event: .fails(Broken()))])
        let stand = try VoiceStand(SampleInput(Guest.silence(9)), engine)
        let second = try await #require(throws: VoiceKitError.self) { try await stand.voice.listen() }
        if case .recognizer = second {} else { Issue.record("\(second)") }
    }

    @Test(
        "a microphone that cannot be used is an error with the command that mends it",
        arguments: [
            (MicrophoneFault.missing, "brews doctor"), (.busy, "fuser -v /dev/snd/*"),
            (.denied, "sudo usermod -aG audio $USER"), (.unsupported, "brews doctor"),
        ])
    func notReady(_ fault: MicrophoneFault, _ command: String) async throws {
        let microphone = ScriptedMicrophone()
        microphone.fail(fault)
        let stand = try VoiceStand(microphone, SentenceEngine())
        let error = try await #require(throws: VoiceKitError.self) { try await stand.voice.ensureReady() }
        #expect(error == .microphone(fault) && error.description.contains(command), "\(error)")
        #expect(await stand.voice.status().problem == error.description)
        microphone.recover()
        try await stand.voice.ensureReady()
        var states = await stand.voice.statusUpdates().makeAsyncIterator()
        while let status = await states.next(), status.microphone != .available {}
        #expect(await stand.voice.status().problem == nil)
    }

    @Test("a loudspeaker that plays nothing is an error; what was to be said is shown only")
    func noSound() async throws {
        let stand = try VoiceStand(SampleInput([]), SentenceEngine())
        stand.output.fail(with: Broken())
        guard case .shownOnly(.noSound) = await stand.voice.speak("Hello.") else {
            Issue.record("it was spoken")
            return
        }
        guard case .unavailable = await stand.voice.status().loudspeaker else {
            Issue.record("the loudspeaker is said to work")
            return
        }
        let error = try await #require(throws: VoiceKitError.self) { try await stand.voice.ensureReady() }
        #expect(error.mend?.contains("brews doctor") == true)
        stand.output.fail(with: nil)
        #expect(await stand.voice.speak("Hello.") == .spoken)
        #expect(await stand.voice.status().loudspeaker == .available)
    }

    @Test("free speech without a recogniser for it is an error with the mending command; with one it is heard")
    func freeSpeech() async throws {
        let bound = try VoiceStand(SampleInput([]), SentenceEngine(), hears: .givenPhrases)
        let error = try await #require(throws: VoiceKitError.self) { try await bound.voice.listen() }
        #expect(error == .freeSpeechMissing && error.description.contains("brews models fetch"))
        let engine = SentenceEngine(sentence: "anything at all")
        let stand = try VoiceStand(
            SampleInput(try Guest.sentence()), SentenceEngine(), hears: .givenPhrases, freeSpeech: engine)
        #expect(try await stand.voice.listen().transcript == "anything at all")
        #expect(engine.vocabularies.all == [nil])
    }

    @Test("a name that the recogniser's vocabulary lacks goes to the recogniser of free speech, with all names")
    func unknownName() async throws {
        let bound = SentenceEngine(dictionary: ["alice", "bob"]), free = SentenceEngine(sentence: "xanthippe")
        let stand = try VoiceStand(
            SampleInput(try Guest.sentence()), bound, hears: .givenPhrases, freeSpeech: free)
        let context = RecognitionContext.name(allowed: ["Alice", "Xanthippe"])
        #expect(try await stand.voice.unheardAnswers(in: context).isEmpty)
        #expect(try await stand.voice.listen(context: context).name == "Xanthippe")
        #expect(bound.vocabularies.all.isEmpty)
        #expect(free.vocabularies.all.first??.names.contains("xanthippe") == true)
    }

    @Test("a context is a grammar for the recogniser; names that it cannot hear are reported")
    func vocabulary() async throws {
        let engine = SentenceEngine(dictionary: ["alice", "bob", "robert", "stop"])
        let stand = try VoiceStand(SampleInput(try Guest.sentence()), engine, hears: .givenPhrases)
        let context = RecognitionContext.name(allowed: ["Alice", "Bob", "Xanthippe"])
        #expect(try await stand.voice.listen(context: context).name == "Alice")
        #expect(engine.vocabularies.all.first??.phrases == ["alice", "bob", "robert"])
        #expect(try await stand.voice.unheardAnswers(in: context) == ["Xanthippe"])
        await #expect(throws: VoiceKitError.unheard(context: "command", phrases: ["go away"])) {
            try await stand.voice.listen(context: .command(phrases: ["Go away!"]))
        }
    }

    @Test("listening waits until the speech has ended, and overlaps it when it is asked to")
    func gate() async throws {
        let output = ScriptedOutput(.held)
        let microphone = ScriptedMicrophone()
        let stand = try VoiceStand(microphone, SentenceEngine(), output: output)
        let speech = Task { await stand.voice.speak("One moment.") }
        var speaking = await stand.voice.statusUpdates().makeAsyncIterator()
        while let status = await speaking.next(), status.phase != .speaking {}
        let listening = Task { try await stand.voice.listen(inactivity: .seconds(0.5)) }
        let barging = ListenRequest(timeout: .seconds(1), overlapsSpeech: true)
        // Who waits in line before it goes first, so the one that overlaps is heard after the sentence.
        await stand.clock.sleepers(2)
        while output.clips.isEmpty { await Task.yield() }
        output.finish()
        #expect(await speech.value == .spoken)
        await microphone.drained()
        // The room's echo of the sentence is left out: a quarter of a second.
        microphone.hear(Guest.silence(0.25) + (try Guest.sentence(thenSilent: 1)))
        let heard = try await listening.value
        #expect(heard.transcript == "my name is alice")
        let second = Task { await stand.voice.speak("Go on.") }
        while output.clips.count < 2 { await Task.yield() }
        async let beside = stand.voice.listen(barging)
        await microphone.drained()
        microphone.hear(Guest.silence(1.2))
        #expect(try await beside.length == .seconds(1))
        await stand.voice.stopSpeaking()
        #expect(await second.value == .stopped)
    }

    @Test("who waits too long for the microphone is told that it is in use")
    func busy() async throws {
        let microphone = ScriptedMicrophone()
        let stand = try VoiceStand(microphone, SentenceEngine())
        let first = Task { try await stand.voice.listen(timeout: .seconds(120)) }
        await microphone.drained()
        let second = Task { try await stand.voice.listen() }
        await stand.clock.sleepers(2)
        // The first one's microphone must not stall meanwhile.
        for _ in 0..<40 {
            microphone.hear(Guest.silence(1.5))
            await microphone.drained()
            await stand.clock.sleepers(2)
            stand.clock.advance(by: .seconds(1.5))
        }
        await #expect(throws: VoiceKitError.busy(.listening)) { try await second.value }
        await stand.voice.close()
        microphone.hear(Guest.silence(0.1))
        await #expect(throws: (any Error).self) { try await first.value }
    }

    @Test("closing ends what goes on, and the streams")
    func closing() async throws {
        let microphone = ScriptedMicrophone()
        let stand = try VoiceStand(microphone, SentenceEngine())
        let statuses = await stand.voice.statusUpdates()
        let listening = Task { try await stand.voice.listen() }
        await microphone.drained()
        await stand.voice.close()
        await #expect(throws: VoiceKitError.closed) { try await listening.value }
        #expect(await statuses.reduce(into: [VoiceStatus.Phase]()) { $0.append($1.phase) }.last == .closed)
        guard case .shownOnly = await stand.voice.speak("Hello.") else {
            Issue.record("a closed voice speaks")
            return
        }
    }

    @Test("the bundled voice starts anywhere; where there is no sound card it says so, with the mending command")
    func bundled() async throws {
        let voice = try await LiveVoiceIO()
        do { try await voice.ensureReady() } catch let error as VoiceKitError {
            #expect(error.mend != nil, "\(error)")
        }
        // Moonshine, which is part of the bundled model, spells what the café model does not know.
        #expect(try await voice.unheardAnswers(in: .name(allowed: ["Alice", "Xanthippe"])).isEmpty)
        await voice.close()
    }

    @Test("every problem is a sentence")
    func sentences() {
        let errors: [VoiceKitError] = [
            .microphone(.missing), .input("x"), .loudspeaker("x"), .engineMissing("there is none", mend: "y"),
            .freeSpeechMissing,
            .unheard(context: "name", phrases: ["a"]), .recognizer("x"), .recognizerTooSlow, .busy(.listening),
            .busy(.speaking), .recording(path: "p", reason: "x"), .clip(path: "p", reason: "x"),
            .unknownClip("x", known: []), .unknownClip("x", known: ["y"]), .badSetting(name: "a", range: "b"),
            .badScript("x"), .closed,
        ]
        for error in errors {
            #expect(error.description.hasPrefix(error.problem) && error.description.count > 10)
            if let mend = error.mend { #expect(error.description.hasSuffix("; " + mend)) }
        }
    }
}
