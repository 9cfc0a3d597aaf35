internal import Synchronization

/// What loudspeakers play, as echo control needs it.
public protocol PlaybackReference: Sendable {
    /// Samples at 16 kHz mono that sounded, or will sound, from a moment on; zeros where nothing did.
    ///
    /// - Parameters:
    ///   - count: 0 or more.
    ///   - start: index of the first, at 16 kHz from the origin of `MonotonicClock.system`.
    func samples(_ count: Int, from start: Int) -> [Int16]

    /// End of the last sound so far, on `MonotonicClock.system`; `nil` when nothing was ever played.
    var soundEnds: Duration? { get }
}

/// The last few seconds of playback and those about to sound, with their times. Written by an output, read by echo
/// control, from any thread.
public final class EchoReferenceBuffer: PlaybackReference {
    /// Two blocks that are no further apart are one sound, whose samples follow each other whatever the clock says.
    private static let slack = SampleRate.speech / 50
    /// By as much a block may seem to begin before the end of the one before; more means that the sound card's clock
    /// was set anew.
    private static let overlap = SampleRate.speech / 4
    /// What the tape holds: 8 s.
    private static let capacity = 8 * SampleRate.speech

    private struct Tape {
        var samples = [Int16](repeating: 0, count: capacity)
        /// Index after the last sample written; `nil` before the first.
        var end: Int?
    }

    private let tape = Mutex(Tape())

    public init() {}

    /// Notes samples that are on their way to the loudspeaker.
    ///
    /// - Parameters:
    ///   - samples: at 16 kHz, as they sound.
    ///   - time: when the first will sound, on `MonotonicClock.system`.
    public func record(_ samples: [Int16], soundingAt time: Duration) {
        guard !samples.isEmpty else { return }
        let wanted = Self.index(time)
        tape.withLock { tape in
            var start = wanted
            if let end = tape.end {
                if wanted <= end + Self.slack, wanted > end - Self.overlap { start = end }
                // Whatever lies between two sounds was silent.
                for index in max(end, start - Self.capacity)..<max(end, start) { tape.samples[Self.place(index)] = 0 }
            }
            for (offset, sample) in samples.enumerated() { tape.samples[Self.place(start + offset)] = sample }
            tape.end = start + samples.count
        }
    }

    /// Nothing sounds from a moment on: playback was cut off.
    public func cut(at time: Duration) {
        let index = Self.index(time)
        tape.withLock { tape in
            guard let end = tape.end, index < end else { return }
            for silent in max(index, end - Self.capacity)..<end { tape.samples[Self.place(silent)] = 0 }
            tape.end = max(index, end - Self.capacity)
        }
    }

    public func samples(_ count: Int, from start: Int) -> [Int16] {
        tape.withLock { tape in
            guard count > 0, let end = tape.end else { return [Int16](repeating: 0, count: max(0, count)) }
            return (start..<start + count).map {
                $0 < end && $0 >= end - Self.capacity && $0 >= 0 ? tape.samples[Self.place($0)] : 0
            }
        }
    }

    public var soundEnds: Duration? {
        tape.withLock { $0.end.map { .seconds(Double($0) / Double(SampleRate.speech)) } }
    }

    /// Index of the sample at a moment.
    public static func index(_ time: Duration) -> Int { Int((time.inSeconds * Double(SampleRate.speech)).rounded()) }

    private static func place(_ index: Int) -> Int {
        let place = index % capacity
        return place < 0 ? place + capacity : place
    }
}
