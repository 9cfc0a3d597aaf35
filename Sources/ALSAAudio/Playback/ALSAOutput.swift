internal import Dispatch
internal import PlatformSupport
public import Speech
internal import Synchronization

/// Playback through ALSA, on a thread of its own and on a device that stays open between clips.
///
/// Clips of any rate are brought to the rate that the device was opened with. A device that has gone is opened again
/// with the next clip.
public final class ALSAOutput: InterruptibleAudioOutput {
    /// What sounds, for echo control.
    public let reference = EchoReferenceBuffer()
    private let worker = SerialWorker(label: "alsa-playback")
    private let queue = QueueBox()
    private let player: PlayerBox

    /// - Parameter device: ALSA's name; `default` follows the system's settings. It is opened with the first clip.
    public convenience init(device: String = "default") {
        self.init { ClipPlayer(device: device, sink: ALSASink(device: device), clock: PlaybackClock(), tape: $0) }
    }

    init(_ player: (EchoReferenceBuffer) -> ClipPlayer) { self.player = PlayerBox(player(reference)) }

    deinit {
        queue.state.withLock { $0.stop() }
        let player = player
        worker.submit { player.use { $0.close() } }
    }

    /// Opens the device, so that the first clip sounds at once.
    ///
    /// - Parameter sampleRate: of the clips to come, hertz.
    /// - Throws: `ALSAError`, within 300 ms.
    public func prepare(sampleRate: Int) async throws {
        let player = player
        try await worker.run { try player.use { _ = try $0.open(rate: sampleRate) } }
    }

    public func play(_ clip: AudioClip) async throws -> PlaybackEnd {
        guard !clip.samples.isEmpty else { return .finished }
        let queue = queue, player = player
        let ticket = queue.state.withLock { $0.enter() }
        // A clip whose ticket is gone counts as stopped, so the worker ends it also where this caller was cancelled.
        defer { queue.state.withLock { $0.leave(ticket) } }
        return try await worker.run { try player.use { try $0.play(clip) { queue.orders(for: ticket) } } }
    }

    /// Plays samples and returns when the last of them has sounded, so that a program may end then.
    public func play(_ samples: [Int16], sampleRate: Int) async throws {
        guard try await play(AudioClip(samples: samples, sampleRate: sampleRate)) == .finished, !samples.isEmpty else {
            return
        }
        let player = player
        try await worker.run { player.use { $0.finish() } }
    }

    public func stop() { queue.state.withLock { $0.stop() } }

    public func pause() { queue.state.withLock { $0.pause() } }

    public func resume() { queue.state.withLock { $0.resume() } }

    public var isPlaying: Bool { queue.state.withLock { $0.isPlaying } }

    /// Times that the device ran dry inside a clip.
    public func underruns() async throws -> Int {
        let player = player
        return try await worker.run { player.use { $0.underruns } }
    }
}

/// The queue, shared by callers and the worker.
private final class QueueBox: Sendable {
    let state = Mutex(PlaybackQueue())

    func orders(for ticket: Int) -> ClipPlayer.Orders {
        state.withLock { queue in queue.isStopped(ticket) ? .stop : queue.isPaused ? .pause : .play }
    }
}

/// The player on its way to the worker.
private final class PlayerBox: @unchecked Sendable {
    // Sendable: `use` is called by bodies on the one worker alone, one after another.
    private let player: ClipPlayer

    init(_ player: ClipPlayer) { self.player = player }

    func use<Result>(_ body: (ClipPlayer) throws -> Result) rethrows -> Result { try body(player) }
}

private final class PlaybackClock: AudioThreadClock {
    private let never = DispatchSemaphore(value: 0)

    var now: Duration { MonotonicClock.system.now() }

    func sleep(until deadline: Duration) {
        let rest = deadline - now
        if rest > .zero { _ = never.wait(timeout: .now() + rest.inSeconds) }
    }
}
