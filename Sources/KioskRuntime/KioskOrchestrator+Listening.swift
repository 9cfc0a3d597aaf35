internal import Ordering
internal import Speech
internal import Transcription
internal import VoiceActivity
internal import VoiceOrdering
internal import WakeWord

/// Voice input of the kiosk: wake phrase, a guest's turn, and the state of the microphone.
extension KioskOrchestrator {
    /// Interval between attempts to load voice input that failed: a repaired model is used without a restart.
    static let reloadInterval = Duration.seconds(60)

    /// Loads voice input, then listens until a recording has ended and its guest has left.
    func serveByVoice(_ load: @Sendable () async throws -> KioskParts.VoiceInput) async throws {
        let voiceInput = try await loadVoiceInput(load)
        let microphone = voiceInput.input as? any MonitoredAudioInput
        defer { microphone?.close() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.listen(with: voiceInput) }
            if let microphone { group.addTask { try await self.monitor(microphone) } }
            defer { group.cancelAll() }
            // Monitoring ends only by cancellation.
            try await group.next()
        }
    }

    /// Loads voice input, repeatedly if it fails; the staff see the reason meanwhile.
    private func loadVoiceInput(_ load: @Sendable () async throws -> KioskParts.VoiceInput) async throws
        -> KioskParts.VoiceInput
    {
        while true {
            do {
                let loaded = try await load()
                voiceInput = loaded
                status.voiceFailure = nil
                // A microphone that is still missing is reported before the recogniser is reported as ready.
                switch (loaded.input as? any MonitoredAudioInput)?.status.availability {
                // The microphone reports later whether it is available.
                case .starting: setVoiceProblem(.starting, isPresent: true)
                case .unavailable:
                    setVoiceProblem(.microphone, isPresent: true)
                    setVoiceProblem(.starting, isPresent: false)
                case .available, .closed, nil: setVoiceProblem(.starting, isPresent: false)
                }
                setVoiceProblem(.recogniser, isPresent: false)
                return loaded
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                let failure = parts.sentence(error)
                if failure != status.voiceFailure { parts.log("no voice input: \(failure)") }
                status.voiceFailure = failure
                setVoiceProblem(.recogniser, isPresent: true)
                setVoiceProblem(.starting, isPresent: false)
                try await parts.clock.sleep(Self.reloadInterval)
            }
        }
    }

    /// Follows the status of the microphone.
    private func monitor(_ microphone: any MonitoredAudioInput) async throws {
        for await now in microphone.statusUpdates() {
            tell(now.availability)
            status.microphone = now
            switch now.availability {
            case .unavailable, .available:
                setVoiceProblem(.microphone, isPresent: now.availability != .available)
                setVoiceProblem(.starting, isPresent: false)
            case .starting, .closed: break
            }
            // A turn recognised too late is no dialogue any more (fault C12).
            if now.isBehind {
                microphone.discardBacklog()
                // Once per turn, although its recogniser may take long to end.
                if isListening, turn != nil { dropTurn() }
            }
        }
        // The stream ends with the microphone; the kiosk continues.
        while !Task.isCancelled { try await parts.clock.sleep(Self.reloadInterval) }
    }

    /// Logs that the microphone is missing, or there again.
    private func tell(_ availability: MicrophoneStatus.Availability) {
        let (was, isNow) = (status.microphone?.availability.fault, availability.fault)
        guard was != isNow else { return }
        if let isNow {
            parts.log("no microphone: it \(isNow.reason); orders go by touch; see: brews doctor")
        } else if availability == .available {
            parts.log("the microphone works")
        }
    }

    /// Drops the turn and asks the guest to repeat it.
    private func dropTurn() {
        status.droppedTurns += 1
        endTurn()
        handle(.garbled)
    }

    /// Ends the current turn or wait for the wake phrase. Results that its recogniser still delivers are ignored: they
    /// reach neither the screen nor an order (fault G12).
    func endTurn() {
        turn = nil
        clearTranscript()
        gate?.interrupt()
    }

    /// Reports a reason for the lack of voice input, or its end. Ordering continues by touch while there is one.
    func setVoiceProblem(_ problem: VoiceProblem, isPresent: Bool) {
        if isPresent { voiceProblems.insert(problem) } else { voiceProblems.remove(problem) }
        let first = VoiceProblem.allCases.first(where: voiceProblems.contains)
        if first != machine.voiceUnavailable { handle(.voice(unavailable: first)) }
        updateDictation()
        if problem == .starting, !isPresent { resumeVoiceInputWaiters() }
    }

    private func listen(with voiceInput: KioskParts.VoiceInput) async throws {
        let gate = try GatedAudioInput(
            voiceInput.input, whileSpeaking: voiceInput.whileSpeaking, clock: parts.clock
        ) { [weak self] in await self?.processSignal($0) }
        if machine.speakingSince != nil, parts.voice.makesSound { gate.mute() }
        self.gate = gate
        var circuit = CircuitBreaker()
        while !gate.isEnded {
            try Task.checkCancellation()
            do {
                if isChecking {
                    try await runCheck(voiceInput, gate)
                } else if isListening {
                    try await recognise(voiceInput, gate)
                } else if isDictating {
                    try await runDictation(voiceInput, gate)
                } else {
                    try await awaitGuest(voiceInput, gate)
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // The circuit is open: guests order by touch until the recogniser works again.
                status.recognitionFailures += 1
                parts.log("listening failed: \(error)")
                status.voiceFailure = parts.sentence(error)
                setVoiceProblem(.recogniser, isPresent: true)
                repeat {
                    try await parts.clock.sleep(circuit.wait(at: parts.clock.now()))
                } while try await !isRecogniserWorking(voiceInput)
                status.voiceFailure = nil
                setVoiceProblem(.recogniser, isPresent: false)
            }
        }
        // A recording has ended; its guest may still use the screen.
        while machine.isServing { try await parts.clock.sleep(Self.tick) }
    }

    /// Tests the recogniser with an empty recording, so that a failure is not found by the next guest.
    private func isRecogniserWorking(_ voiceInput: KioskParts.VoiceInput) async throws -> Bool {
        do {
            for try await _ in try await voiceInput.service.startListening(
                to: EmptyInput(), vocabulary: voiceInput.vocabulary)
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
    private func awaitGuest(_ voiceInput: KioskParts.VoiceInput, _ gate: GatedAudioInput) async throws {
        gate.resume()
        guard !isListening, !isDictating else { return }
        guard closed == nil, let spotter = voiceInput.spotter else {
            while !isListening, !isDictating, try await gate.nextFrame() != nil {}
            return
        }
        let wakeGate = WakeGate(gate, spotter: spotter)
        guard let detection = try await wakeGate.wake() else { return }
        status.wakes += 1
        parts.log("woken, score \((detection.score * 100).rounded() / 100)")
        handle(.woke(session: parts.newSession()))
        guard isListening else { return }
        try await recognise(voiceInput, gate, behind: wakeGate)
    }

    /// Recognises a guest's turn until the session stops listening.
    ///
    /// - Parameter wakeGate: the audio behind the wake phrase; `nil` after a touch.
    private func recognise(
        _ voiceInput: KioskParts.VoiceInput, _ gate: GatedAudioInput, behind wakeGate: WakeGate? = nil
    ) async throws {
        gate.resume()
        guard isListening else { return }
        let session = try ListeningSession(
            wakeGate ?? gate, menu: menu, parser: parser, confidenceGate: voiceInput.confidenceGate,
            now: parts.clock.now
        ) { [weak self] _, activity in
            for isDetected in activity.changes { await self?.setSpeechDetected(isDetected) }
        }
        let kept = voiceInput.freeSpeech == nil ? nil : UtteranceAudio(session.audio)
        turn = session
        turnAudio = kept
        isRecognising = true
        defer {
            isRecognising = false
            turn = nil
            turnAudio = nil
            // No guest's voice is kept beyond the turn.
            questionAudio = nil
            clearTranscript()
        }
        for try await result in try await voiceInput.service.startListening(
            to: kept ?? session.audio, vocabulary: voiceInput.vocabulary)
        { await process(result) }
    }

    private func setSpeechDetected(_ isDetected: Bool) {
        if turn != nil, isListening { handle(.speaking(isHeard: isDetected)) }
    }

    private func processSignal(_ event: GatedAudioInput.SignalEvent) {
        switch event {
        case .level(let level):
            check?.level = level
            if dictation?.run.state == .listening { dictation?.events.yield(.level(level)) }
            for display in displays.values { display.yield(.level(level)) }
        case .fault(let fault, let isPresent):
            status.faults[fault.rawValue] = isPresent
            parts.log("microphone: \(fault.rawValue) \(isPresent ? "began" : "ended")")
            // With a flat line no guest can be recognised: the screen says so (fault A7).
            if fault == .flatLine { setVoiceProblem(.silence, isPresent: isPresent) }
        }
    }

    private func process(_ result: VoiceTranscriptionResult) async {
        guard isListening, turn != nil else { return }
        status.results += 1
        let began = parts.clock.now()
        let question = ListeningSession.Question(expected: machine.expected, isOpen: machine.isAsking)
        guard let event = turn?.process(result, question: question), let turn else { return }
        switch event {
        case .preview(let preview):
            transcript = turn.transcript
            if let items = preview.items { self.preview = items }
            leaving = machine.linesLeaving(by: preview.parse)
            publish()
            let ended = parts.clock.now()
            status.textToPreview.record(ended - began)
            status.audioToPreview.record(ended - turn.newestArrival)
        case .stableWords, .unfinished: break
        case .rejected:
            clearTranscript()
            keepQuestion(from: .zero, to: turn.end)
            answerUnread()
        case .interrupted:
            clearTranscript()
            keepQuestion(from: .zero, to: turn.end)
        case .lostAudio:
            clearTranscript()
            keepQuestion(from: .zero, to: turn.end)
            status.incompleteUtterances += 1
            handle(.garbled)
        case .utterance(let recognized):
            clearTranscript()
            keepQuestion(from: recognized.speechStart, to: result.span.end)
            let session = status.session
            let said = KioskEvent.Said(
                text: recognized.utterance.text, parse: recognized.utterance.parse, confidence: recognized.confidence,
                began: turn.time(of: recognized.speechStart), ended: parts.clock.now())
            if let (words, answer) = await noteAnswer(before: said) {
                handle(.asked(words, answer: answer))
            } else if isListening, status.session == session {
                handle(.said(said))
            }
        }
    }

    private func clearTranscript() {
        transcript = TranscriptState()
        preview = []
        leaving = []
        publish()
    }
}

extension MicrophoneStatus.Availability {
    /// Why there is no audio; `nil` otherwise.
    fileprivate var fault: MicrophoneFault? { if case .unavailable(let fault, _) = self { fault } else { nil } }
}
