public import Speech
internal import Synchronization

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

/// A clip player over any `AudioOutput`. If the output cannot be interrupted, `stop` returns from `play` at once, but
/// audio already passed to the device is still played. Clips cannot be paused.
public final class OutputClipPlayer: ClipPlayer {
    private let output: any AudioOutput
    private let current = Mutex<Task<Void, any Error>?>(nil)

    /// A clip player over an output.
    public init(_ output: any AudioOutput) { self.output = output }

    public func play(_ samples: [Int16], sampleRate: Int) async throws -> Bool {
        let task = Task { [output] in try await output.play(samples, sampleRate: sampleRate) }
        current.withLock { $0 = task }
        defer { current.withLock { $0 = nil } }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            return true
        } catch is CancellationError {
            return false
        }
    }

    public func stop() { current.withLock { $0 }?.cancel() }

    public func pause() {}

    public func resume() {}
}
