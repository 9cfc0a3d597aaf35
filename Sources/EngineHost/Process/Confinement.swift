internal import CInterop
internal import Glibc

/// What a child does to itself before it loads an engine.
public struct Confinement: Equatable, Sendable {
    /// Most data it may allocate in bytes (`RLIMIT_DATA`), or `nil`.
    public var memoryLimit: Int?

    public init(memoryLimit: Int? = nil) { self.memoryLimit = memoryLimit }

    private static let memoryVariable = "BREWS_ENGINE_MEMORY"

    /// How the host tells its child.
    var environment: [String: String] { memoryLimit.map { [Self.memoryVariable: String($0)] } ?? [:] }

    /// The confinement that the host wants for this process.
    ///
    /// - Parameter environment: this process's.
    public init(environment: [String: String]) { memoryLimit = environment[Self.memoryVariable].flatMap { Int($0) } }

    /// Offers a process of this user first when memory runs out (`oom_score_adj`): an engine can be replaced, the order cannot.
    ///
    /// Raising the score needs no privilege; where `/proc` is missing, or the process has forbidden core dumps (`CoreDumps`), nothing happens.
    ///
    /// - Parameter process: its number, or "self".
    static func offer(_ process: String) { _ = SystemFile.write("500", to: "/proc/\(process)/oom_score_adj") }

    /// Closes every inherited descriptor but the child's own four (they are those not closed on exec; the runtime's are), bounds the memory, turns core dumps off because they would hold
    /// audio, and offers this process when memory runs out, for a host that came too late to do so.
    func apply() {
        for number in Self.openDescriptors() where number > EngineHostServer.channel && fcntl(number, F_GETFD) & FD_CLOEXEC == 0 { close(number) }
        _ = fcntl(EngineHostServer.channel, F_SETFD, FD_CLOEXEC)
        if let memoryLimit {
            var limit = rlimit(rlim_cur: rlim_t(memoryLimit), rlim_max: rlim_t(memoryLimit))
            setrlimit(Int32(RLIMIT_DATA.rawValue), &limit)
        }
        Self.offer("self")
        CoreDumps.forbid()
    }

    static func openDescriptors() -> [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        let own = dirfd(folder)
        var numbers: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { String(cString: $0) }
            }
            if let number = Int32(name), number != own { numbers.append(number) }
        }
        return numbers
    }
}
