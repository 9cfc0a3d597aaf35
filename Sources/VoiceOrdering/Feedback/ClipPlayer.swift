public import Speech
internal import Synchronization

/// Plays one clip after another and can be interrupted: what `FeedbackCoordinator` needs of a sound card.
///
/// `play` has one caller at a time; the others may be called from any task at any time, and without a clip they do
/// nothing.
public protocol ClipPlayer: Sendable {
    /// Plays a clip and returns when its last sample has been heard, or when `stop` has ended it.
    ///
    /// - Parameters:
    ///   - samples: mono linear PCM, not empty.
    ///   - sampleRate: samples per second, 8,000 to 48,000.
    /// - Returns: whether the clip was heard to its end.
    /// - Throws: the device's error.
    func play(_ samples: [Int16], sampleRate: Int) async throws -> Bool
    /// Ends the clip at once.
    func stop() async
    /// Holds the clip where it is.
    func pause() async
    /// Goes on where it was held.
    func resume() async
}

/// Any `AudioOutput` as a clip player. Where the output cannot be interrupted, `stop` gives the caller back at once and
/// what the device has already been handed is still heard; clips do not pause.
public final class OutputClipPlayer: ClipPlayer {
    private let output: any AudioOutput
    private let current = Mutex<Task<Void, any Error>?>(nil)

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
