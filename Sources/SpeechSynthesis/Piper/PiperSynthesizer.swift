internal import Foundation
internal import PlatformSupport
public import Speech

/// What can go wrong with Piper.
public enum PiperError: Error, Equatable, Sendable {
    /// There is no program `piper` on the search path.
    case notInstalled
    /// A voice's files are missing or cannot be read.
    case badVoice(file: String, reason: String)
    /// A setting is outside its range; the message says which and what it may be.
    case invalidSetting(String)
    /// The program could not be started, with the system's reason.
    case cannotStart(String)
    /// The program ended without having spoken; its last words.
    case failed(String)
    /// The program did not answer in time and was ended.
    case timedOut(seconds: Double)
    /// The program wrote more than so short a text can be, and was ended.
    case tooLong(bytes: Int)
}

/// How Piper speaks.
public struct PiperSettings: Equatable, Sendable {
    /// Words per minute, 80…450; 165 is the voice's own pace.
    public var rate: Int
    /// Percent of the voice's level, 0…200.
    public var volume: Int
    /// Longest time for one text, the loading of the voice included; 0.1…60 s.
    public var deadline: Duration
    /// Most data the program may allocate, 16…4,096 MiB (`RLIMIT_DATA`).
    public var memoryMebibytes: Int

    public init(rate: Int = 165, volume: Int = 100, deadline: Duration = .seconds(10), memoryMebibytes: Int = 512) {
        self.rate = rate
        self.volume = volume
        self.deadline = deadline
        self.memoryMebibytes = memoryMebibytes
    }
}

/// A voice of Piper, spoken by its program in a process of its own: it starts for each text, reads one line, writes
/// samples and ends.
///
/// Nothing of it stays in memory between texts, and nothing it does can hang or grow in this process. Loading the voice
/// takes most of the time, so that prompts should be rendered in advance. Calls are served one after another, and
/// cancelling one ends its program.
public final class PiperSynthesizer: SpeechSynthesizer {
    /// Pace at which the program's `--length_scale` is 1.
    private static let ownRate = 165.0
    /// No text of 300 characters takes longer.
    private static let longestSpeech = 120

    private let program: String
    private let model: String
    private let settings: PiperSettings
    private let sampleRate: Int
    private let worker = SerialWorker(label: "piper")

    /// - Parameters:
    ///   - program: path of `piper`, as `PiperSynthesizer.program` finds it.
    ///   - model: path of a voice (`….onnx`); its settings lie beside it (`….onnx.json`).
    /// - Throws: `PiperError.invalidSetting`, or `badVoice` when the settings have no sample rate that can be played.
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
        self.program = program
        self.model = model
        self.settings = settings
        sampleRate = try PiperVoiceFile.sampleRate(of: model)
    }

    /// The program on the search path; `nil` where Piper is not installed.
    ///
    /// - Parameter path: the value of `PATH`.
    public static func program(in path: String) -> String? {
        path.split(separator: ":").lazy.map { "\($0)/piper" }.first { file in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
                && FileManager.default.isExecutableFile(atPath: file)
        }
    }

    public func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        let speakable = SpeakableText(text)
        guard !speakable.isEmpty else { return SynthesizedSpeech(samples: [], sampleRate: sampleRate) }
        let run = run
        let abort = AbortFlag()
        let bytes = try await withTaskCancellationHandler {
            try await worker.run { try run.perform(line: speakable.text, abort: abort) }
        } onCancel: {
            abort.raise()
        }
        return SynthesizedSpeech(samples: samples(bytes), sampleRate: sampleRate)
    }

    /// Speaks one word for nobody, to see whether program and voice work. Blocks for the deadline at most.
    ///
    /// - Throws: `PiperError`.
    public func selfTest() throws { _ = try run.perform(line: "yes", abort: AbortFlag()) }

    private var run: PiperRun {
        PiperRun(
            program: program,
            arguments: [
                "--model", model, "--output_raw", "--length_scale",
                String(format: "%.3f", Self.ownRate / Double(settings.rate)),
            ],
            memoryMebibytes: settings.memoryMebibytes, deadline: settings.deadline,
            mostBytes: Self.longestSpeech * sampleRate * 2)
    }

    /// Little-endian 16-bit samples, at the level wanted.
    private func samples(_ bytes: [UInt8]) -> [Int16] {
        let gain = Double(settings.volume) / 100
        return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let sample = Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
            return gain == 1 ? sample : Int16(max(-32_768, min(32_767, (Double(sample) * gain).rounded())))
        }
    }
}

/// The settings beside a voice.
enum PiperVoiceFile {
    private struct Settings: Decodable {
        struct Audio: Decodable {
            let sampleRate: Int

            enum CodingKeys: String, CodingKey { case sampleRate = "sample_rate" }
        }

        let audio: Audio
    }

    /// Hertz.
    static func sampleRate(of model: String) throws(PiperError) -> Int {
        guard FileManager.default.isReadableFile(atPath: model) else {
            throw .badVoice(file: model, reason: "there is no such file, or no permission")
        }
        let file = model + ".json"
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .badVoice(file: file, reason: "there is no such file, or no permission")
        }
        do {
            let rate = try JSONDecoder().decode(Settings.self, from: data).audio.sampleRate
            guard 8_000...48_000 ~= rate else {
                throw PiperError.badVoice(file: file, reason: "a rate of \(rate) Hz cannot be played")
            }
            return rate
        } catch let error as PiperError {
            throw error
        } catch {
            throw .badVoice(file: file, reason: "it has no audio.sample_rate")
        }
    }
}
