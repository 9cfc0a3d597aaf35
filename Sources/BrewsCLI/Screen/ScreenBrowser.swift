internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// Chromium showing one page and nothing else, with a profile that begins empty and ends with it (fault G9).
///
/// A power cut leaves nothing of it where the profile's folder is in memory, so no start asks whether to restore pages.
struct ScreenBrowser: Sendable {
    private let group: pid_t
    private let profile: String
    private let endings: AsyncStream<Int32>

    // As the window of an app (`--app`, below) Chromium hands even its own keys to the page first (fault G11).
    private static let flags = [
        "--kiosk", "--password-store=basic", "--no-first-run", "--no-default-browser-check", "--noerrdialogs",
        "--disable-session-crashed-bubble",
        "--disable-component-update", "--disable-background-networking", "--disable-pinch",
        "--overscroll-history-navigation=0",
    ]

    /// Starts it.
    ///
    /// - Parameters:
    ///   - program: name or path.
    ///   - address: of the page.
    ///   - extra: flags after ours.
    ///   - folder: where its profile goes, in memory where possible.
    /// - Throws: `CLIError.input` where it cannot be started.
    init(program: String, address: String, extra: [String], folder: String) throws(CLIError) {
        var template = Array("\(folder)/brews-screen.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .input("no profile can be made in \(folder): \(String(cString: strerror(errno)))")
        }
        profile = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let (endings, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        self.endings = endings
        let process = Process()
        process.terminationHandler = { process in
            continuation.yield(
                process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus)
            continuation.finish()
        }
        // Foundation starts a process as the leader of a group of its own: what it starts ends with it.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [program] + Self.flags + ["--user-data-dir=\(profile)", "--disk-cache-dir=\(profile)/cache"] + extra + [
                "--app=\(address)"
            ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch {
            rmdir(profile)
            throw .input("\(program) cannot be started: \(error.localizedDescription)")
        }
        group = process.processIdentifier
    }

    /// Waits until it has ended.
    ///
    /// - Returns: its exit code, or 128 and the signal's number.
    func ending() async -> Int32 {
        for await code in endings { return code }
        return 0
    }

    /// Ends it and all that it started, also when it is stopped or hangs.
    func end() { kill(-group, SIGKILL) }

    /// Takes its profile away; once it has ended.
    func clear() {
        end()
        try? FileManager.default.removeItem(atPath: profile)
    }
}
