internal import Glibc
internal import PlatformSupport

/// The limits that a child applies to itself before it loads an engine.
public struct Confinement: Equatable, Sendable {
    /// Limit on its data in bytes (`RLIMIT_DATA`), or `nil`.
    public var memoryLimit: Int?
    /// Limit on its data beyond its size, and earlier peak, after loading, in bytes; a larger engine may grow by its
    /// own size. `nil`: no limit.
    public var memoryHeadroom: Int?

    /// Creates limits.
    public init(memoryLimit: Int? = nil, memoryHeadroom: Int? = nil) {
        self.memoryLimit = memoryLimit
        self.memoryHeadroom = memoryHeadroom
    }

    private static let memoryVariable = "BREWS_ENGINE_MEMORY"
    private static let headroomVariable = "BREWS_ENGINE_HEADROOM"

    /// The variables by which the host passes the limits to its child.
    var environment: [String: String] {
        [Self.memoryVariable: memoryLimit, Self.headroomVariable: memoryHeadroom].compactMapValues {
            $0.map(String.init)
        }
    }

    /// Reads the limits set by the host.
    ///
    /// - Parameter environment: this process's environment.
    public init(environment: [String: String]) {
        memoryLimit = environment[Self.memoryVariable].flatMap { Int($0) }
        memoryHeadroom = environment[Self.headroomVariable].flatMap { Int($0) }
    }

    /// Makes a process of this user the first victim when memory runs out (`oom_score_adj`): an engine can be replaced,
    /// the order cannot. In a control group hardly larger than the kiosk, less than 1,000 would not outweigh the
    /// libraries that the kiosk has in memory.
    ///
    /// Raising the score needs no privilege. Without `/proc`, or when the process has disabled core dumps
    /// (`CoreDumps`), nothing happens.
    ///
    /// - Parameter process: its id, or "self".
    static func preferForOOM(_ process: String) { _ = SystemFile.write("1000", to: "/proc/\(process)/oom_score_adj") }

    /// Closes every inherited descriptor except the child's own four (they are those without close-on-exec; the
    /// runtime's have it), limits the memory, disables core dumps because they would contain audio, and raises the OOM
    /// score in case the host was too late to do so.
    func apply() {
        for number in Self.openDescriptors()
        where number > EngineHostServer.channel && fcntl(number, F_GETFD) & FD_CLOEXEC == 0 { close(number) }
        _ = fcntl(EngineHostServer.channel, F_SETFD, FD_CLOEXEC)
        if let memoryLimit { Self.limitData(memoryLimit) }
        Self.preferForOOM("self")
        CoreDumps.forbid()
    }

    /// Limits further growth, so that a leaking engine ends alone, long before memory runs out for others (fault I5).
    ///
    /// Memory that it used temporarily until now may be used again: an engine that ran its self-test has used all that
    /// a recognition needs.
    func limitGrowth() {
        let status = SystemFile.read("/proc/self/status")
        guard let memoryHeadroom, let data = Self.bytes("VmData", in: status) else { return }
        guard let size = Self.bytes("VmSize", in: status), let peak = Self.bytes("VmPeak", in: status) else { return }
        Self.limitData(min(data + max(0, peak - size) + max(memoryHeadroom, data), memoryLimit ?? .max))
    }

    private static func limitData(_ bytes: Int) {
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        setrlimit(Int32(RLIMIT_DATA.rawValue), &limit)
    }

    /// Returns a figure of `/proc/PID/status` in bytes; `nil` if unavailable.
    private static func bytes(_ name: String, in status: String) -> Int? {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    }

    static func openDescriptors() -> [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        let own = dirfd(folder)
        var numbers: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if let number = Int32(name), number != own { numbers.append(number) }
        }
        return numbers
    }
}
