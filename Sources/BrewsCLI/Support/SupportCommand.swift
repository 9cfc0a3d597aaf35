internal import Foundation
internal import Ordering
internal import PlatformSupport
internal import SQLiteOrderStore

/// `brews support`: one archive with what a developer needs to help, and nothing private.
enum SupportCommand: Command {
    static let name = "support"
    static let spec = CommandSpec(
        name: "brews support",
        summary: "Makes one archive for support: versions, settings, health, counts and logs, without anything said.",
        options: [
            OptionSpec(
                "output", value: "FILE", "the archive; also -o (default: brews-support-DATE.tar.gz in this folder)"),
            StoreLocation.option,
            OptionSpec("port", value: "N", "of the running kiosk's page (default: 8117)"),
            OptionSpec(
                "settings", value: "FILE",
                "the service's options, also several times (default: /etc/brews/kiosk.conf, /etc/default/brews-kiosk "
                    + "and /var/lib/brews/tuned.conf)"),
            Setup.engineOption, Setup.secondOption,
        ],
        examples: [
            (
                "sudo brews support --store /var/lib/brews/orders.sqlite",
                "the archive of a kiosk, with its logs; what went in is listed"
            ),
            ("brews support --json -o report.tar.gz", "the list as JSON"),
        ])

    private struct Listing: Encodable {
        let file: String
        let bytes: Int
        let entries: [SupportReport.Entry]
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard arguments.operands.isEmpty else { throw CLIError.usage("\(spec.name) takes no operands") }
        setup.console.progress("collecting …")
        let report = try await SupportReport(arguments, setup)
        setup.console.progress("collected", isLast: true)
        let stamp = Self.stamp(StoreLocation.clock.wall().epochMilliseconds)
        let path = arguments.value("output") ?? "brews-support-\(stamp).tar.gz"
        let bytes = try archive(report.entries, folder: "brews-support-\(stamp)")
        do { try OutputFile.write(bytes, to: path, mode: 0o600) } catch {
            throw CLIError.input("\(path) cannot be written: \(error.reason)")
        }
        if setup.json {
            try setup.console.json(Listing(file: path, bytes: bytes.count, entries: report.entries))
        } else {
            for entry in report.entries {
                setup.console.line("\(entry.bytes)".padded(to: 9) + entry.name.padded(to: 34) + entry.about)
            }
            setup.console.line("\(path): \(bytes.count) bytes. Nothing was sent; look into it before you send it.")
        }
        return 0
    }

    /// A date as `20261130-060512`, in UTC.
    private static func stamp(_ milliseconds: Int64) -> String {
        let text = Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
        return text.filter { $0.isNumber || $0 == "T" }.replacingOccurrences(of: "T", with: "-")
    }

    /// The files as a compressed archive, by the system's tar.
    private static func archive(_ entries: [SupportReport.Entry], folder: String) throws -> [UInt8] {
        let files = FileManager.default
        let base = files.temporaryDirectory.appendingPathComponent("brews-support-\(UUID().uuidString)")
        try files.createDirectory(at: base, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(at: base) }
        for entry in entries {
            let url = base.appendingPathComponent("\(folder)/\(entry.name)")
            try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try entry.contents.write(to: url)
        }
        let packed = ProgramOutput.of([
            "tar", "--create", "--gzip", "--file=-", "--owner=0", "--group=0", "--numeric-owner", "--directory",
            base.path, folder,
        ])
        guard let packed, !packed.isEmpty else { throw CLIError.library("the system's tar does not work") }
        return Array(packed)
    }
}
