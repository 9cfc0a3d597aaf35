public import Ordering
internal import Speech
internal import VoiceOrdering

/// Dictation for pages: the microphone is lent while the kiosk listens to no guest.
extension KioskOrchestrator: DictationService {
    /// Most phrases of a request that a recogniser of orders is given.
    private static let mostPhrases = 2_000

    /// A dictation with the reader of its events.
    struct LentMicrophone {
        var run: DictationRun
        /// What it hears, once it listens.
        var audio: DictationInput?
        let events: AsyncStream<DictationEvent>.Continuation
    }

    var isDictating: Bool { dictation != nil }

    /// The conditions of a dictation, now and after each change.
    public func dictationGates() -> AsyncStream<DictationGates> {
        let id = nextDictation
        nextDictation += 1
        let (stream, continuation) = AsyncStream.makeStream(
            of: DictationGates.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(gates: id) } }
        gateReaders[id] = continuation
        continuation.yield(openGates)
        return stream
    }

    private func forget(gates id: Int) { gateReaders[id] = nil }

    /// Begins a dictation. What the kiosk is saying is stopped.
    public func dictate(_ request: DictationRequest) -> Dictation {
        let id = nextDictation
        nextDictation += 1
        let (stream, continuation) = AsyncStream.makeStream(
            of: DictationEvent.self, bufferingPolicy: .bufferingNewest(64))
        if let problem = isDictating ? .busy : Self.problem(of: openGates) {
            continuation.yield(.ended(DictationEnding(problem)))
            continuation.finish()
            return Dictation(id: id, events: stream)
        }
        continuation.onTermination = { [weak self] _ in Task { await self?.cancelDictation(id) } }
        let run = DictationRun(id: id, request: request, at: parts.clock.now())
        dictation = LentMicrophone(run: run, events: continuation)
        if machine.speakingSince != nil { _ = perform(.hush) }
        // The current consumer of the microphone, the wait for the wake phrase, makes way.
        gate?.interrupt()
        return Dictation(id: id, events: stream)
    }

    /// Ends a dictation; what was said so far is its result.
    public func stopDictation(_ id: Int) {
        guard dictation?.run.id == id else { return }
        closeDictation(id, .stopped)
        gate?.interrupt()
    }

    private func cancelDictation(_ id: Int) {
        guard dictation?.run.id == id else { return }
        dictation = nil
        gate?.interrupt()
    }

    /// Reports changed conditions, and ends a dictation that has lost one.
    func updateDictation() {
        let gates = openGates
        if gates != shownGates {
            shownGates = gates
            for reader in gateReaders.values { reader.yield(gates) }
        }
        guard let run = dictation?.run, let problem = Self.problem(of: gates) else { return }
        let reason = problem == .guest && isChecking ? .staff : problem
        endDictation(DictationEnding(reason, words: run.words))
    }

    /// Ends a dictation whose microphone or recogniser does not answer.
    func endLateDictation() {
        guard let run = dictation?.run, run.deadline <= parts.clock.now() else { return }
        endDictation(run.lateEnding)
    }

    private var openGates: DictationGates {
        var gates: DictationGates = []
        if let voiceInput {
            let isAvailable = voiceProblems.isDisjoint(with: [.microphone, .silence, .starting])
            if isAvailable { gates.insert(.microphone) }
            if case .unavailable(.denied, _) = status.microphone?.availability { gates.insert(.denied) }
            if voiceInput.dictation != nil || !voiceProblems.contains(.recogniser) { gates.insert(.recognizer) }
        }
        if !isListening, !isChecking { gates.insert(.free) }
        return gates
    }

    private static func problem(of gates: DictationGates) -> DictationEnding.Reason? {
        if !gates.contains(.recognizer) { return .recognizer }
        if !gates.contains(.microphone) { return .microphone }
        return gates.contains(.free) ? nil : .guest
    }

    private func endDictation(_ ending: DictationEnding) {
        guard let ended = dictation else { return }
        dictation = nil
        var ending = ending
        ending.sound = ended.audio?.sound ?? []
        ended.events.yield(.ended(ending))
        ended.events.finish()
        gate?.interrupt()
    }

    private func hearDictation(_ id: Int) {
        if dictation?.run.id == id { dictation?.events.yield(.speech) }
    }

    private func closeDictation(_ id: Int, _ reason: DictationEnding.Reason) {
        guard dictation?.run.id == id else { return }
        guard reason != .guest else {
            status.wakes += 1
            parts.log("woken during a dictation")
            // The session that begins takes the microphone, which ends the dictation.
            return handle(.woke(session: parts.newSession()))
        }
        dictation?.run.close(reason, at: parts.clock.now())
    }

    /// Listens for a page until the dictation ends.
    func runDictation(_ voiceInput: KioskParts.VoiceInput, _ gate: GatedAudioInput) async throws {
        gate.resume()
        guard let run = dictation?.run else { return }
        guard run.state == .waiting else { return endDictation(run.ending) }
        let service = voiceInput.dictation ?? voiceInput.service
        let audio = try DictationInput(gate, request: run.request, spotter: voiceInput.spotter) { [weak self] in
            await self?.hearDictation(run.id)
        } close: { [weak self] reason in
            await self?.closeDictation(run.id, reason)
        }
        let needsSpeech = voiceInput.confidenceGate.prompted.signalToNoise > -.infinity
        isRecognising = true
        defer { isRecognising = false }
        dictation?.audio = audio
        dictation?.run.begin(at: parts.clock.now())
        dictation?.events.yield(.began)
        do {
            for try await result in try await service.startListening(
                to: audio, vocabulary: Self.vocabulary(of: run.request, for: voiceInput))
            {
                guard dictation?.run.id == run.id else { break }
                guard dictation?.run.take(result, isSpoken: { !needsSpeech || audio.isSpoken($0) }) == true else {
                    continue
                }
                audio.heardWords()
                dictation?.events.yield(.partial(dictation?.run.words ?? ""))
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            parts.log("a dictation failed: \(error)")
            guard let failed = dictation?.run, failed.id == run.id else { return }
            endDictation(DictationEnding(.recognizer, words: failed.words))
            // The recogniser of orders has failed; guests must not find that out.
            if voiceInput.dictation == nil { throw error }
        }
        guard let heard = dictation?.run, heard.id == run.id else { return }
        endDictation(heard.ending)
    }

    /// The phrases of a request. A recogniser of orders is given those that it can hear, or else the menu's.
    private static func vocabulary(of request: DictationRequest, for voiceInput: KioskParts.VoiceInput)
        -> RecognitionVocabulary?
    {
        guard voiceInput.dictation == nil else {
            return request.phrases.isEmpty
                ? nil : RecognitionVocabulary(phrases: request.phrases, leadIns: request.leadIns)
        }
        let service = voiceInput.service
        let audible = request.phrases.lazy.filter { phrase in
            phrase.split(separator: " ").allSatisfy { service.canHear(String($0)) }
        }
        let phrases = Array(audible.prefix(mostPhrases))
        return phrases.isEmpty ? voiceInput.vocabulary : RecognitionVocabulary(phrases: phrases)
    }
}
