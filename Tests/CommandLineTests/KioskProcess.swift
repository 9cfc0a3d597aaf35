internal import AudioFiles
internal import Foundation
internal import Speech
internal import TestSupport

/// A running `brews kiosk`.
final class KioskProcess: @unchecked Sendable {
    // Written by `init` alone; `Process` is used from one task at a time.
    let address: String
    private let process: Process

    struct NotOpen: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts a kiosk and waits until its page is there.
    ///
    /// - Parameters:
    ///   - words: what follows `brews kiosk`.
    ///   - environment: variables beside those of the tests.
    ///   - command: what runs it, a program and its words.
    init(_ words: [String], environment: [String: String] = [:], within command: [String] = ["/usr/bin/env"])
        async throws
    {
        process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst()) + [Brews.path, "kiosk", "--json"] + words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = await Self.read(output.fileHandleForReading, until: "is open on")
        guard let begin = said.range(of: "http://") else { throw NotOpen(description: "the kiosk said: \(said)") }
        address = String(said[begin.lowerBound...].prefix { $0 != "\"" })
        // What it says later is nobody's business here, but must not fill the pipe.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    /// Reads until something was said, or until the end.
    private static func read(_ handle: FileHandle, until wanted: String) async -> String {
        await withCheckedContinuation { continuation in
            // Reading waits, which the cooperative pool must not.
            Thread.detachNewThread {
                var said = ""
                while !said.contains(wanted), case let data = handle.availableData, !data.isEmpty {
                    said += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: said)
            }
        }
    }

    var identifier: Int32 { process.processIdentifier }

    /// Whether it has not ended yet.
    var isRunning: Bool { process.isRunning }

    /// Ends it as a service manager does.
    ///
    /// - Returns: its exit code.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 1_000 + process.terminationStatus
    }

    /// Ends it as a power cut does.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for it to end by itself.
    func wait() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [process] in
                process.waitUntilExit()
                continuation.resume(returning: process.terminationStatus)
            }
        }
    }

    /// What it says of itself, once it says what is wanted, or after two minutes: engines may load beside other tests.
    func health(until isWanted: (String) -> Bool) async throws -> String {
        guard let port = URL(string: address)?.port else { throw NotOpen(description: "no address: \(address)") }
        let clock = ContinuousClock(), end = clock.now + .seconds(120)
        let request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        while true {
            let health = try await LoopbackConnection.exchange(port: port, Array(request.utf8))?.text ?? ""
            guard !isWanted(health), clock.now < end else { return health }
            try await clock.sleep(for: .milliseconds(50))
        }
    }

    deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }
}

/// A guest made of recordings, with pauses between them.
enum SpokenGuest {
    /// What a guest says, and the pause after it in seconds.
    typealias Words = [(recording: String, pause: Double)]

    /// Wakes the kiosk and orders.
    static let order = "hey-brews-can-i-get-a-large-iced-latte-with-oat-milk"

    /// Writes a guest, by default one who wakes the kiosk, orders, says that this is all, and says yes.
    static func write(_ words: Words = [(order, 2.5), ("that-s-all", 3.5), ("yes-please", 3)], to path: String)
        async throws
    {
        var samples = quiet(seconds: 1.5)
        for (name, pause) in words {
            let file = Repository.root.appendingPathComponent("Tests/Recordings/\(name).wav").path
            let recording = try RecordedAudio.open(path: file)
            while let frame = try await recording.nextFrame() { samples += frame.samples }
            samples += quiet(seconds: pause)
        }
        try WaveFile.write(samples, sampleRate: SampleRate.speech, to: path)
    }

    /// A quiet room, which is never quite silent.
    private static func quiet(seconds: Double) -> [Int16] {
        (0..<Int(seconds * Double(SampleRate.speech))).map { Int16(truncatingIfNeeded: ($0 &* 7_919) % 31 - 15) }
    }
}
