internal import Foundation
internal import ModelCatalogue

#if canImport(Glibc)
    internal import Glibc
#endif

/// What a report of figures says about the machine and the program.
struct BoardMachine: Encodable, Equatable {
    /// Name of the board or of the processor.
    let machine: String
    let architecture: String
    let cores: Int
    let memoryMegabytes: Int
    /// Name and version of the system.
    let system: String
    let kernel: String
    /// Version of the program.
    let version: String
    /// Version of the Debian package, which tells the commit's time; `nil` without a package.
    let package: String?
    /// SHA-256 of the program's file.
    let program: String?

    /// This machine.
    static func this() -> BoardMachine {
        var names = utsname()
        uname(&names)
        return BoardMachine(
            machine: name, architecture: text(of: names.machine), cores: ProcessInfo.processInfo.activeProcessorCount,
            memoryMegabytes: Int(ProcessInfo.processInfo.physicalMemory / 1_000_000), system: system,
            kernel: text(of: names.release), version: BrewsTool.version, package: package,
            program: FileDigest.sha256(ofFile: "/proc/self/exe"))
    }

    private static var name: String {
        // A board's name ends with a zero byte.
        if let board = contents("/proc/device-tree/model")?.trimmingCharacters(in: .controlCharacters),
            !board.isEmpty
        {
            return board
        }
        let processor = contents("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("model name") }
        return processor?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown"
    }

    private static var system: String {
        let line = contents("/etc/os-release")?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        return line?.dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: ["\""]) ?? "unknown"
    }

    private static var package: String? {
        ProgramOutput.text(["dpkg-query", "--show", "--showformat=${Version}", "brews"])
    }

    private static func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A string of a C structure.
    private static func text<Bytes>(of bytes: Bytes) -> String {
        withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
