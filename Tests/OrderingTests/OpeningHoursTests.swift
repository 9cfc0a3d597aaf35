import Foundation
import Ordering
import Testing

/// Opening hours, and the door that they and the staff open and close.
struct OpeningHoursTests {
    /// Minutes of a time in the week of Monday, 5 January 1970.
    private static func minutes(_ day: Int, _ time: String) throws -> Int {
        (4 + day) * 1_440 + (try #require(TimeOfDay(time))).minutes
    }

    private static func time(_ day: Int, _ time: String, isTrusted: Bool = true) throws -> LocalTime {
        LocalTime(minutes: try minutes(day, time), isTrusted: isTrusted)
    }

    private static func door(_ hours: String = "mon-fri 7:00-18:00, sat 9:00-1:00") throws -> KioskDoor {
        var door = KioskDoor()
        let read = try #require(OpeningHours(hours) as OpeningHours?)
        door.hours = read
        return door
    }

    @Test(
        "Hours are read from text and written as they are read",
        arguments: [
            ("mon-fri 7:00-18:00, sat 9:00-1:00", "mon-fri 07:00-18:00, sat 09:00-01:00, sun closed"),
            ("daily 8:00-24:00", "mon-sun 08:00-00:00"), ("Sat-Mon 10:00-12:30", nil),
            ("sun closed", "mon-sun closed"),
        ])
    func text(_ text: String, _ written: String?) throws {
        let hours = try #require(OpeningHours(text))
        if let written { #expect(hours.description == written) }
        #expect(OpeningHours(hours.description) == hours)
        #expect(try JSONDecoder().decode(OpeningHours.self, from: JSONEncoder().encode(hours)) == hours)
    }

    @Test(
        "What is no opening hours is refused",
        arguments: [
            "", "7:00-18:00", "mon 7-18", "mon 7:00", "mon 7:00-25:00", "mon 7:60-8:00", "mon 24:30-25:00",
            "someday 7:00-18:00", "mon 7:00-18:00 tue", "mon 7:00-18:00, mon 8:00-9:00", "mon-tue-wed 7:00-18:00",
            "mon 7:00-18:00,", "mon +7:00-18:00", "mon ٧:00-18:00",
        ])
    func badText(_ text: String) { #expect(OpeningHours(text) == nil) }

    @Test("Lists of other than seven days, and no times, are refused")
    func badJSON() {
        for json in ["[]", "[null]", #"[{"opens":"7","closes":"8:00"},null,null,null,null,null,null]"#] {
            #expect(throws: (any Error).self) { try JSONDecoder().decode(OpeningHours.self, from: Data(json.utf8)) }
        }
    }

    @Test("The kiosk is open from opening to closing, also past midnight")
    func open() throws {
        let door = try Self.door()
        let times: [(Int, String, Bool)] = [
            (0, "6:59", false), (0, "7:00", true), (0, "17:59", true), (0, "18:00", false), (5, "8:59", false),
            (5, "23:59", true), (6, "0:59", true), (6, "1:00", false), (6, "12:00", false),
        ]
        for (day, time, isOpen) in times {
            #expect((door.state(at: try Self.time(day, time)) == .open) == isOpen, "\(day) \(time)")
        }
        let always = try Self.door("daily 0:00-0:00")
        #expect(try always.hours?.isOpen(at: Self.minutes(3, "0:00")) == true)
        #expect(KioskDoor().state(at: try Self.time(6, "3:00")) == .open)
    }

    @Test("A closed kiosk knows when it opens: today, tomorrow, or on another day")
    func opening() throws {
        let door = try Self.door(), seven = try #require(TimeOfDay("7:00"))
        for (day, time, daysAway, weekday) in [(0, "5:00", 0, 0), (0, "18:00", 1, 1), (6, "1:00", 1, 0)] {
            let opening = OpeningHours.Opening(daysAway: daysAway, weekday: weekday, time: seven)
            #expect(door.state(at: try Self.time(day, time)) == .closed(opens: opening), "\(day) \(time)")
        }
        let sundays = try Self.door("sun 7:00-8:00")
        #expect(
            sundays.state(at: try Self.time(6, "8:00"))
                == .closed(opens: OpeningHours.Opening(daysAway: 7, weekday: 6, time: seven)))
        #expect(try Self.door("sun closed").state(at: try Self.time(0, "9:00")) == .closed(opens: nil))
    }

    @Test("The staff open a closed kiosk until its closing time, or until the business day ends")
    func staff() throws {
        let openings: [(Int, String, Int, String)] = [
            // Early, late, on a closed day, after a long Saturday, and just before the business day ends.
            (0, "6:30", 0, "18:00"), (0, "20:00", 1, "4:00"), (6, "12:00", 7, "4:00"), (6, "1:30", 6, "4:00"),
            (0, "3:30", 0, "4:30"),
        ]
        for (day, time, lastDay, end) in openings {
            var door = try Self.door()
            let now = try Self.time(day, time), last = try Self.minutes(lastDay, end)
            door.openNow(at: now)
            #expect(door.state(at: now) == .open && door.opened == now.minutes..<last, "\(day) \(time)")
            #expect(door.state(at: LocalTime(minutes: last - 1, isTrusted: true)) == .open)
            // A clock that is set back closes it, and it can be opened again.
            #expect(door.state(at: LocalTime(minutes: now.minutes - 1, isTrusted: true)) != .open)
            door.closeAgain()
            #expect(door.state(at: now) != .open)
        }
        var open = try Self.door()
        open.openNow(at: try Self.time(0, "9:00"))
        #expect(open.opened == nil)
    }

    @Test("However wrong the clock, one touch of the staff opens the kiosk for an hour")
    func wrongClock() throws {
        for hours in ["mon-fri 7:00-18:00, sat 9:00-1:00", "sun closed", "daily 3:00-3:01", "daily 3:59-4:00"] {
            for minutes in stride(from: -20_000, through: 40_000_000, by: 99_991) {
                var door = try Self.door(hours)
                door.openNow(at: LocalTime(minutes: minutes, isTrusted: true))
                for later in [0, 59] where door.opened != nil {
                    #expect(door.state(at: LocalTime(minutes: minutes + later, isTrusted: true)) == .open)
                }
                #expect(door.state(at: LocalTime(minutes: minutes, isTrusted: true)) == .open)
            }
        }
    }

    @Test("A clock that was never set closes nothing, and the staff's pause counts more than all")
    func pauseAndTrust() throws {
        var door = try Self.door()
        #expect(door.state(at: try Self.time(0, "3:00", isTrusted: false)) == .open)
        door.isPaused = true
        #expect(door.state(at: try Self.time(0, "9:00")) == .paused)
        #expect(door.state(at: try Self.time(0, "3:00", isTrusted: false)) == .paused)
    }
}
