public import Foundation

/// A business day: it ends when the café closes, not at midnight.
public struct BusinessDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1 January 1970; 0 if the clock was never set.
    public let daysSince1970: Int

    /// Creates a day from its number.
    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    /// Parses a date.
    ///
    /// - Parameter text: for example `2026-11-21`.
    /// - Returns: `nil` for anything that is not a date from 1970 to 9999.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]),
            let month = Int(parts[1]), let day = Int(parts[2]),
            year >= 1_970, (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        // Days from the civil date, with years that begin in March so that the leap day comes last.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        daysSince1970 = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        guard description == text else { return nil }
    }

    /// Whether a day precedes another.
    public static func < (a: Self, b: Self) -> Bool { a.daysSince1970 < b.daysSince1970 }

    /// ISO 8601 date: `2026-11-21`.
    public var description: String {
        // Day within the calendar's period of 400 years, counted from 1 March.
        let days = daysSince1970 + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097, dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153, day = dayOfYear - (153 * month + 2) / 5 + 1
        let civil = month < 10 ? month + 3 : month - 9
        func digits(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        return "\(digits(yearOfEra + era * 400 + (civil <= 2 ? 1 : 0), 4))-\(digits(civil, 2))-\(digits(day, 2))"
    }
}

/// Time zone and hour at which business days begin.
public struct BusinessCalendar: Sendable {
    /// Time zone of the café.
    public var timeZone: TimeZone
    /// Hour at which a business day begins, 0…23 local time, default 4. Cafés that close after midnight still close
    /// before it.
    public var firstHour: Int

    /// Creates a calendar.
    public init(timeZone: TimeZone = .current, firstHour: Int = 4) {
        self.timeZone = timeZone
        self.firstHour = min(max(firstHour, 0), 23)
    }

    /// Minutes since the beginning of 1970 in local time. Times outside the years 1970 to 9999 are clamped.
    public func minutes(epochMilliseconds: Int64) -> Int { localSeconds(epochMilliseconds) / 60 }

    private func localSeconds(_ epochMilliseconds: Int64) -> Int {
        let seconds = min(max(epochMilliseconds / 1_000, 0), 253_402_300_799)
        return Int(seconds) + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    /// Business day of a time. Times outside the years 1970 to 9999 are clamped.
    public func day(epochMilliseconds: Int64) -> BusinessDay {
        BusinessDay(daysSince1970: max(0, (localSeconds(epochMilliseconds) - firstHour * 3_600) / 86_400))
    }
}
