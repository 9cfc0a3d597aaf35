/// Progress of a purge, in parts that are short enough for an order to wait for one (fault F9). The store serves other
/// calls between two parts.
struct PurgePass: Equatable, Sendable {
    enum Stage: Equatable, Sendable {
        /// Checking the clock; sessions with numbers below this remain.
        case clock(below: Int)
        /// Removing orders; those with sequence numbers below this remain. Sessions and their events follow.
        case orders(below: Int)
        case sessions(below: Int)
        case done
    }

    /// Most rows examined by one part.
    static let window = 200
    /// Most orders with their lines, and most events, removed by one part: some hundred KiB of log, one commit.
    static let maxOrdersPerPart = 16
    static let mostEvents = 64
    static let millisecondsPerDay = 86_400_000

    private static let minimumGap = 30 * millisecondsPerDay

    /// Milliseconds since 1970; earlier data is old.
    let cutoff: Int
    /// Longest accepted gap between two sessions in milliseconds.
    let maxGap: Int
    var stage: Stage
    /// Earliest time examined so far, going back from now.
    var earliest: Int
    /// Whether old data with a time was found; earlier data without a time is then old as well.
    var hasSeenOld = false
    /// Whether the store itself shows that the retention time has passed.
    var hasOld: Bool
    var orders = 0
    var sessions = 0

    /// Creates the first state.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970, of a clock that is set.
    ///   - days: retention time, 1 or more; less counts as 1.
    ///   - trustsClock: whether a person has confirmed the clock.
    init(now: Int64, days: Int, trustsClock: Bool) {
        let kept = min(max(1, days), 1_000_000) * Self.millisecondsPerDay
        cutoff = Int(clamping: now) - kept
        // However short the retention time is, a kiosk may be unused for a month.
        maxGap = max(kept, Self.minimumGap) + Self.millisecondsPerDay
        earliest = Int(clamping: now)
        stage = trustsClock ? .orders(below: .max) : .clock(below: .max)
        hasOld = trustsClock
    }
}
