internal import KioskRuntime
internal import VoiceOrdering

/// Decides whether the kiosk still works, from the counters of its loops: only then may the watchdog be fed (fault I2).
///
/// A kiosk that is "active (running)" and hears nothing is worse than one that is started again. A pure value.
struct ProgressWatch: Equatable {
    /// A loop that has not moved for so long is stuck.
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

    /// Takes the counters of a moment.
    ///
    /// - Returns: the loops that are stuck; none is what a watchdog wants to hear.
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
