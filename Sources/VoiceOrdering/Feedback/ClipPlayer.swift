public import Speech

/// Interruptible playback of clips, the part of a sound card that `FeedbackCoordinator` needs.
///
/// `play` has one caller at a time; the other members may be called from any task, and do nothing without a clip.
public protocol ClipPlayer: Sendable {
    /// Plays a clip and returns when its last sample has been played or `stop` has ended it.
    ///
    /// - Parameters:
    ///   - samples: mono linear PCM, not empty.
    ///   - sampleRate: samples per second, 8,000 to 48,000.
    /// - Returns: whether the clip was played to its end.
    /// - Throws: the device's error.
    func play(_ samples: [Int16], sampleRate: Int) async throws -> Bool
    /// Stops the clip at once.
    func stop() async
    /// Pauses the clip.
    func pause() async
    /// Continues a paused clip.
    func resume() async
}

/// Plays the clips on an audio output that can be interrupted.
public struct OutputClipPlayer: ClipPlayer {
    private let output: any InterruptibleAudioOutput

    /// - Parameter output: the sound card, or a substitute.
    public init(_ output: any InterruptibleAudioOutput) { self.output = output }

    /// Plays a clip; see `ClipPlayer`.
    public func play(_ samples: [Int16], sampleRate: Int) async throws -> Bool {
        try await output.play(AudioClip(samples: samples, sampleRate: sampleRate)) == .finished
    }

    /// Stops the output.
    public func stop() { output.stop() }

    /// Pauses the output.
    public func pause() { output.pause() }

    /// Resumes the output.
    public func resume() { output.resume() }
}
