internal import Glibc
internal import PlatformSupport

/// What a child does to itself before it loads an engine.
public struct Confinement: Equatable, Sendable {
    /// Most data it may allocate in bytes (`RLIMIT_DATA`), or `nil`.
    public var memoryLimit: Int?
    /// Most data in bytes that it may allocate beyond what it has, and had at once, until its engine is loaded; an
    /// engine that has more may have as much again. `nil`: no bound.
    public var memoryHeadroom: Int?

    public init(memoryLimit: Int? = nil, memoryHeadroom: Int? = nil) {
        self.memoryLimit = memoryLimit
        self.memoryHeadroom = memoryHeadroom
    }

    private static let memoryVariable = "BREWS_ENGINE_MEMORY"
    private static let headroomVariable = "BREWS_ENGINE_HEADROOM"

    /// How the host tells its child.
    var environment: [String: String] {
        [Self.memoryVariable: memoryLimit, Self.headroomVariable: memoryHeadroom].compactMapValues {
            $0.map(String.init)
        }
    }

    /// The confinement that the host wants for this process.
    ///
    /// - Parameter environment: this process's.
    public init(environment: [String: String]) {
        memoryLimit = environment[Self.memoryVariable].flatMap { Int($0) }
        memoryHeadroom = environment[Self.headroomVariable].flatMap { Int($0) }
    }

    /// Offers a process of this user first when memory runs out (`oom_score_adj`): an engine can be replaced, the order
    /// cannot. In a control group that is hardly larger than the kiosk less than 1,000 would not outweigh the libraries
    /// that the kiosk has in memory.
    ///
    /// Raising the score needs no privilege; where `/proc` is missing, or the process has forbidden core dumps
    /// (`CoreDumps`), nothing happens.
    ///
    /// - Parameter process: its number, or "self".
    static func offer(_ process: String) { _ = SystemFile.write("1000", to: "/proc/\(process)/oom_score_adj") }

    /// Closes every inherited descriptor but the child's own four (they are those not closed on exec; the runtime's
    /// are), bounds the memory, turns core dumps off because they would hold audio, and offers this process when memory
    /// runs out, for a host that came too late to do so.
    func apply() {
        for number in Self.openDescriptors()
        where number > EngineHostServer.channel && fcntl(number, F_GETFD) & FD_CLOEXEC == 0 { close(number) }
        _ = fcntl(EngineHostServer.channel, F_SETFD, FD_CLOEXEC)
        if let memoryLimit { Self.bound(memoryLimit) }
        Self.offer("self")
        CoreDumps.forbid()
    }

    /// Bounds what this process may grow to from now on, so that an engine that leaks ends alone, long before memory
    /// runs out for others (fault I5).
    ///
    /// What it had for a while until now, it may have again: an engine that was tried as it was loaded had all that a
    /// recognition takes.
    func boundGrowth() {
        let status = SystemFile.read("/proc/self/status")
        guard let memoryHeadroom, let data = Self.bytes("VmData", in: status) else { return }
        guard let size = Self.bytes("VmSize", in: status), let peak = Self.bytes("VmPeak", in: status) else { return }
        Self.bound(min(data + max(0, peak - size) + max(memoryHeadroom, data), memoryLimit ?? .max))
    }

    private static func bound(_ bytes: Int) {
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        setrlimit(Int32(RLIMIT_DATA.rawValue), &limit)
    }

    /// A figure of `/proc/PID/status` in bytes; `nil` where the system does not tell.
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
