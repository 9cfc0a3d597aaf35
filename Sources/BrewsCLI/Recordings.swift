internal import AudioFiles
internal import PlatformSupport
internal import Speech

/// The recordings named on a command line.
enum Recordings {
    static let rawRate = OptionSpec(
        "raw-rate", value: "HZ", "sample rate of raw 16-bit mono audio on standard input (default: 16000)")

    /// The recordings named as operands, or `-` for standard input.
    ///
    /// - Throws: `CLIError.usage`.
    static func names(_ arguments: Arguments, command: String) throws(CLIError) -> [String] {
        guard !arguments.operands.isEmpty else {
            throw .usage("\(command) needs a WAV file, or - for standard input; see: \(command) --help")
        }
        guard arguments.operands.count(where: { $0 == "-" }) <= 1 else {
            throw .usage("standard input can be read once")
        }
        return arguments.operands
    }

    /// Opens a recording, or standard input for `-`.
    ///
    /// - Throws: `CLIError.audio` naming the file.
    static func open(_ name: String, _ arguments: Arguments) throws(CLIError) -> RecordedAudio {
        let rate = try rawRate(arguments) ?? SampleRate.speech
        do {
            return try name == "-" ? .standardInput(rawRate: rate) : .open(path: name)
        } catch {
            throw .audio(file: name, error)
        }
    }

    /// Opens the recording of `--input`, before anything of the kiosk starts, so that an unreadable one ends the
    /// command.
    ///
    /// - Returns: `nil` without `--input`.
    /// - Throws: `CLIError.audio` naming the file, `.usage` also for an unsupported sample rate.
    static func guest(_ arguments: Arguments) async throws -> RecordedAudio? {
        let rate = try rawRate(arguments)
        guard let name = arguments.value("input") else {
            if rate != nil { throw CLIError.usage("--raw-rate is for --input -") }
            return nil
        }
        return try await SerialWorker(label: "recording").run { try open(name, arguments) }
    }

    private static func rawRate(_ arguments: Arguments) throws(CLIError) -> Int? {
        try arguments.integer("raw-rate", in: 1_000...768_000)
    }

    /// Runs `body` on each recording in turn. A recording that fails is reported and the rest still run.
    ///
    /// - Returns: 0, or the exit code of the first failure.
    static func forEach(_ arguments: Arguments, command: String, body: (String, RecordedAudio) async throws -> Void)
        async throws -> Int32
    {
        var code: Int32 = 0
        for name in try names(arguments, command: command) {
            do {
                try await body(name, try open(name, arguments))
                try Console.checkOutput()
            } catch is CancellationError {
                throw CancellationError()
            } catch CLIError.output(let reason) {
                throw CLIError.output(reason: reason)
            } catch {
                let failed = BrewsTool.fail(CLIError.from(error, file: name))
                if code == 0 { code = failed }
            }
        }
        return code
    }
}
