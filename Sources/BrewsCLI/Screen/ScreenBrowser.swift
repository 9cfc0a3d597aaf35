internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// Chromium in kiosk mode on one page, with a temporary profile (fault G9).
///
/// A profile in memory does not survive a power cut, so no start offers to restore pages.
struct ScreenBrowser: Sendable {
    private let group: pid_t
    private let profile: String
    private let endings: AsyncStream<Int32>

    // As an app window (`--app`, below) Chromium gives even its own shortcuts to the page first (fault G11).
    private static let flags = [
        "--kiosk", "--password-store=basic", "--no-first-run", "--no-default-browser-check", "--noerrdialogs",
        "--disable-session-crashed-bubble",
        "--disable-component-update", "--disable-background-networking", "--disable-pinch",
        "--overscroll-history-navigation=0",
    ]

    /// Starts the browser.
    ///
    /// - Parameters:
    ///   - program: name or path.
    ///   - address: address of the page.
    ///   - extra: additional flags.
    ///   - folder: folder for the profile, in memory where possible.
    /// - Throws: `CLIError.input` when it cannot be started.
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
        // Foundation starts a process as leader of its own group, so its children can be ended with it.
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

    /// Waits until the browser has ended.
    ///
    /// - Returns: the exit code, or 128 plus the signal number.
    func ending() async -> Int32 {
        for await code in endings { return code }
        return 0
    }

    /// Kills the browser and its children, even if stopped or hung.
    func end() { kill(-group, SIGKILL) }

    /// Removes the profile; call it after the browser has ended.
    func clear() {
        end()
        try? FileManager.default.removeItem(atPath: profile)
    }
}
