internal import Ordering

/// The numbers that are called out: 1, 2, … in each business day.
///
/// A business day is named by the wall clock, and only by one that is set. Numbers begin anew only when the clock names
/// a later day and nothing speaks against it: within one boot of the machine the steady clock must have gone on for
/// `leastDay` since the day began. A clock that jumps forwards in the middle of a day thus changes the day's name and
/// not its numbers; one that jumps back does the same, so that a day far ahead that a wrong clock has named holds
/// nothing up. Where a day may have begun unnoticed, in a new boot or while the clock was not set, it counts as begun
/// at its first number, and goes on with the numbers of the day before. Each day's last number is kept as well, and a
/// day that comes again goes on after it.
struct DailyNumbers: Equatable {
    /// When it is, by the clock that cannot be set.
    struct Moment: Equatable {
        /// The kernel's identity of this boot.
        var boot: String
        /// Milliseconds since the machine started.
        var milliseconds: Int
    }

    var day: BusinessDay
    /// The newest number of the day; 0 for none.
    var last: Int
    /// When the numbers of this day began.
    var began: Moment

    /// No café's day is longer, and the first orders of two days are seldom closer; where they are, the second day goes
    /// on counting.
    static let leastDay = 16 * 3_600_000
    /// What a number may be; more orders than that in a day are a fault of the program.
    static let largest = 9_999_999

    /// The next number, and the day it belongs to.
    ///
    /// - Parameters:
    ///   - today: by the wall clock; `nil` where that is not set.
    ///   - lastOf: the newest number that a day had when it was left; 0 for none.
    mutating func next(today: BusinessDay?, at moment: Moment, lastOf: (BusinessDay) throws(StoreError) -> Int)
        throws(StoreError) -> Int
    {
        let isSameBoot = moment.boot == began.boot
        let isLongAgo = moment.milliseconds - began.milliseconds >= Self.leastDay
        let isFirst = last == 0
        if let today, today > day, isFirst || !isSameBoot || isLongAgo {
            last = try lastOf(today)
            began = moment
            day = today
        } else {
            if let today, today != day {
                last = max(last, try lastOf(today))
                day = today
            }
            if isFirst || !isSameBoot || today == nil && isLongAgo { began = moment }
        }
        guard last < Self.largest else { throw .implausible("the day's numbers are used up") }
        last += 1
        return last
    }
}
