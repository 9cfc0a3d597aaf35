internal import KioskRuntime
internal import VoiceOrdering

/// Decides from the counters of the kiosk's loops whether it still works and the watchdog may be notified (fault I2).
///
/// A kiosk that runs but hears nothing is worse than one that is restarted. Pure value.
struct ProgressWatch: Equatable {
    /// Time without progress after which a loop counts as stuck.
    static let patience = Duration.seconds(4)

    private struct Loop: Equatable {
        var count: Int
        var movedAt: Duration

        mutating func observe(_ count: Int, at time: Duration) {
            if count != self.count { movedAt = time }
            self.count = count
        }

        func isStuck(at time: Duration) -> Bool { time - movedAt > ProgressWatch.patience }
    }

    private var ticks: Loop?
    private var frames: Loop?
    private var writes: Loop?

    /// Takes the current counters.
    ///
    /// - Returns: the stuck loops; empty when all make progress.
    mutating func observe(_ progress: KioskProgress, at time: Duration) -> [String] {
        func follow(_ loop: inout Loop?, _ count: Int, _ isExpected: Bool) -> Bool {
            if loop == nil || !isExpected { loop = Loop(count: count, movedAt: time) }
            loop?.observe(count, at: time)
            return loop?.isStuck(at: time) ?? false
        }
        var stuck: [String] = []
        if follow(&ticks, progress.ticks, progress.isReady) { stuck.append("orchestrator") }
        if follow(&frames, progress.frames ?? 0, progress.frames != nil) { stuck.append("audio") }
        if follow(&writes, progress.writes, progress.isStoreWaiting) { stuck.append("store") }
        return stuck
    }
}
