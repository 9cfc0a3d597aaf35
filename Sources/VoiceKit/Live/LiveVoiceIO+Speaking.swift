public import Feedback
public import Speech
public import SpeechSynthesis
public import VoiceOrdering

/// Speech, sounds and clips.
extension LiveVoiceIO {
    /// Plays speech, sounds, clips and pauses; see `VoiceIO`.
    @discardableResult
    public func play(_ queue: VoiceQueue, overlapping: Bool) async -> SpeechEnding {
        let ticket: VoiceOpGate.Ticket
        do { ticket = try await enter(.speaking, overlapping: overlapping) } catch is CancellationError {
            return .stopped
        } catch {
            return .shownOnly(.noSound("\(error)"))
        }
        defer { leave(ticket) }
        showPhase()
        speakers += 1
        let ending = await feedback.speakAndWait(queue).ending
        speakers -= 1
        if speakers == 0 {
            spokenAt = clock.now()
            speaking.send(false)
        }
        switch ending {
        case .shownOnly(.noSound(let reason)): change { $0.loudspeaker = .unavailable(reason) }
        case .spoken: change { $0.loudspeaker = .available }
        case .stopped, .shownOnly: break
        }
        return ending
    }

    /// Plays queues at the same time; see `VoiceIO`.
    @discardableResult
    public func play(together channels: [VoiceQueue], overlapping: Bool) async -> SpeechEnding {
        var queue = VoiceQueue()
        do { try queue.enqueueClip(try await feedback.clip(of: channels)) } catch is CancellationError {
            return .stopped
        } catch FeedbackError.queueFull {
            return .shownOnly(.tooMuch)
        } catch {
            return .shownOnly(.synthesis("\(error)"))
        }
        return await play(queue, overlapping: overlapping)
    }

    /// Makes a voice ready beside the usual one; see `VoiceIO`.
    public func prepareVoice(_ profile: TTSVoiceProfile) async throws -> String {
        try requireOpen()
        let name = "\(profile.voice) \(profile.rate) \(profile.pitch) \(profile.volume)"
        guard await feedback.voice(named: name) == nil else { return name }
        do {
            try profile.validate()
            let late = VoiceKitError.voice(profile.voice, reason: "it takes too long to load")
            let synthesizer = try await within(settings.recognizerLimit, or: late) { [makeVoice] in
                let synthesizer = try await makeVoice(profile)
                // A voice that is not there fails only here.
                _ = try await synthesizer.synthesize("a")
                return synthesizer
            }
            await feedback.add(synthesizer, named: name)
            return name
        } catch let error as VoiceKitError {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw VoiceKitError.voice(profile.voice, reason: "\(error)")
        }
    }

    /// Ends the speech and everything behind it; see `VoiceIO`.
    public func stopSpeaking() async { await feedback.stopSpeaking() }

    /// Pauses the speech; see `VoiceIO`.
    public func pauseSpeaking() async { await feedback.pause() }

    /// Continues the speech; see `VoiceIO`.
    public func continueSpeaking() async { await feedback.continue() }

    /// Uses another voice, rate or pitch from the next sentence on.
    ///
    /// - Parameter standby: takes over a sentence in which it fails or is late; `nil` for none.
    public func use(_ synthesizer: any SpeechSynthesizer, standby: (any SpeechSynthesizer)? = nil) async {
        await feedback.use(synthesizer, standby: standby)
    }

    /// Keeps a clip, with its gain applied, under a name; see `VoiceIO`.
    public func prepareClip(_ clip: AudioClip, named name: String) {
        clips[name] = AudioClip(samples: clip.amplified, sampleRate: clip.sampleRate)
    }

    /// The prepared clips by name.
    public func preparedClips() -> [String: AudioClip] { clips }
}
