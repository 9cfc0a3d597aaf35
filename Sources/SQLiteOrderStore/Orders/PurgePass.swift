/// One walk over the store that removes what is older than some days, in parts that are short enough for an order to
/// wait for one (fault F9).
///
/// A value: what was done so far and where to go on. Between two parts the store does whatever else it is asked to.
struct PurgePass: Equatable, Sendable {
    enum Stage: Equatable, Sendable {
        /// Whether the clock can be believed; sessions with numbers below are still to be looked at.
        case clock(below: Int)
        /// Orders with sequences below are still to be looked at; then sessions with numbers below, and their events.
        case orders(below: Int)
        case sessions(below: Int)
        case done
    }

    /// Rows that a part looks at, at most.
    static let window = 200
    /// Orders that a part removes with their lines, and events, at most: some hundred KiB of log, one commit.
    static let mostOrders = 16
    static let mostEvents = 64
    static let millisecondsPerDay = 86_400_000

    private static let leastRest = 30 * millisecondsPerDay

    /// Milliseconds since 1970: what is before is old.
    let border: Int
    /// How much later than what came before it a session may be, in milliseconds.
    let longestLeap: Int
    var stage: Stage
    /// The earliest moment of those looked at, from now backwards.
    var earliest: Int
    /// Whether something that is old by its own clock was met; what has no age of its own and came before is old then.
    var isOldMet = false
    /// Whether the store itself shows that so many days went by.
    var hasOld: Bool
    var orders = 0
    var sessions = 0

    /// - Parameters:
    ///   - now: milliseconds since 1970, of a clock that is set.
    ///   - days: 1 or more; less counts as 1.
    ///   - believesClock: whether somebody has looked at the clock.
    init(now: Int64, days: Int, believesClock: Bool) {
        let kept = min(max(1, days), 1_000_000) * Self.millisecondsPerDay
        border = Int(clamping: now) - kept
        // However few days are kept, a kiosk may rest for a month.
        longestLeap = max(kept, Self.leastRest) + Self.millisecondsPerDay
        earliest = Int(clamping: now)
        stage = believesClock ? .orders(below: .max) : .clock(below: .max)
        hasOld = believesClock
    }

    /// Whether something was removed.
    var hasRemoved: Bool { orders + sessions > 0 }
}
