internal import Dispatch
internal import PlatformSupport
public import Speech
internal import Synchronization

/// Audio playback through ALSA, on a separate thread and a device that stays open between clips.
///
/// Clips are converted to the rate at which the device was opened. A device that was removed is reopened for the next
/// clip. Clips are played in the order of the calls. Thread-safe.
///
/// ```swift
/// let output = ALSAOutput(device: "plughw:CARD=Speaker")
/// try await output.play(AudioClip(samples: samples, sampleRate: 22_050))
/// ```
public final class ALSAOutput: InterruptibleAudioOutput {
    /// The played signal, for echo cancellation.
    public let reference = EchoReferenceBuffer()
    private let worker = SerialWorker(label: "alsa-playback")
    private let queue = QueueBox()
    private let player: PlayerBox

    /// Creates an output. The device is opened for the first clip.
    ///
    /// - Parameter device: ALSA device name; `default` follows the system's settings.
    public convenience init(device: String = "default") {
        self.init {
            ClipPlayer(device: device, sink: ALSASink(device: device), clock: PlaybackThreadClock(), reference: $0)
        }
    }

    init(_ player: (EchoReferenceBuffer) -> ClipPlayer) { self.player = PlayerBox(player(reference)) }

    deinit {
        queue.state.withLock { $0.stop() }
        let player = player
        worker.submit { player.use { $0.close() } }
    }

    /// Opens the device in advance, so that the first clip starts without delay.
    ///
    /// - Parameter sampleRate: sample rate of the expected clips in hertz.
    /// - Throws: `ALSAError`, within 300 ms.
    public func prepare(sampleRate: Int) async throws {
        let player = player
        try await worker.run { try player.use { _ = try $0.open(rate: sampleRate) } }
    }

    /// Plays a clip after those that were passed before.
    ///
    /// Cancelling the task stops the clip. Returns when its last period starts to play.
    ///
    /// - Throws: `ALSAError`, within 300 ms of the failure.
    public func play(_ clip: AudioClip) async throws -> PlaybackEnd {
        guard !clip.samples.isEmpty else { return .finished }
        let queue = queue, player = player
        let ticket = queue.state.withLock { $0.enter() }
        // A clip without a ticket counts as stopped, so the worker also ends it when this task is cancelled.
        defer { queue.state.withLock { $0.leave(ticket) } }
        return try await worker.run { try player.use { try $0.play(clip) { queue.command(for: ticket) } } }
    }

    /// Plays samples and returns after the last of them has been played.
    ///
    /// - Parameters:
    ///   - samples: 16-bit mono PCM.
    ///   - sampleRate: in hertz.
    /// - Throws: `ALSAError`.
    public func play(_ samples: [Int16], sampleRate: Int) async throws {
        guard try await play(AudioClip(samples: samples, sampleRate: sampleRate)) == .finished, !samples.isEmpty else {
            return
        }
        let player = player
        try await worker.run { player.use { $0.finish() } }
    }

    /// Stops the current clip and all clips that wait. Takes effect within 100 ms.
    public func stop() { queue.state.withLock { $0.stop() } }

    /// Pauses playback; the current clip is kept.
    public func pause() { queue.state.withLock { $0.pause() } }

    /// Continues a paused clip at the sample where it stopped.
    public func resume() { queue.state.withLock { $0.resume() } }

    /// Whether a clip is playing or waiting.
    public var isPlaying: Bool { queue.state.withLock { $0.isPlaying } }

    /// Number of underruns inside clips since the output was created.
    public func underruns() async throws -> Int {
        let player = player
        return try await worker.run { player.use { $0.underruns } }
    }
}

/// The playback queue, shared by callers and the worker.
private final class QueueBox: Sendable {
    let state = Mutex(PlaybackQueue())

    func command(for ticket: Int) -> ClipPlayer.Command {
        state.withLock { queue in queue.isStopped(ticket) ? .stop : queue.isPaused ? .pause : .play }
    }
}

/// Carries the player to the worker.
private final class PlayerBox: @unchecked Sendable {
    // Safe: `use` is only called in closures on the one serial worker.
    private let player: ClipPlayer

    init(_ player: ClipPlayer) { self.player = player }

    func use<Result>(_ body: (ClipPlayer) throws -> Result) rethrows -> Result { try body(player) }
}

private final class PlaybackThreadClock: AudioThreadClock {
    private let never = DispatchSemaphore(value: 0)

    var now: Duration { MonotonicClock.system.now() }

    func sleep(until deadline: Duration) {
        let remaining = deadline - now
        if remaining > .zero { _ = never.wait(timeout: .now() + remaining.seconds) }
    }
}
