internal import EngineHost
internal import Foundation
internal import Speech
internal import Synchronization

/// Samples as input that, at chosen frames, strike the child that listens to them with a signal.
actor Saboteur: AudioInput {
    /// When a strike falls: while the child waits for the frame, or about when it reads it.
    enum Moment: CaseIterable, Sendable {
        case waiting, reading
    }

    struct Strike: Sendable {
        let frame: Int
        let signal: Int32
        let moment: Moment
    }

    private let samples: [Int16]
    private let frameSamples: Int
    private let target: Target
    private var strikes: ArraySlice<Strike>
    private var frame = 0

    init(_ samples: [Int16], frameSamples: Int = 1_600, strikes: [Strike], at target: Target) {
        self.samples = samples
        self.frameSamples = frameSamples
        self.strikes = strikes.sorted { $0.frame < $1.frame }[...]
        self.target = target
    }

    /// The number of frames in a recording.
    static func frames(_ samples: [Int16], frameSamples: Int = 1_600) -> Int {
        (samples.count + frameSamples - 1) / frameSamples
    }

    func nextFrame() -> AudioFrame? {
        let start = frame * frameSamples
        if let strike = strikes.first, strike.frame <= frame {
            strikes.removeFirst()
            switch strike.moment {
            case .waiting: target.strike(strike.signal)
            case .reading: target.strikeSoon(strike.signal)
            }
        }
        guard start < samples.count else { return nil }
        frame += 1
        return AudioFrame(
            start: SamplePosition(start), samples: Array(samples[start..<min(start + frameSamples, samples.count)]))
    }
}

/// The living child of a service, each of which is struck once.
final class Target: Sendable {
    private let service: IsolatedVoiceService
    private let queue = DispatchQueue(label: "brews.test.strikes", qos: .userInitiated)
    private let struck = Mutex<Set<Int32>>([])

    init(_ service: IsolatedVoiceService) { self.service = service }

    /// Strikes so far.
    var count: Int { struck.withLock { $0.count } }

    func strikeSoon(_ signal: Int32) { queue.async { self.strike(signal) } }

    /// Returns once all strikes have fallen.
    func wait() { queue.sync {} }

    /// Strikes a child that was not struck before; none when the last one is not noticed yet.
    func strike(_ signal: Int32) {
        struck.withLock { struck in
            guard let process = service.health.processIdentifiers.first(where: { !struck.contains($0) }) else { return }
            if kill(process, signal) == 0 { struck.insert(process) }
        }
    }
}
