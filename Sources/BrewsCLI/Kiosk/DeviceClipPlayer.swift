internal import KioskRuntime
internal import Speech
internal import VoiceOrdering

/// Plays the kiosk's prompts on an audio output.
struct DeviceClipPlayer: ClipPlayer {
    let output: any InterruptibleAudioOutput

    func play(_ samples: [Int16], sampleRate: Int) async throws -> Bool {
        try await output.play(AudioClip(samples: samples, sampleRate: sampleRate)) == .finished
    }
    func stop() { output.stop() }
    func pause() { output.pause() }
    func resume() { output.resume() }
}
