internal import Feedback
internal import Speech

/// Synthesis, and the voice that stands by.
extension FeedbackCoordinator {
    func render(_ token: QueuePlayer.Token, _ text: String) {
        if standby != nil, standbyPolicy.startsWithStandby() {
            renderByStandby(token, text)
        } else {
            render(token, text, by: synthesizer, isStandby: false)
        }
    }

    /// Renders with a voice beside the usual one, which has no standby; its speech is not cached.
    func render(_ token: QueuePlayer.Token, _ text: String, as name: String) {
        let synthesizer = voice(named: name)
        let task = Task { [weak self] in
            do {
                guard let synthesizer else { throw FeedbackError.unknownVoice(name) }
                let speech = try await synthesizer.synthesize(text)
                await self?.rendered(token, speech)
            } catch {
                await self?.notRendered(token, error)
            }
        }
        rendering = Rendering(token: token, text: text, isStandby: true, task: task)
    }

    private func rendered(_ token: QueuePlayer.Token, _ speech: SynthesizedSpeech) {
        guard rendering?.token == token else { return }
        rendering = nil
        clips[token] = speech
        perform(player.rendered(token))
    }

    private func notRendered(_ token: QueuePlayer.Token, _ error: any Error) {
        guard rendering?.token == token else { return }
        rendering = nil
        fail(token, .synthesis("\(error)"))
    }

    private func renderByStandby(_ token: QueuePlayer.Token, _ text: String) {
        if let standby { render(token, text, by: standby, isStandby: true) }
    }

    private func render(
        _ token: QueuePlayer.Token, _ text: String, by synthesizer: any SpeechSynthesizer, isStandby: Bool
    ) {
        let madeBy = voice
        let task = Task { [weak self] in
            do {
                let speech = try await synthesizer.synthesize(text)
                await self?.rendered(token, .success(speech), text, madeBy: madeBy, isStandby: isStandby)
            } catch {
                await self?.rendered(token, .failure(error), text, madeBy: madeBy, isStandby: isStandby)
            }
        }
        rendering = Rendering(token: token, text: text, isStandby: isStandby, task: task)
    }

    private func rendered(
        _ token: QueuePlayer.Token, _ result: Result<SynthesizedSpeech, any Error>, _ text: String, madeBy: Int,
        isStandby: Bool
    ) {
        // Speech that was dropped meanwhile, or is late, is only cached.
        let isWanted = rendering?.token == token && rendering?.isStandby == isStandby
        if isWanted { rendering = nil }
        switch result {
        case .success(let speech):
            if madeBy == voice, !isStandby { cache.storeIfRepeated(speech, of: text) }
            guard isWanted else { return }
            if !isStandby { standbyPolicy.succeeded() }
            clips[token] = speech
            perform(player.rendered(token))
        case .failure(let error):
            guard isWanted else { return }
            guard standby != nil, !isStandby else { return fail(token, .synthesis("\(error)")) }
            standbyPolicy.failed()
            renderByStandby(token, text)
        }
    }

    /// Starts the time limits of the silence before a sentence.
    func watchSilence() {
        guard silenceTimer?.token != player.awaited else { return }
        silenceTimer?.task.cancel()
        silenceTimer = nil
        guard let token = player.awaited else { return }
        let patience = standby == nil ? nil : min(settings.patience, settings.longestSilence)
        let task = Task { [weak self, clock, settings] in
            do {
                if let patience {
                    try await clock.sleep(for: patience)
                    await self?.takeOver(token)
                }
                try await clock.sleep(for: settings.longestSilence - (patience ?? .zero))
            } catch { return }
            await self?.ranOut(token)
        }
        silenceTimer = Work(token: token, task: task)
    }

    /// Lets the standby speak a sentence that is late.
    private func takeOver(_ token: QueuePlayer.Token) {
        guard player.awaited == token, let late = rendering, late.token == token, !late.isStandby else { return }
        late.task.cancel()
        standbyPolicy.failed()
        renderByStandby(token, late.text)
    }

    private func ranOut(_ token: QueuePlayer.Token) {
        guard silenceTimer?.token == token, player.awaited == token else { return }
        fail(token, .tooSlow)
    }

    /// The queue with its first sentence in pieces, so that its sound begins while the rest is rendered.
    func quickened(_ queue: VoiceQueue) -> VoiceQueue {
        guard case .speak(let first)? = queue.elements.first(where: { if case .speak = $0 { true } else { false } }),
            !cache.contains(first)
        else { return queue }
        return queue.splitting(first, into: SentenceSplitter.clauses(first))
    }
}
