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
