/// A time of day; as text and in JSON `07:00`.
public struct TimeOfDay: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Minutes after midnight, 0…1439.
    public let minutes: Int

    /// The beginning of a day.
    public static let midnight = TimeOfDay(0)

    private init(_ minutes: Int) { self.minutes = minutes }

    /// A time from its minutes after midnight; `nil` outside 0…1439.
    public init?(minutes: Int) {
        guard 0..<OpeningHours.minutesOfDay ~= minutes else { return nil }
        self.minutes = minutes
    }

    /// Reads `7:00` or `07:00`; 24:00 is midnight.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, 1...2 ~= parts[0].count, parts[1].count == 2,
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60
        else { return nil }
        self.init(minutes: hour == 24 && minute == 0 ? 0 : hour * 60 + minute)
    }

    /// Two digits, a colon and two digits.
    public var description: String {
        [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Decodes `07:00`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer(), text = try container.decode(String.self)
        guard let time = TimeOfDay(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time of day: \(text)")
        }
        self = time
    }

    /// Encodes `07:00`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// When a café is open, by the days of the week. In JSON it is a list of seven days, Monday first; a day without hours
/// is `null`.
///
/// Times are minutes since the beginning of 1970 in local time, so that a day has 1440 of them everywhere.
public struct OpeningHours: Equatable, Sendable, Codable, CustomStringConvertible {
    /// The hours of a day. A café that closes at or before the time at which it opens closes on the next day.
    public struct Day: Equatable, Sendable, Codable {
        /// When it opens.
        public var opens: TimeOfDay
        /// When it closes.
        public var closes: TimeOfDay

        /// The hours of a day.
        public init(opens: TimeOfDay, closes: TimeOfDay) {
            self.opens = opens
            self.closes = closes
        }
    }

    /// When a closed café opens.
    public struct Opening: Equatable, Sendable, Codable {
        /// Days until then: 0 is today.
        public var daysAway: Int
        /// Day of the week, 0 for Monday.
        public var weekday: Int
        /// The time of that day.
        public var time: TimeOfDay

        /// When a closed café opens.
        public init(daysAway: Int, weekday: Int, time: TimeOfDay) {
            self.daysAway = daysAway
            self.weekday = weekday
            self.time = time
        }
    }

    static let minutesOfDay = 1_440
    static let daysOfWeek = 7
    /// Days in the form that `init(_:)` reads, Monday first.
    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Seven days, Monday first; `nil` for a day on which the café stays closed.
    public let days: [Day?]

    /// Opening hours; `nil` unless there are seven days.
    public init?(days: [Day?]) {
        guard days.count == Self.daysOfWeek else { return nil }
        self.days = days
    }

    /// Decodes the list of days.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hours = OpeningHours(days: try container.decode([Day?].self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not seven days")
        }
        self = hours
    }

    /// Encodes the list of days.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(days)
    }

    // MARK: Times

    /// Day of the week of a time, 0 for Monday.
    static func weekday(_ day: Int) -> Int {
        // The first of January 1970 was a Thursday.
        let number = (day + 3) % daysOfWeek
        return number < 0 ? number + daysOfWeek : number
    }

    static func day(_ minutes: Int) -> Int {
        minutes >= 0 ? minutes / minutesOfDay : (minutes - minutesOfDay + 1) / minutesOfDay
    }

    /// The times at which the café is open on a day, counted from 1970.
    private func span(_ day: Int) -> Range<Int>? {
        guard let hours = days[Self.weekday(day)] else { return nil }
        let (opens, closes) = (hours.opens.minutes, hours.closes.minutes), start = day * Self.minutesOfDay
        return start + opens..<start + closes + (closes <= opens ? Self.minutesOfDay : 0)
    }

    /// Whether the café is open at a time.
    public func isOpen(at minutes: Int) -> Bool {
        let today = Self.day(minutes)
        return [today - 1, today].contains { span($0)?.contains(minutes) == true }
    }

    /// The next times at which a café opens and closes again; `nil` for one that never opens.
    func next(after minutes: Int) -> Range<Int>? {
        let today = Self.day(minutes)
        return (today...today + Self.daysOfWeek).lazy.compactMap(span).first { $0.lowerBound > minutes }
    }

    /// When a café that is closed at a time opens; `nil` for one that never does.
    public func opening(after minutes: Int) -> Opening? {
        guard let next = next(after: minutes)?.lowerBound else { return nil }
        let day = Self.day(next)
        return TimeOfDay(minutes: next - day * Self.minutesOfDay).map {
            Opening(daysAway: day - Self.day(minutes), weekday: Self.weekday(day), time: $0)
        }
    }
}

// MARK: Text

extension OpeningHours {
    /// Reads hours such as `mon-fri 7:00-18:00, sat 9:00-1:00`, or `daily 8:00-20:00`. Days that are not named are
    /// closed.
    ///
    /// - Returns: `nil` for another text, or a day that is named twice.
    public init?(_ text: String) {
        var days = [Day?](repeating: nil, count: Self.daysOfWeek), named: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(whereSeparator: \.isWhitespace)
            guard words.count == 2, let range = Self.range(words[0].lowercased()),
                let hours = words[1] == "closed" ? .some(nil) : Self.hours(words[1]).map(Optional.some)
            else { return nil }
            for day in range {
                guard named.insert(day).inserted else { return nil }
                days[day] = hours
            }
        }
        self.days = days
    }

    private static func range(_ text: String) -> [Int]? {
        if text == "daily" { return Array(0..<daysOfWeek) }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { names.firstIndex(of: String($0)) }
        guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1] else { return nil }
        // "sat-mon" goes over Sunday.
        return (0...(last - first + daysOfWeek) % daysOfWeek).map { (first + $0) % daysOfWeek }
    }

    private static func hours(_ text: some StringProtocol) -> Day? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { TimeOfDay($0) }
        guard ends.count == 2, let opens = ends[0], let closes = ends[1] else { return nil }
        return Day(opens: opens, closes: closes)
    }

    /// The text that `init(_:)` reads.
    public var description: String {
        var parts: [String] = []
        var first = 0
        while first < days.count {
            let last = days[first...].prefix { $0 == days[first] }.endIndex - 1
            let name = first == last ? Self.names[first] : "\(Self.names[first])-\(Self.names[last])"
            parts.append(name + " " + (days[first].map { "\($0.opens)-\($0.closes)" } ?? "closed"))
            first = last + 1
        }
        return parts.joined(separator: ", ")
    }
}
