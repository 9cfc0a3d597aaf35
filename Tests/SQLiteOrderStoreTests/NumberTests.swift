internal import Foundation
internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// Order numbers under changes of clock and file.
@Suite(.timeLimit(.minutes(10)))
struct NumberTests {
    /// Places an order and returns its number.
    private func next(_ store: SQLiteOrderStore) async throws -> Int { try await store.place(Sample.order()).number }

    @Test("numbers restart each business day, which ends at four in the morning")
    func days() async throws {
        let clock = TestClock(), store = try await Sample.memory(clock)
        #expect(try await [next(store), next(store)] == [1, 2])
        clock.pass(hours: 15.9)
        #expect(try await next(store) == 3)
        clock.pass(hours: 0.2)
        #expect(try await next(store) == 1)
        let days = try await store.orders().map(\.day.description)
        #expect(days == ["2026-11-21", "2026-11-21", "2026-11-21", "2026-11-22"])
    }

    @Test(
        "F7: a clock that jumps forwards, back or is not set repeats no number of the day",
        arguments: [24, -24, 87_600, -87_600, 1_000_000_000, -1_000_000_000])
    func jumps(hours: Double) async throws {
        let clock = TestClock(), store = try await Sample.memory(clock)
        var numbers: [Int] = []
        for step in 0..<50 {
            clock.pass(hours: 0.1)
            if step.isMultiple(of: 5) { clock.jump(hours: (step / 5).isMultiple(of: 2) ? hours : -hours) }
            clock.reading.wall.isTrusted = !step.isMultiple(of: 7)
            numbers.append(try await next(store))
        }
        #expect(numbers == Array(1...50))
        // The next day with the right clock: numbers restart, however far ahead the clock had been.
        clock.reading.wall = WallTime(epochMilliseconds: TestClock.noon("2026-11-22"), isTrusted: true)
        clock.reading.sinceBoot += 24 * 3_600_000
        let first = try await next(store)
        // A day that was named by mistake continues the numbers it had then.
        #expect(hours == 24 ? (2...51).contains(first) : first == 1)
        clock.pass(hours: 24)
        #expect(try await next(store) == 1)
    }

    @Test("F7: with a clock that is never set numbers ascend without end")
    func unset() async throws {
        let clock = TestClock("1970-01-01", isTrusted: false), store = try await Sample.memory(clock)
        for number in 1...5 {
            #expect(try await next(store) == number)
            clock.pass(hours: 30)
        }
        #expect(try await Set(store.orders().map(\.day.daysSince1970)) == [0])
    }

    @Test("F7: after restarts and new boots the day's numbers continue")
    func restarts() async throws {
        let folder = try TemporaryFolder(), clock = TestClock()
        for number in 1...10 {
            clock.reading.sinceBoot = 0
            clock.reading.wall.isTrusted = !number.isMultiple(of: 3)
            let store = try await Sample.store(folder.path("orders.sqlite"), clock, boot: "boot \(number)")
            #expect(try await next(store) == number)
            await store.close()
        }
    }

    @Test(
        "F7: in 100 resets of the database by loss, damage or an old copy no number or sequence repeats")
    func resets() async throws {
        let folder = try TemporaryFolder(), path = folder.path("orders.sqlite"), clock = TestClock()
        let perReset = rounds(6, full: 10_000)
        var numbers = Set<Int>(), sequences = Set<Int>(), generator = SeededGenerator(seed: 7)
        var copy: Data?
        for reset in 0..<100 {
            // All within one day, the worst case: the boot-time clock does not advance.
            let store = try await Sample.store(path, clock, boot: "boot \(reset)")
            // Sometimes beyond the end of a block of marks.
            for _ in 0..<(reset % 10 == 5 ? perReset + 60 : Int.random(in: 1...(2 * perReset - 1), using: &generator)) {
                let receipt = try await store.place(Sample.order())
                #expect(numbers.insert(receipt.number).inserted && sequences.insert(receipt.sequence).inserted)
            }
            if reset.isMultiple(of: 4) { #expect((store.notice == nil) == (reset == 0)) }
            await store.close()
            switch reset % 4 {
            case 0: copy = FileManager.default.contents(atPath: path)
            case 1: try Data("this was a database".utf8).write(to: URL(fileURLWithPath: path))
            case 2: try copy?.write(to: URL(fileURLWithPath: path))
            default: try FileManager.default.removeItem(atPath: path)
            }
        }
        #expect(numbers.count == sequences.count && numbers.count > 50 * perReset)
    }

    @Test("F7: the counter alone gives a million different numbers over a hundred days of restarts and jumps")
    func counter() throws {
        var generator = SeededGenerator(seed: 70)
        var numbers = DailyNumbers(day: BusinessDay(daysSince1970: 0), last: 0, began: .init(boot: "", milliseconds: 0))
        var lastOf: [BusinessDay: Int] = [:], seen = Set<Int>()
        for day in 20_000..<20_100 {
            // A real day, from opening to closing within a few hours of uptime.
            seen.removeAll(keepingCapacity: true)
            for order in 0..<10_000 {
                let jump =
                    Int.random(in: 0..<20, using: &generator) == 0 ? Int.random(in: 1...3_650, using: &generator) : 0
                let today =
                    Int.random(in: 0..<5, using: &generator) == 0
                    ? nil : BusinessDay(daysSince1970: day + (order == 0 ? 0 : jump))
                let number = try numbers.next(
                    today: today, at: .init(boot: "boot", milliseconds: (day - 20_000) * 86_400_000 + order * 2_000)
                ) { lastOf[$0] ?? 0 }
                lastOf[numbers.day] = number
                #expect(seen.insert(number).inserted)
            }
        }
    }

    @Test(
        "H2: business days are civil dates, also on leap days and after 2038",
        arguments: [
            ("1970-01-01", 0), ("1999-12-31", 10_956), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
            ("2024-02-29", 19_782), ("2026-11-21", 20_778),
            ("2038-01-19", 24_855), ("2038-01-20", 24_856), ("2100-02-28", 47_540), ("2100-03-01", 47_541),
            ("9999-12-31", 2_932_896),
        ])
    func civil(text: String, days: Int) {
        #expect(BusinessDay(text)?.daysSince1970 == days)
        #expect(BusinessDay(daysSince1970: days).description == text)
    }

    @Test(
        "invalid dates are rejected",
        arguments: [
            "", "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "26-11-21", "2026-11-2", "2026/11/21", "today",
            "1969-12-31",
        ])
    func noDates(text: String) { #expect(BusinessDay(text) == nil) }

    @Test("H2: the day begins at its hour of the café's own zone, in summer and in winter")
    func zones() throws {
        let table = [
            ("Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-28"),
            ("Europe/Berlin", "2026-03-29T01:59:59Z", "2026-03-28"),
            ("Europe/Berlin", "2026-03-29T02:00:00Z", "2026-03-29"),
            ("Europe/Berlin", "2026-10-25T02:59:59Z", "2026-10-24"),
            ("Europe/Berlin", "2026-10-25T03:00:00Z", "2026-10-25"),
            ("Europe/Berlin", "2038-01-19T03:14:08Z", "2038-01-19"),
            ("Australia/Sydney", "2026-04-04T17:59:59Z", "2026-04-04"),
            ("Australia/Sydney", "2026-04-04T18:00:00Z", "2026-04-05"),
            ("Asia/Kolkata", "2028-02-28T22:29:59Z", "2028-02-28"),
            ("Asia/Kolkata", "2028-02-28T22:30:00Z", "2028-02-29"),
        ]
        for (zone, moment, day) in table {
            let calendar = BusinessCalendar(timeZone: try #require(TimeZone(identifier: zone)))
            let date = try #require(ISO8601DateFormatter().date(from: moment))
            #expect(
                calendar.day(epochMilliseconds: Int64(date.timeIntervalSince1970) * 1_000).description == day,
                "\(zone), \(moment)")
        }
        let calendar = BusinessCalendar(timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
        #expect(
            calendar.day(epochMilliseconds: .min).daysSince1970 == 0
                && calendar.day(epochMilliseconds: .max).description == "9999-12-31")
    }
}
