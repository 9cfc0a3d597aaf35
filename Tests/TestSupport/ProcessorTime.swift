internal import Foundation

/// What work costs, as processor time of the calling thread on an undisturbed machine.
///
/// Processor time is no constant: a busy neighbour on the same core's other half, or a full cache, makes the same work
/// cost twice as much. So each run is measured beside a piece of reference work, and where that takes longer than it
/// does undisturbed the run's time is shortened by as much; never lengthened.
public enum ProcessorTime {
    /// The least of a few runs.
    public static func least(of runs: Int = 3, _ work: () -> Void) -> Duration {
        (0..<runs).map { _ in measure(work) }.min() ?? .zero
    }

    /// The middle one of several runs.
    public static func median(of runs: Int, _ work: () -> Void) -> Duration {
        (0..<runs).map { _ in measure(work) }.sorted()[runs / 2]
    }

    private static func measure(_ work: () -> Void) -> Duration {
        let before = reference()
        let start = now()
        work()
        let taken = now() - start
        // The slower of the two: a neighbour that came or went in between disturbed a part of the work.
        let slowness = max(before, reference()) / undisturbed
        return slowness > 1 ? taken / slowness : taken
    }

    #if DEBUG
        private static let undisturbed = Duration.microseconds(165)
    #else
        private static let undisturbed = Duration.microseconds(42)
    #endif

    /// Strings, dictionaries and arrays, as in the work that tests measure.
    private static func reference() -> Duration {
        let start = now()
        var counts: [String: Int] = [:]
        for index in 0..<400 {
            let word = String(index % 67, radix: 7) + "latte"
            counts[word, default: 0] += word.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
        }
        let end = now()
        return counts.isEmpty ? .zero : end - start
    }

    private static func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
