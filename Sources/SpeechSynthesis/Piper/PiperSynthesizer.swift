internal import Foundation
internal import PlatformSupport
public import Speech

/// An error of speech synthesis with Piper.
public enum PiperError: Error, Equatable, Sendable {
    /// There is no program `piper` on the search path.
    case notInstalled
    /// A voice's files are missing or unreadable.
    case badVoice(file: String, reason: String)
    /// A setting is outside its range; the message names the setting and the range.
    case invalidSetting(String)
    /// The program could not be started; the text is the system's reason.
    case cannotStart(String)
    /// The program ended without output; the text is its last error line.
    case failed(String)
    /// The program exceeded the deadline and was ended.
    case timedOut(seconds: Double)
    /// The program's output was longer than the text allows, and it was ended.
    case tooLong(bytes: Int)
}

/// Rate, volume and limits of Piper.
public struct PiperSettings: Equatable, Sendable {
    /// Words per minute, 80…450; 165 is the voice's own rate.
    public var rate: Int
    /// Volume in percent of the voice's level, 0…200.
    public var volume: Int
    /// Longest time for one text including loading the voice, 0.1…60 s.
    public var deadline: Duration
    /// Largest amount of data the program may allocate, 16…4,096 MiB (`RLIMIT_DATA`).
    public var memoryMebibytes: Int
    /// Whether the program stays loaded between texts; otherwise it is started for each.
    public var staysLoaded: Bool

    /// Creates settings.
    public init(
        rate: Int = 165, volume: Int = 100, deadline: Duration = .seconds(10), memoryMebibytes: Int = 768,
        staysLoaded: Bool = true
    ) {
        self.rate = rate
        self.volume = volume
        self.deadline = deadline
        self.memoryMebibytes = memoryMebibytes
        self.staysLoaded = staysLoaded
    }
}

/// A synthesiser with a Piper voice, run by the program `piper` in a child process that keeps the voice loaded.
///
/// ```
/// guard let program = PiperSynthesizer.program(in: searchPath) else { throw PiperError.notInstalled }
/// let synthesizer = try PiperSynthesizer(program: program, model: "en_US-joe-medium.onnx")
/// try await synthesizer.prepare()
/// let speech = try await synthesizer.synthesize("One latte. Anything else?")
/// ```
///
/// The program cannot hang or use memory in this process. It is started by the first text, gets a deadline for each,
/// and is replaced when it hangs, ends, or writes what is no speech; the text is then tried again in the time left.
/// After two failures in a row, and where there is no file system in memory, a process is started for each text; later
/// the program is loaded again. Speech passes through a folder in memory, which is removed with the program; nothing is
/// written to a disk. Calls are served one after another. The speech of a cancelled call is dropped; a program that
/// would take longer to finish it than to start is replaced.
public final class PiperSynthesizer: SpeechSynthesizer {
    /// Rate at which `--length_scale` is 1.
    private static let defaultRate = 165.0
    /// Longest possible speech of 300 characters, in seconds.
    private static let maxSeconds = 120

    private let settings: PiperSettings
    private let program: PiperProgram
    private let host: PiperHost
    private let worker = SerialWorker(label: "piper")

    /// Creates a synthesiser.
    ///
    /// - Parameters:
    ///   - program: path of `piper`, as returned by `PiperSynthesizer.program`.
    ///   - model: path of a voice (`….onnx`) with its configuration beside it (`….onnx.json`).
    ///   - settings: rate, volume and limits.
    /// - Throws: `PiperError.invalidSetting`; `badVoice` when the configuration has no playable sample rate.
    public init(program: String, model: String, settings: PiperSettings = PiperSettings()) throws(PiperError) {
        func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws(PiperError) {
            guard range.contains(value) else {
                throw .invalidSetting("\(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound)")
            }
        }
        try check("rate", settings.rate, 80...450)
        try check("volume", settings.volume, 0...200)
        try check("memory", settings.memoryMebibytes, 16...4_096)
        guard .milliseconds(100) ... .seconds(60) ~= settings.deadline else {
            throw .invalidSetting("the deadline is \(settings.deadline); it must be 0.1 to 60 s")
        }
        self.settings = settings
        let sampleRate = try PiperVoiceFile.sampleRate(of: model)
        self.program = PiperProgram(
            path: program, model: model, lengthScale: Self.defaultRate / Double(settings.rate), sampleRate: sampleRate,
            memoryMebibytes: settings.memoryMebibytes, maxBytes: Self.maxSeconds * sampleRate * 2)
        host = PiperHost(self.program, deadline: settings.deadline, staysLoaded: settings.staysLoaded)
    }

    /// Returns the program's path; `nil` when Piper is not installed.
    ///
    /// - Parameter path: the value of `PATH`.
    public static func program(in path: String) -> String? {
        path.split(separator: ":").lazy.map { "\($0)/piper" }.first { file in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
                && FileManager.default.isExecutableFile(atPath: file)
        }
    }

    /// Loads the voice by synthesising a word, so that the next text need not wait for it.
    ///
    /// - Throws: `PiperError`.
    public func prepare() async throws { _ = try await synthesize("yes") }

    /// Synthesises `text`; see `SpeechSynthesizer`.
    public func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        let speakable = SpeakableText(text)
        guard !speakable.isEmpty else { return SynthesizedSpeech(samples: [], sampleRate: program.sampleRate) }
        let bytes = try await worker.runAbortable { [host] in try host.speak(speakable.text, abort: $0) }
        return SynthesizedSpeech(samples: samples(bytes), sampleRate: program.sampleRate)
    }

    /// Synthesises one word to check program and voice. It blocks at most for the deadline.
    ///
    /// - Throws: `PiperError`.
    public func selfTest() throws {
        let limit = PiperDeadline(settings.deadline)
        _ = try PiperRun(program: program).run(line: "yes", until: limit, abort: AbortFlag())
    }

    /// Converts little-endian 16-bit samples and applies the volume.
    private func samples(_ bytes: [UInt8]) -> [Int16] {
        let gain = Double(settings.volume) / 100
        return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let sample = Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
            return gain == 1 ? sample : Int16(max(-32_768, min(32_767, (Double(sample) * gain).rounded())))
        }
    }
}
