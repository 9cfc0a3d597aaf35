public import Speech
internal import Synchronization

/// An audio output without sound: clips take their playing time, or none, and may be written to WAV files.
///
/// For kiosks that play recordings, and for machines without a sound card.
public final class SilentOutput<PaceClock: Clock>: InterruptibleAudioOutput where PaceClock.Duration == Duration {
    /// Interval between checks for stop and pause.
    private static var slice: Duration { .milliseconds(20) }

    private struct State {
        var queue = PlaybackQueue()
        /// Tickets of the waiting clips in playing order.
        var line: [Int] = []
        var files = 0
    }

    private let clock: PaceClock
    private let isPaced: Bool
    private let folder: String?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - clock: measures playing time.
    ///   - isPaced: whether a clip takes its playing time; otherwise it ends at once.
    ///   - folder: folder for `reply-1.wav`, `reply-2.wav`…; `nil` to write none.
    public init(clock: PaceClock, isPaced: Bool, folder: String? = nil) {
        self.clock = clock
        self.isPaced = isPaced
        self.folder = folder
    }

    /// - Throws: Foundation's error when the file cannot be written; `CancellationError`.
    public func play(_ clip: AudioClip) async throws -> PlaybackEnd {
        guard !clip.samples.isEmpty else { return .finished }
        let (ticket, number) = state.withLock { state in
            let ticket = state.queue.enter()
            state.line.append(ticket)
            state.files += 1
            return (ticket, state.files)
        }
        defer {
            state.withLock { state in
                state.queue.leave(ticket)
                state.line.removeAll { $0 == ticket }
            }
        }
        if let folder {
            try WaveFile.write(clip.amplified, sampleRate: clip.sampleRate, to: "\(folder)/reply-\(number).wav")
        }
        guard isPaced else { return .finished }
        var sounded = Duration.zero
        while sounded < clip.duration {
            let (isStopped, isSounding) = state.withLock {
                ($0.queue.isStopped(ticket), $0.line.first == ticket && !$0.queue.isPaused)
            }
            if isStopped { return .stopped(after: sounded) }
            let slice = isSounding ? min(Self.slice, clip.duration - sounded) : Self.slice
            try await clock.sleep(until: clock.now.advanced(by: slice), tolerance: nil)
            if isSounding { sounded += slice }
        }
        return .finished
    }

    /// Ends the current clip and all waiting clips.
    public func stop() { state.withLock { $0.queue.stop() } }

    /// Pauses playback; new clips wait.
    public func pause() { state.withLock { $0.queue.pause() } }

    /// Continues after `pause`.
    public func resume() { state.withLock { $0.queue.resume() } }

    /// Whether a clip is playing or waiting, paused or not.
    public var isPlaying: Bool { state.withLock { $0.queue.isPlaying } }
}
