internal import Ordering
internal import Speech
internal import Transcription
internal import VoiceActivity
internal import VoiceOrdering
internal import WakeWord

/// How the kiosk hears: the wake phrase, then a guest, and what becomes of the microphone meanwhile.
extension KioskOrchestrator {
    /// Wait before ears that could not be opened are tried again: whoever mends the model need not start the kiosk
    /// anew.
    static let reopening = Duration.seconds(60)
    /// Audio that may be missing within an utterance.
    private static let longestGap = Duration.milliseconds(200)
    /// Most confidence of words that were clipped: below what a yes needs.
    private static let clippedConfidence = 0.5

    /// Opens the ears, then listens until a recording has ended and its guest is gone.
    func serveByVoice(_ open: @Sendable () async throws -> KioskParts.Ears) async throws {
        let listening = try await openEars(open)
        let microphone = listening.input as? any MonitoredAudioInput
        defer { microphone?.close() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.listen(with: listening) }
            if let microphone { group.addTask { try await self.watch(microphone) } }
            defer { group.cancelAll() }
            // Watching never ends but by cancellation.
            try await group.next()
        }
    }

    /// The ears as soon as they can be opened; until then the staff are told why they are not, and it is tried again
    /// and again.
    private func openEars(_ open: @Sendable () async throws -> KioskParts.Ears) async throws -> KioskParts.Ears {
        while true {
            do {
                let ears = try await open()
                hearing = ears
                status.voiceFailure = nil
                // What is still missing is known before the recogniser is said to be there.
                switch (ears.input as? any MonitoredAudioInput)?.status.availability {
                // It will say itself whether it is there.
                case .starting: hear(.starting, isThere: true)
                case .unavailable:
                    hear(.microphone, isThere: true)
                    hear(.starting, isThere: false)
                case .available, .closed, nil: hear(.starting, isThere: false)
                }
                hear(.recogniser, isThere: false)
                return ears
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                let failure = parts.sentence(error)
                if failure != status.voiceFailure { parts.log("without ears: \(failure)") }
                status.voiceFailure = failure
                hear(.recogniser, isThere: true)
                hear(.starting, isThere: false)
                try await parts.clock.sleep(Self.reopening)
            }
        }
    }

    /// Follows what becomes of the microphone.
    private func watch(_ microphone: any MonitoredAudioInput) async throws {
        for await now in microphone.statusUpdates() {
            status.microphone = now
            switch now.availability {
            case .unavailable, .available:
                hear(.microphone, isThere: now.availability != .available)
                hear(.starting, isThere: false)
            case .starting, .closed: break
            }
            // A turn that is heard too late is no dialogue any more (fault C12).
            if now.isBehind {
                microphone.discardBacklog()
                // Once: a turn that was dropped is not there any more, though its recogniser may take long to let go of
                // it.
                if isGuestHeard, session != nil { dropTurn() }
            }
        }
        // The stream ends with the microphone; the kiosk does not.
        while !Task.isCancelled { try await parts.clock.sleep(Self.reopening) }
    }

    /// Asks again, and listens anew.
    private func dropTurn() {
        status.droppedTurns += 1
        letGo()
        handle(.garbled)
    }

    /// Ends the turn that is heard: what its recogniser still makes of it is nobody's any more, neither on the screen
    /// nor in an order (fault G12).
    func letGo() {
        session = nil
        endpoints = nil
        reader.reset()
        forgetWords()
        ears?.interrupt()
    }

    /// Something keeps the kiosk from hearing, or no longer: then ordering goes by touch, or by voice again.
    func hear(_ problem: VoiceProblem, isThere: Bool) {
        if isThere { voiceProblems.insert(problem) } else { voiceProblems.remove(problem) }
        let first = VoiceProblem.allCases.first(where: voiceProblems.contains)
        if first != machine.voiceUnavailable { handle(.voice(unavailable: first)) }
        if problem == .starting, !isThere { tellOpened() }
    }

    private func listen(with listening: KioskParts.Ears) async throws {
        let ears = try GatedAudioInput(listening.input, whileSpeaking: listening.whileSpeaking, clock: parts.clock) {
            [weak self] in await self?.notice($0)
        }
        if machine.speakingSince != nil, parts.voice.makesSound { ears.mute() }
        self.ears = ears
        var circuit = CircuitBreaker()
        while !ears.isEnded {
            try Task.checkCancellation()
            do {
                if isChecking {
                    try await runCheck(listening, ears)
                } else if isGuestHeard {
                    try await recognise(listening, ears)
                } else {
                    try await awaitGuest(listening, ears)
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // The circuit is open: ordering goes by touch until the recogniser answers again.
                status.recognitionFailures += 1
                parts.log("listening failed: \(error)")
                status.voiceFailure = parts.sentence(error)
                hear(.recogniser, isThere: true)
                repeat {
                    try await parts.clock.sleep(circuit.wait(at: parts.clock.now()))
                } while try await !answers(listening)
                status.voiceFailure = nil
                hear(.recogniser, isThere: false)
            }
        }
        // A recording is over; its guest may still look at the screen.
        while machine.isServing { try await parts.clock.sleep(Self.tick) }
    }

    /// Whether the recogniser takes an utterance in which nobody says anything: a guest is not who is to find out that
    /// it does not.
    private func answers(_ listening: KioskParts.Ears) async throws -> Bool {
        do {
            for try await _ in try await listening.service.startListening(
                to: EmptyInput(), vocabulary: listening.vocabulary)
            {}
            return true
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            status.voiceFailure = parts.sentence(error)
            return false
        }
    }

    /// Waits for the wake phrase or a touch.
    private func awaitGuest(_ listening: KioskParts.Ears, _ ears: GatedAudioInput) async throws {
        ears.begin()
        guard !isGuestHeard else { return }
        guard let spotter = listening.spotter else {
            while !isGuestHeard, try await ears.nextFrame() != nil {}
            return
        }
        let gate = WakeGate(ears, spotter: spotter)
        guard let detection = try await gate.wake() else { return }
        status.wakes += 1
        parts.log("woken, score \(detection.score)")
        handle(.woke(session: parts.newSession()))
        guard isGuestHeard else { return }
        try await recognise(listening, ears, from: gate)
    }

    /// Serves the open session until it no longer listens.
    private func recognise(_ listening: KioskParts.Ears, _ ears: GatedAudioInput, from gate: WakeGate? = nil)
        async throws
    {
        ears.begin()
        guard isGuestHeard else { return }
        let session = SessionAudioInput(gate ?? ears, now: parts.clock.now)
        let endpoints = try EndpointingInput(session, settings: UtteranceEndpointer.standard, locale: menu.store.locale)
        self.session = session
        self.endpoints = endpoints
        reader = try UtteranceAssembler(menu: menu, parser: parser, certainty: listening.certainty)
        isRecognising = true
        defer {
            isRecognising = false
            self.session = nil
            self.endpoints = nil
            forgetWords()
        }
        for try await result in try await listening.service.startListening(
            to: endpoints, vocabulary: listening.vocabulary)
        { take(result) }
    }

    func notice(_ notice: GatedAudioInput.Notice) {
        switch notice {
        case .level(let level):
            check?.hear(level: level)
            for display in displays.values { display.yield(.level(level)) }
        case .speech(let isHeard):
            if isGuestHeard { handle(.speaking(isHeard: isHeard)) }
        case .fault(let fault, let isPresent):
            status.faults[fault.rawValue] = isPresent
            parts.log("microphone: \(fault.rawValue) \(isPresent ? "began" : "ended")")
            // A microphone that gives nothing at all hears no guest: the screen says so (fault A7).
            if fault == .flatLine { hear(.silence, isThere: isPresent) }
        }
    }

    private func take(_ result: VoiceTranscriptionResult) {
        guard let endpoints, let session, isGuestHeard else { return }
        let expected = machine.expected
        status.results += 1
        if result.isVolatile {
            let began = parts.clock.now()
            let shown = reader.preview(volatile: result, expecting: expected)
            endpoints.hear(shown.words, shape: shown.shape, at: result.span.end)
            transcript = reader.transcript
            if shown.items != nil { preview = reader.understood }
            publish()
            let ended = parts.clock.now()
            status.textToPreview.record(ended - began)
            status.audioToPreview.record(ended - session.newestArrival)
            return
        }
        reader.add(stable: result)
        guard let end = result.utteranceEnd else { return }
        let decision = endpoints.takeDecision()
        // It was said before what the kiosk asks now.
        let isSpokenOver = decision == .spokenOver
        let closing = reader.close(
            end, decision: decision, expecting: isSpokenOver ? .nothing : expected,
            isAsked: !isSpokenOver && machine.isAsking, at: result.span.end,
            contrast: endpoints.contrast(of:))
        switch closing {
        case .empty:
            // Nobody said it: it does not stay on the screen.
            endpoints.reset()
            forgetWords()
        case .unfinished(let words, let shape): endpoints.hear(words, shape: shape, at: result.span.end)
        case .said(let utterance, let confidence):
            endpoints.reset(said: utterance.span)
            forgetWords()
            // Whom the kiosk began to speak over has perhaps said half a sentence: only what it adds is sure to be
            // wanted.
            guard !isSpokenOver || utterance.parse.onlyAdds else { return }
            // A sentence with a hole in it may mean something else (fault A1).
            guard session.missing(in: endpoints.whole(utterance.span)) <= Self.longestGap else {
                status.garbled += 1
                return handle(.garbled)
            }
            // Nothing that was cut off at full scale is sure (fault A8).
            let confidence = endpoints.isClipped(utterance.span) ? min(confidence, Self.clippedConfidence) : confidence
            let said = KioskEvent.Said(
                text: utterance.text, parse: utterance.parse, confidence: confidence,
                began: session.time(of: endpoints.voiced(utterance.span).start),
                ended: parts.clock.now())
            handle(.said(said))
        }
    }

    private func forgetWords() {
        transcript = TranscriptState()
        preview = []
        publish()
    }
}

extension OrderParseResult {
    /// Whether it adds items to the order and does nothing else but end it.
    fileprivate var onlyAdds: Bool {
        !items.isEmpty && acts.allSatisfy { act in if case .add = act { true } else { act == .say(.checkout) } }
    }
}
