internal import Foundation

/// A sound to play.
public struct AudioClip: Equatable, Sendable {
    /// Mono linear PCM.
    public let samples: [Int16]
    /// Samples a second, 8,000 to 48,000.
    public let sampleRate: Int
    /// Change of level, −60…+20 dB; samples beyond full scale are clipped.
    public let gainDecibels: Double

    public init(samples: [Int16], sampleRate: Int, gainDecibels: Double = 0) {
        self.samples = samples
        self.sampleRate = sampleRate
        self.gainDecibels = gainDecibels
    }

    public init(_ speech: SynthesizedSpeech, gainDecibels: Double = 0) {
        self.init(samples: speech.samples, sampleRate: speech.sampleRate, gainDecibels: gainDecibels)
    }

    /// Playing time.
    public var duration: Duration { sampleRate > 0 ? .seconds(Double(samples.count) / Double(sampleRate)) : .zero }

    /// The samples with the gain applied.
    public var amplified: [Int16] {
        guard gainDecibels != 0, gainDecibels.isFinite else { return samples }
        let factor = pow(10, min(max(gainDecibels, -60), 20) / 20)
        return samples.map { Int16(min(max((Double($0) * factor).rounded(), -32_768), 32_767)) }
    }
}

/// How playing a clip ended.
public enum PlaybackEnd: Equatable, Sendable {
    /// It sounded to its end.
    case finished
    /// It was cut off after this much of it had sounded; zero when it had not begun.
    case stopped(after: Duration)
}

/// An output whose sound can be cut off.
///
/// Clips play one after another in the order of the calls. `stop`, `pause` and `resume` may be called from any thread
/// and return at once.
public protocol InterruptibleAudioOutput: AudioOutput {
    /// Plays a clip and returns when it has sounded, or was cut off; cancelling the task cuts it off as well.
    ///
    /// - Throws: the device's error, no later than 300 ms after the device failed; `CancellationError`.
    func play(_ clip: AudioClip) async throws -> PlaybackEnd

    /// Cuts off what sounds and all clips that wait, within 100 ms. Clips that are played afterwards sound.
    func stop()

    /// Silence, until `resume` goes on at the same place. Clips handed over meanwhile wait.
    func pause()

    func resume()

    /// Whether a clip is playing or waits, paused or not.
    var isPlaying: Bool { get }
}

extension InterruptibleAudioOutput {
    public func play(_ samples: [Int16], sampleRate: Int) async throws {
        _ = try await play(AudioClip(samples: samples, sampleRate: sampleRate))
    }
}

/// Clips that are playing or wait, and whether they may go on: the part of an output that `stop`, `pause` and `resume`
/// talk to.
public struct PlaybackQueue: Equatable, Sendable {
    private var lastTicket = 0
    private var open: Set<Int> = []
    private var stopped: Set<Int> = []
    public private(set) var isPaused = false

    public init() {}

    public var isPlaying: Bool { !open.isEmpty }

    /// A clip was handed over.
    public mutating func enter() -> Int {
        lastTicket += 1
        open.insert(lastTicket)
        return lastTicket
    }

    /// The clip has ended, one way or the other.
    public mutating func leave(_ ticket: Int) {
        open.remove(ticket)
        stopped.remove(ticket)
    }

    /// All clips so far are to end. A pause is over with them: it was theirs.
    public mutating func stop() {
        stopped = open
        isPaused = false
    }

    /// One clip is to end.
    public mutating func stop(_ ticket: Int) { if open.contains(ticket) { stopped.insert(ticket) } }

    public mutating func pause() { isPaused = true }

    public mutating func resume() { isPaused = false }

    /// Whether the clip is to end; also once it has left.
    public func isStopped(_ ticket: Int) -> Bool { !open.contains(ticket) || stopped.contains(ticket) }
}
