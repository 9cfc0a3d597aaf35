public import Feedback
public import Speech

/// Queues that play at the same time.
extension FeedbackCoordinator {
    /// Renders queues that play at the same time as one clip, with the voices of this coordinator and their limits:
    /// what is too slow or fails is spoken by the standby where there is one.
    ///
    /// - Parameter channels: 1 to `QueueRenderer.maxChannels` queues.
    /// - Throws: `FeedbackError`; the synthesiser's error.
    public func clip(of channels: [VoiceQueue]) async throws -> AudioClip {
        let renderer = try QueueRenderer { [weak self] text, voice in
            guard let self else { throw CancellationError() }
            return try await speech(of: text, voice)
        }
        return try await renderer.clip(of: channels)
    }

    private func speech(of text: String, _ name: String?) async throws -> SynthesizedSpeech {
        if let name {
            guard let other = voice(named: name) else { throw FeedbackError.unknownVoice(name) }
            return try await limited(settings.longestSilence, other, text)
        }
        if let speech = cache.speech(of: text) { return speech }
        guard let standby else { return try await limited(settings.longestSilence, synthesizer, text) }
        do { return try await limited(settings.patience, synthesizer, text) } catch is CancellationError {
            throw CancellationError()
        } catch {
            return try await limited(settings.longestSilence, standby, text)
        }
    }

    private func limited(_ limit: Duration, _ synthesizer: any SpeechSynthesizer, _ text: String) async throws
        -> SynthesizedSpeech
    {
        let clock = clock
        return try await withThrowingTaskGroup(of: SynthesizedSpeech.self) { group in
            group.addTask { try await synthesizer.synthesize(text) }
            group.addTask {
                try await clock.sleep(for: limit)
                throw FeedbackError.tooSlow(limit)
            }
            defer { group.cancelAll() }
            guard let speech = try await group.next() else { throw CancellationError() }
            return speech
        }
    }
}
