public import Ordering

#if canImport(Glibc)
    internal import Glibc
#endif

/// The clocks whose times the store records.
public struct StoreClock: Sendable {
    /// The wall clock, and whether it is set. It determines business days only.
    public var wall: @Sendable () -> WallTime
    /// Milliseconds since boot, including suspended time. This clock cannot be set.
    public var sinceBoot: @Sendable () -> Int
    /// The kernel's id of this boot.
    public var boot: String

    /// Creates a set of clocks, for example for tests.
    public init(wall: @escaping @Sendable () -> WallTime, sinceBoot: @escaping @Sendable () -> Int, boot: String) {
        self.wall = wall
        self.sinceBoot = sinceBoot
        self.boot = boot
    }

    /// The machine's clocks, with a wall clock given by the caller (`CLOCK_BOOTTIME`,
    /// `/proc/sys/kernel/random/boot_id`).
    public init(wall: @escaping @Sendable () -> WallTime) {
        self.init(wall: wall, sinceBoot: Self.bootTime, boot: Self.bootIdentity())
    }

    /// The machine's clocks. The wall clock (`CLOCK_REALTIME`) counts as set if it is not before `earliest`.
    ///
    /// - Parameter earliest: seconds since 1970, for example the build date: boards without a battery start before it.
    public static func system(earliest: Int64) -> StoreClock {
        StoreClock(wall: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            let milliseconds = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
            return WallTime(epochMilliseconds: milliseconds, isTrusted: Int64(time.tv_sec) >= earliest)
        })
    }

    private static func bootTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }

    private static func bootIdentity() -> String {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, Int32(line.count), file) != nil else { return "" }
        return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var moment: DailyNumbers.Moment { DailyNumbers.Moment(boot: boot, milliseconds: sinceBoot()) }
}
