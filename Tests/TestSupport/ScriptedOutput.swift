public import Speech
internal import Synchronization

/// A loudspeaker whose clips sound until the test ends them, or end at once.
public final class ScriptedOutput: InterruptibleAudioOutput {
    public enum Mode: Sendable {
        /// Each clip has sounded as soon as it is handed over.
        case instant
        /// Each clip sounds until `finish`, `stop` or `fail`.
        case held
    }

    private struct State {
        var queue = PlaybackQueue()
        var clips: [AudioClip] = []
        var sounding: [(ticket: Int, end: CheckedContinuation<PlaybackEnd, any Error>)] = []
        var failure: (any Error)?
        var stops = 0
    }

    private let mode: Mode
    private let state = Mutex(State())

    public init(_ mode: Mode = .instant) { self.mode = mode }

    /// All clips that were handed over, in order.
    public var clips: [AudioClip] { state.withLock { $0.clips } }
    /// Calls of `stop`.
    public var stops: Int { state.withLock { $0.stops } }
    public var isPaused: Bool { state.withLock { $0.queue.isPaused } }
    public var isPlaying: Bool { state.withLock { $0.queue.isPlaying } }

    /// From now on every clip fails with this error, as without a sound card; `nil` mends it.
    public func fail(with error: (any Error)?) { state.withLock { $0.failure = error } }

    /// The clip that sounds has come to its end.
    public func finish() {
        let first = state.withLock { $0.sounding.isEmpty ? nil : $0.sounding.removeFirst() }
        first?.end.resume(returning: .finished)
    }

    public func play(_ clip: AudioClip) async throws -> PlaybackEnd {
        let ticket: Int = try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.clips.append(clip)
            return state.queue.enter()
        }
        defer { state.withLock { $0.queue.leave(ticket) } }
        guard mode == .held else { return .finished }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { end in
                let result: Result<PlaybackEnd, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.queue.isStopped(ticket) { return .success(.stopped(after: .zero)) }
                    state.sounding.append((ticket, end))
                    return nil
                }
                if let result { end.resume(with: result) }
            }
        } onCancel: {
            let cut = state.withLock { state in
                let cut = state.sounding.filter { $0.ticket == ticket }
                state.sounding.removeAll { $0.ticket == ticket }
                return cut
            }
            for clip in cut { clip.end.resume(throwing: CancellationError()) }
        }
    }

    public func stop() {
        let cut = state.withLock { state in
            state.stops += 1
            state.queue.stop()
            defer { state.sounding = [] }
            return state.sounding
        }
        for clip in cut { clip.end.resume(returning: .stopped(after: .zero)) }
    }

    public func pause() { state.withLock { $0.queue.pause() } }

    public func resume() { state.withLock { $0.queue.resume() } }
}
