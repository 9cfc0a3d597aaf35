internal import ALSAAudio
internal import AudioFiles
internal import Foundation
internal import ModelCatalogue
internal import MoonshineEngine
internal import Ordering
internal import PlatformSupport
internal import Speech
internal import SpeechAssembly
internal import SpeechSynthesis
internal import VoiceKit
internal import VoskEngine
internal import WhisperEngine

/// `brews listen`: hears one answer.
enum ListenCommand: Command {
    static let name = "listen"
    static let spec = CommandSpec(
        name: "brews listen", summary: "Hears one answer: a number, a name, a command, or free speech.",
        options: [
            OptionSpec(
                "context", value: "WHAT",
                "number, name:FILE or command:FILE with one name or phrase a line, or freeform (the default)"),
            OptionSpec("timeout", value: "SECONDS", "longest listening, 0.5 to 120 (default: 8)"),
            OptionSpec("inactivity", value: "SECONDS", "silence after speech that ends it, 0.2 to 30 (default: 2)"),
            OptionSpec("record", value: "FILE.wav", "keep the audio, trimmed to the speech"),
            OptionSpec("input", value: "FILE|-", "listen to a recording, or standard input, instead of a microphone"),
            OptionSpec("microphone", value: "NAME", "ALSA capture device (default: default); brews doctor lists them"),
            OptionSpec(
                "free-speech", value: "NAME",
                "an installed Whisper model for free speech (default: moonshine, part of the default model)"),
            Recordings.rawRate,
        ],
        examples: [
            ("brews listen --context number", "hear a number: “forty two point five” is 42.5"),
            ("brews listen --context name:guests.txt --json", "hear one of the names of a file"),
            ("brews listen --context command:words.txt --input answer.wav", "the same from a recording"),
            ("brews listen --record answer.wav --timeout 20", "hear free speech and keep the audio"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard arguments.operands.isEmpty else {
            throw CLIError.usage("\(spec.name) takes a recording by --input; see: \(spec.name) --help")
        }
        let request = try request(arguments)
        let recording = try await Recordings.guest(arguments)
        let input: any AudioInput =
            try recording ?? ALSAInput(CaptureSettings(device: arguments.value("microphone") ?? "default"))
        let voice = try await voice(input, request.context, arguments, setup)
        do {
            let code = try await hear(voice, request, setup)
            await voice.close()
            return code
        } catch {
            await voice.close()
            throw error
        }
    }

    private static func hear(_ voice: LiveVoiceIO, _ request: ListenRequest, _ setup: Setup) async throws -> Int32 {
        try await voice.ensureReady()
        let unheard = try await voice.unheardAnswers(in: request.context)
        if !unheard.isEmpty {
            let note = "brews: note: the model has not all words of: \(unheard.joined(separator: ", "))"
            // Of numbers it always lacks some, such as "cents".
            if request.context == .number { setup.console.detail(note) } else { setup.console.note(note) }
        }
        let updates = await voice.transcriptUpdates()
        let progress = Task { [console = setup.console] in
            for await update in updates { console.progress(update.text) }
        }
        defer { progress.cancel() }
        let heard = try await voice.listen(request)
        if setup.json {
            try setup.console.json(ListenOutput(heard, context: request.context, unheard: unheard))
        } else {
            setup.console.progress("", isLast: true)
            setup.console.line(line(heard, in: request.context))
        }
        return 0
    }

    /// The answer, or the words where the context is free speech.
    private static func line(_ heard: VoiceResult, in context: RecognitionContext) -> String {
        switch heard.match {
        case .none where context == .freeform: heard.transcript
        case .none: heard.transcript.isEmpty ? "nothing heard" : "no \(context.title): \(heard.transcript)"
        case .number(let number): number.text
        case .name(let text), .command(let text): text
        case .unsure(let answers): "not sure: \(answers.joined(separator: ", "))"
        }
    }

    private static func voice(
        _ input: any AudioInput, _ context: RecognitionContext, _ arguments: Arguments, _ setup: Setup
    ) async throws -> LiveVoiceIO {
        let output = SilentOutput(clock: ContinuousClock(), isPaced: false)
        let model = try setup.verifiedModel(), whisper = arguments.value("free-speech")
        // The café model has the words of numbers; a recogniser of free speech would only cost memory.
        let (recognizer, freeSpeech): (any VoiceService, (any VoiceService)?) =
            try await SerialWorker(label: "listen").run {
                func free() throws -> any VoiceService {
                    if let whisper { return try setup.whisper(model: whisper, vocabulary: .none) }
                    return try MoonshineVoiceService(model: model)
                }
                guard context != .freeform else { return (try free(), nil) }
                return (try VoskVoiceService(model: model, menu: nil), context == .number ? nil : try free())
            }
        return try LiveVoiceIO(
            input: input, output: output, recognizer: recognizer,
            hears: context == .freeform ? .anySpeech : .givenPhrases,
            freeSpeech: freeSpeech, synthesizer: EspeakSynthesizer())
    }

    // MARK: Options

    private static func request(_ arguments: Arguments) throws(CLIError) -> ListenRequest {
        let request = ListenRequest(
            timeout: try seconds("timeout", arguments) ?? ListenRequest().timeout,
            inactivity: try seconds("inactivity", arguments) ?? ListenRequest().inactivity,
            recording: arguments.value("record").map { .file(path: $0) } ?? .none, context: try context(arguments))
        do { try request.validate() } catch { throw CLIError.from(error) }
        return request
    }

    private static func seconds(_ name: String, _ arguments: Arguments) throws(CLIError) -> Duration? {
        guard let text = arguments.value(name) else { return nil }
        guard let seconds = Double(text), 0...3_600 ~= seconds else {
            throw .usage("--\(name) takes a number of seconds, not '\(text)'")
        }
        return .seconds(seconds)
    }

    private static func context(_ arguments: Arguments) throws(CLIError) -> RecognitionContext {
        let text = arguments.value("context") ?? "freeform"
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("freeform", 1): return .freeform
        case ("number", 1): return .number
        case ("name", 2): return .name(allowed: try lines(parts[1], "the names"))
        case ("command", 2): return .command(phrases: try lines(parts[1], "the phrases"))
        default: throw .usage("--context is number, name:FILE, command:FILE or freeform, not '\(text)'")
        }
    }

    /// The lines of a file that are not empty.
    private static func lines(_ path: String, _ what: String) throws(CLIError) -> [String] {
        let text = String(decoding: try InputFile.read(path, what), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !SpokenWords($0).words.isEmpty
        }
        guard !lines.isEmpty else { throw .input("\(what) \(path) are empty") }
        return lines
    }
}

/// The JSON of `listen`; a contract (`JSONReference.md`).
private struct ListenOutput: Encodable {
    private let transcript: String
    private let confidence: Double
    private let context: String
    /// The answer in the context; `nil` when there is none or it is not certain.
    private let answer: String?
    /// Value of a number; `nil` for a date.
    private let value: Double?
    /// Answers to ask about.
    private let candidates: [String]
    private let ending: String
    private let seconds: Double
    private let recording: String?
    /// Answers that the model cannot hear.
    private let unheard: [String]
    private let words: [TranscriptionOutput.Word]

    init(_ heard: VoiceResult, context: RecognitionContext, unheard: [String]) {
        transcript = heard.transcript
        confidence = heard.confidence.rounded(places: 3)
        self.context = context.title
        answer = heard.number?.text ?? heard.name ?? heard.command
        value = heard.number?.value
        candidates = if case .unsure(let answers) = heard.match { answers } else { [] }
        ending = heard.ending.rawValue
        seconds = heard.length.seconds.rounded(places: 3)
        recording = heard.recording?.url.path
        self.unheard = unheard
        words = heard.words.map(TranscriptionOutput.Word.init)
    }
}
