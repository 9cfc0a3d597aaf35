internal import Foundation

/// Processor time of the calling thread: what work costs, whatever else the machine is doing meanwhile.
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
        let start = now()
        work()
        return now() - start
    }

    private static func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
