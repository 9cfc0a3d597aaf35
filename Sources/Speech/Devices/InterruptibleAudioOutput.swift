internal import Foundation

/// A sound to play.
///
/// ```
/// let clip = AudioClip(samples: samples, sampleRate: 22_050, gainDecibels: -6)
/// try await output.play(clip)
/// ```
public struct AudioClip: Equatable, Sendable {
    /// Mono linear PCM.
    public let samples: [Int16]
    /// Samples per second, 8,000 to 48,000.
    public let sampleRate: Int
    /// Gain, −60…+20 dB. Samples beyond full scale are clipped.
    public let gainDecibels: Double

    /// Creates a clip.
    public init(samples: [Int16], sampleRate: Int, gainDecibels: Double = 0) {
        self.samples = samples
        self.sampleRate = sampleRate
        self.gainDecibels = gainDecibels
    }

    /// Creates a clip from synthesised speech.
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

/// How playback of a clip ended.
public enum PlaybackEnd: Equatable, Sendable {
    /// The clip was played to its end.
    case finished
    /// The clip was cut off after this much of it had been played; zero when it had not begun.
    case stopped(after: Duration)
}

/// An output whose playback can be interrupted.
///
/// Clips play one after another in the order of the calls. `stop`, `pause` and `resume` may be called from any thread
/// and return at once.
public protocol InterruptibleAudioOutput: AudioOutput {
    /// Plays a clip and returns when it has been played or cut off. Cancelling the task cuts it off as well.
    ///
    /// - Throws: the device's error, at most 300 ms after the device failed; `CancellationError`.
    func play(_ clip: AudioClip) async throws -> PlaybackEnd

    /// Cuts off the current clip and all waiting clips within 100 ms. Later clips play normally.
    func stop()

    /// Pauses playback until `resume` continues at the same place. New clips wait.
    func pause()

    /// Continues after `pause`.
    func resume()

    /// Whether a clip is playing or waiting, paused or not.
    var isPlaying: Bool { get }
}

extension InterruptibleAudioOutput {
    /// Plays samples as a clip without gain.
    public func play(_ samples: [Int16], sampleRate: Int) async throws {
        _ = try await play(AudioClip(samples: samples, sampleRate: sampleRate))
    }
}

/// State of the clips that play or wait: the part of an output that `stop`, `pause` and `resume` change.
public struct PlaybackQueue: Equatable, Sendable {
    private var lastTicket = 0
    private var open: Set<Int> = []
    private var stopped: Set<Int> = []
    /// Whether playback is paused.
    public private(set) var isPaused = false

    /// Creates an empty queue.
    public init() {}

    /// Whether a clip is playing or waiting.
    public var isPlaying: Bool { !open.isEmpty }

    /// Adds a clip and returns its ticket.
    public mutating func enter() -> Int {
        lastTicket += 1
        open.insert(lastTicket)
        return lastTicket
    }

    /// Removes a clip that has ended for any reason.
    public mutating func leave(_ ticket: Int) {
        open.remove(ticket)
        stopped.remove(ticket)
    }

    /// Stops all clips so far and ends a pause.
    public mutating func stop() {
        stopped = open
        isPaused = false
    }

    /// Stops one clip.
    public mutating func stop(_ ticket: Int) { if open.contains(ticket) { stopped.insert(ticket) } }

    /// Pauses playback.
    public mutating func pause() { isPaused = true }

    /// Continues playback.
    public mutating func resume() { isPaused = false }

    /// Whether the clip was stopped or has been removed.
    public func isStopped(_ ticket: Int) -> Bool { !open.contains(ticket) || stopped.contains(ticket) }
}
