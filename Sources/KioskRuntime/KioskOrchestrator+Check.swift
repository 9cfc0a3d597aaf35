internal import OrderParsing
public import Ordering
internal import Speech
internal import Transcription
internal import VoiceOrdering

/// The commissioning of the microphone, for the staff's page.
extension KioskOrchestrator {
    var isChecking: Bool { check.map { !$0.isOver } ?? false }

    /// The commissioning of the microphone as it stands; `nil` while there is none.
    public var microphoneCheck: MicrophoneCheck? { check?.status }

    /// The ordering session for the staff's page, without the guest's words and items.
    public var staffSession: StaffSession { machine.staffSession(at: parts.clock.now()) }

    /// Does what a member of staff touched.
    public func perform(_ action: StaffAction) -> KioskActionResult {
        let wasChecking = isChecking
        switch action {
        case .beginCheck:
            guard hearing != nil else {
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
        case .readAgain: check?.again()
        case .skipSentence: check?.skip()
        case .endCheck: check = nil
        }
        check?.lastAction = parts.clock.now()
        hear(.staff, isThere: isChecking)
        // What listens now, to guests or to the reader, makes way for the other.
        if wasChecking || isChecking { ears?.interrupt() }
        return .done
    }

    /// Gives the microphone back to guests where the staff have walked away from a check (fault H3).
    func endAbandonedCheck() {
        guard isChecking, let check, parts.clock.now() - check.lastAction >= MicrophoneCheckRun.patience else { return }
        _ = perform(.endCheck)
    }

    func runCheck(_ listening: KioskParts.Ears, _ ears: GatedAudioInput) async throws {
        ears.begin()
        while let run = check, !run.isReading, !run.isOver, let frame = try await ears.nextFrame() {
            check?.hear(frame, isSpeech: false)
        }
        guard check?.isReading == true else { return }
        // No word of the guest before.
        reader = try UtteranceAssembler(menu: menu, parser: parser, certainty: listening.certainty)
        isRecognising = true
        defer { isRecognising = false }
        let checked = VoiceActivityInput(ears) { [weak self] frame, isSpeech in
            await self?.hear(frame, isSpeech: isSpeech)
        }
        let reading = SessionAudioInput(checked, now: parts.clock.now)
        for try await result in try await listening.service.startListening(
            to: reading, vocabulary: listening.vocabulary)
        {
            take(reading: result)
            if !isChecking { ears.interrupt() }
        }
    }

    private func hear(_ frame: AudioFrame, isSpeech: Bool) { check?.hear(frame, isSpeech: isSpeech) }

    private func take(reading result: VoiceTranscriptionResult) {
        guard !result.isVolatile else { return }
        reader.add(stable: result)
        guard let end = result.utteranceEnd else { return }
        // Whoever tries the microphone is asked to read, so what is heard counts however far it stands out.
        let closing = reader.close(end, decision: nil, expecting: .nothing, isAsked: true, at: result.span.end) { _ in
            nil
        }
        if case .said(let utterance, _) = closing { check?.read(utterance.text) }
        if check?.isOver == true { hear(.staff, isThere: false) }
    }
}
