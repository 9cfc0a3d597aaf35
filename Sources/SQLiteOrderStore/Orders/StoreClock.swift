public import Ordering

#if canImport(Glibc)
    internal import Glibc
#endif

/// The clocks that the store writes down.
public struct StoreClock: Sendable {
    /// The wall clock, and whether it is set. Names days; nothing else is decided by it.
    public var wall: @Sendable () -> WallTime
    /// Milliseconds since the machine started, counting time asleep. Cannot be set.
    public var sinceBoot: @Sendable () -> Int
    /// The kernel's identity of this boot.
    public var boot: String

    public init(wall: @escaping @Sendable () -> WallTime, sinceBoot: @escaping @Sendable () -> Int, boot: String) {
        self.wall = wall
        self.sinceBoot = sinceBoot
        self.boot = boot
    }

    /// The machine's clocks, with a wall clock that the caller judges (`CLOCK_BOOTTIME`,
    /// `/proc/sys/kernel/random/boot_id`).
    public init(wall: @escaping @Sendable () -> WallTime) {
        self.init(wall: wall, sinceBoot: Self.bootTime, boot: Self.bootIdentity())
    }

    /// The system's wall clock (`CLOCK_REALTIME`), which counts as set when it is not before `earliest`.
    ///
    /// - Parameter earliest: seconds since 1970, for example of the day the program was built: boards without a battery
    ///   start before it.
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
