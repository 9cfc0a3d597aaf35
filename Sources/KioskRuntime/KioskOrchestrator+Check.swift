internal import OrderParsing
public import Ordering
internal import Speech
internal import Transcription
internal import VoiceOrdering

/// The microphone check of the staff's page.
extension KioskOrchestrator {
    var isChecking: Bool { check.map { !$0.isOver } ?? false }

    /// The state of the microphone check; `nil` when there is none.
    public var microphoneCheck: MicrophoneCheck? { check?.status }

    /// The ordering session for the staff's page, without the guest's words and items.
    public var staffSession: StaffSession { machine.staffSession(at: parts.clock.now()) }

    /// Seconds since the guest called whose call awaits an answer; `nil` without one.
    public var staffCallSeconds: Int? {
        guard machine.needsStaff, let call = machine.staffCall else { return nil }
        return max(0, (parts.clock.now() - call.since).wholeMilliseconds / 1_000)
    }

    /// Performs an action of the staff's page.
    public func perform(_ action: StaffAction) -> KioskActionResult {
        if action == .answerCall {
            handle(.staffComing)
            return .done
        }
        let wasChecking = isChecking
        switch action {
        case .beginCheck:
            guard voiceInput != nil else {
                let reason =
                    voiceProblems.contains(.starting)
                    ? VoiceProblem.starting.description : "there is no microphone; see: brews doctor"
                return .refused(status.voiceFailure ?? reason)
            }
            guard !machine.isServing else { return .refused("a guest is ordering") }
            guard let run = MicrophoneCheckRun(menu: menu, parser: parser, writer: writer) else {
                return .refused("the menu has nothing to read")
            }
            check = run
            updateDictation()
        case .readAgain: check?.repeatSentence()
        case .skipSentence: check?.skipSentence()
        case .endCheck: check = nil
        case .answerCall: break
        }
        check?.lastAction = parts.clock.now()
        setVoiceProblem(.staff, isPresent: isChecking)
        // The current consumer of the microphone makes way for the next: guest or staff.
        if wasChecking || isChecking { gate?.interrupt() }
        return .done
    }

    /// Ends a check without staff actions for `MicrophoneCheckRun.timeout`, so that guests can speak again (fault H3).
    func endAbandonedCheck() {
        guard isChecking, let check, parts.clock.now() - check.lastAction >= MicrophoneCheckRun.timeout else { return }
        _ = perform(.endCheck)
    }

    /// Measures the room's noise, then recognises the sentences that the staff read aloud.
    func runCheck(_ voiceInput: KioskParts.VoiceInput, _ gate: GatedAudioInput) async throws {
        gate.resume()
        while let run = check, !run.isReading, !run.isOver, let frame = try await gate.nextFrame() {
            check?.add(frame, isSpeech: false)
        }
        guard check?.isReading == true else { return }
        // Sentences read for the check count at any signal-to-noise ratio, and end at the recogniser's endpoints.
        var confidenceGate = voiceInput.confidenceGate
        confidenceGate.prompted.signalToNoise = -.infinity
        confidenceGate.unprompted = confidenceGate.prompted
        var session = try ListeningSession(
            gate, menu: menu, parser: parser, confidenceGate: confidenceGate, endpointing: nil, now: parts.clock.now
        ) { [weak self] frame, activity in await self?.addToCheck(frame, isSpeech: activity.isSpeechDetected) }
        isRecognising = true
        defer { isRecognising = false }
        for try await result in try await voiceInput.service.startListening(
            to: session.audio, vocabulary: voiceInput.vocabulary)
        {
            evaluate(session.process(result, question: .init(expected: .nothing, isOpen: true)))
            if !isChecking { gate.interrupt() }
        }
    }

    private func addToCheck(_ frame: AudioFrame, isSpeech: Bool) { check?.add(frame, isSpeech: isSpeech) }

    private func evaluate(_ event: ListeningSession.Event) {
        switch event {
        case .preview, .stableWords, .unfinished: return
        case .utterance(let recognized), .lostAudio(let recognized), .interrupted(let recognized):
            check?.evaluate(recognized.utterance.text)
        case .rejected: break
        }
        if check?.isOver == true { setVoiceProblem(.staff, isPresent: false) }
    }
}
