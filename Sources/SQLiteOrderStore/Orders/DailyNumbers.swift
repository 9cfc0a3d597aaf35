internal import Ordering

/// Assignment of the order numbers that are called out: 1, 2, … in each business day.
///
/// The wall clock determines the business day, and only while it is set. Numbering restarts when the clock shows a
/// later day and the boot-time clock agrees: within one boot, at least `minimumDayLength` must have passed since the
/// day began. If the wall clock jumps forwards or backwards in the middle of a day, the name of the day changes and its
/// numbers continue; a date far ahead therefore blocks nothing. If a day may have begun unnoticed, in a new boot or
/// while the clock was not set, it counts as begun at its first number and continues the previous day's numbers. The
/// last number of each day is stored, and a day that occurs again continues after it.
struct DailyNumbers: Equatable {
    /// A time on the boot-time clock, which cannot be set.
    struct Moment: Equatable {
        /// The kernel's id of this boot.
        var boot: String
        /// Milliseconds since boot.
        var milliseconds: Int
    }

    var day: BusinessDay
    /// The latest number of the day; 0 for none.
    var last: Int
    /// Time of the day's first number.
    var began: Moment

    /// Longest business day. The first orders of two days are rarely closer than this; if they are, the second day
    /// continues the numbers.
    static let minimumDayLength = 16 * 3_600_000
    /// Largest number; more orders in a day indicate a program error.
    static let maxNumber = 9_999_999

    /// The next number and its business day.
    ///
    /// - Parameters:
    ///   - today: by the wall clock; `nil` if that is not set.
    ///   - moment: now, by the boot-time clock.
    ///   - lastOf: returns the latest stored number of a day; 0 for none.
    mutating func next(today: BusinessDay?, at moment: Moment, lastOf: (BusinessDay) throws(StoreError) -> Int)
        throws(StoreError) -> Int
    {
        let isSameBoot = moment.boot == began.boot
        let isLongAgo = moment.milliseconds - began.milliseconds >= Self.minimumDayLength
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
        guard last < Self.maxNumber else { throw .implausible("the day's numbers are used up") }
        last += 1
        return last
    }
}
