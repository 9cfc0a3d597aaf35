internal import Synchronization
internal import TwoPassEngine

/// Counts what the second readings of a two-pass engine did, from any thread.
final class SecondReadings: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ outcome: SecondPassReport.Outcome) { counts.withLock { $0[Self.name(outcome), default: 0] += 1 } }

    /// Returns the counts and begins anew.
    func take() -> [String: Int] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
    }

    private static func name(_ outcome: SecondPassReport.Outcome) -> String {
        switch outcome {
        case .skipped: "not needed"
        case .decided(.first): "no change"
        case .decided: "changed"
        case .late: "late"
        case .busy: "busy"
        case .tooLong: "too long"
        case .failed: "failed"
        }
    }
}
