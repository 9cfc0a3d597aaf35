internal import Ordering
internal import SQLiteOrderStore

extension KioskAssembly {
    /// The business day, as `2026-11-29`.
    static func today() -> String {
        StoreLocation.calendar.day(epochMilliseconds: StoreLocation.clock.wall().epochMilliseconds).description
    }

    /// The time of the café's clock.
    static func localTime() -> LocalTime {
        let wall = StoreLocation.clock.wall()
        return LocalTime(
            minutes: StoreLocation.calendar.minutes(epochMilliseconds: wall.epochMilliseconds),
            isTrusted: wall.isTrusted)
    }
}
