internal import Speech
internal import VoiceOrdering

/// Plays clips on an output that cannot be interrupted: a clip that was stopped still sounds to its end.
struct PlainClipPlayer: ClipPlayer {
    let output: any AudioOutput

    func play(_ samples: [Int16], sampleRate: Int) async throws -> Bool {
        try await output.play(samples, sampleRate: sampleRate)
        return true
    }

    func stop() {}
    func pause() {}
    func resume() {}
}
