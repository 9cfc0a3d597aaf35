internal import ALSAAudio
internal import AudioFiles
internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Transcription
internal import VoiceOrdering

/// `brews order`: recordings of guests in; orders, prices and spoken replies out.
enum OrderCommand: Command {
    static let name = "order"
    static let spec = CommandSpec(
        name: "brews order",
        summary: "Takes a spoken order: prints what was heard, the items with prices, and the reply.",
        operands: "FILE.wav… | -",
        options: [
            Setup.engineOption, Setup.secondOption,
            Setup.vocabularyOption,
            OptionSpec("realtime", "feed the recording at the speed it was spoken"),
            Setup.isolatedOption,
            OptionSpec("speak", "say the reply on the sound card"),
            Setup.voiceOption,
            OptionSpec("replies", value: "DIR", "write each reply to DIR as a WAV file"),
            Recordings.rawRate,
        ],
        examples: [
            ("brews order guest.wav", "take a recorded order"),
            ("brews order --speak --realtime guest.wav", "as at a kiosk: at speaking speed, with the reply spoken"),
            ("brews order --json *.wav", "one JSON object a recording"),
            ("brews order --menu tea-house.json -", "another café's menu; audio from standard input"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let names = try Recordings.names(arguments, command: spec.name)
        if let folder = arguments.value("replies") { try checkReplies(of: names, in: folder) }
        let menu = try setup.menu()
        let parser = try OrderParsingPipeline(menu: menu)
        let engine = try setup.recognition()
        let vocabulary = try setup.vocabulary(for: menu, heardBy: engine)
        let clock = ContinuousClock()
        let origin = clock.now
        let writer = try setup.writer(for: menu)
        let page = OrderOutputWriter(menu: menu, writer: writer, console: setup.console)
        return try await Recordings.forEach(arguments, command: spec.name) { file, recording in
            let input: any AudioInput = arguments.has("realtime") ? PacedInput(recording, clock: clock) : recording
            let guest = try VoiceOrderingOrchestrator(
                menu: menu, service: engine, vocabulary: vocabulary, parser: parser, locale: writer.locale,
                confidenceGate: setup.confidenceGate
            ) {
                clock.now - origin
            }
            if !setup.json { setup.console.line(setup.console.styled(file == "-" ? "standard input" : file, .bold)) }
            let outcome = try await guest.takeOrder(from: input) { event in
                if !setup.json { page.show(event) }
            }
            if setup.json {
                try setup.console.json(OrderOutput(outcome, file: file, menu: menu, writer: writer))
            } else {
                page.show(outcome)
            }
            try await answer(
                writer.spoken(writer.reply(outcome.reply)), in: writer.locale, file: file, arguments, setup)
        }
    }

    /// Path of a recording's reply.
    private static func replyPath(of file: String, in folder: String) -> String {
        let base = file == "-" ? "standard-input" : URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return folder + "/" + base + "-reply.wav"
    }

    /// - Throws: `CLIError.usage` for recordings whose replies would have the same path.
    private static func checkReplies(of files: [String], in folder: String) throws(CLIError) {
        var taken: [String: String] = [:]
        for file in files {
            let path = replyPath(of: file, in: folder)
            if let other = taken.updateValue(file, forKey: path) {
                throw .usage(
                    "the replies to \(other) and \(file) would both be \(path); give the recordings other names, or "
                        + "take one at a time"
                )
            }
        }
    }

    /// Speaks and stores the reply as requested. Without a sound card it is only shown.
    private static func answer(
        _ reply: String, in language: String, file: String, _ arguments: Arguments, _ setup: Setup
    ) async throws {
        guard arguments.has("speak") || arguments.has("replies") else { return }
        let speech = try await setup.speech(for: language).synthesize(reply)
        if let folder = arguments.value("replies") {
            let path = replyPath(of: file, in: folder)
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try WaveFile.write(speech.samples, sampleRate: speech.sampleRate, to: path)
            } catch let error as AudioFileError {
                throw CLIError.audio(file: path, error)
            } catch {
                throw CLIError.input("the reply cannot be written to \(path): \(error.localizedDescription)")
            }
            if !setup.json { setup.console.line("  spoken    \(path) (\(String(format: "%.1f", speech.seconds)) s)") }
        }
        guard arguments.has("speak") else { return }
        do {
            try await ALSAOutput().play(speech.samples, sampleRate: speech.sampleRate)
        } catch let error as ALSAError {
            setup.console.note("brews: no sound: \(error.reason); the reply is shown as text")
        }
    }
}

/// The JSON object of a recording.
private struct OrderOutput: Encodable {
    struct SpokenUtterance: Encodable {
        let text: String
        let startSeconds: Double
        let endSeconds: Double
        let reason: String
    }

    struct Latency: Encodable {
        let audioSeconds: Double
        let wallSeconds: Double
        let realTimeFactor: Double
        let audioToPreviewP95Milliseconds: Double?
        let textToPreviewP95Milliseconds: Double?
        let audioToReplyMaxMilliseconds: Double?
    }

    let file: String
    let transcript: String
    let utterances: [SpokenUtterance]
    let items: [ItemOutput]
    let intent: String
    let confidence: Double
    let reply: String
    let total: Int
    let currency: String
    let warnings: [String]
    let latency: Latency

    init(_ outcome: OrderOutcome, file: String, menu: Menu, writer: PromptWriter) {
        self.file = file
        transcript = outcome.transcript
        utterances = outcome.utterances.map { utterance in
            SpokenUtterance(
                text: utterance.text, startSeconds: utterance.span.start.seconds.rounded(places: 3),
                endSeconds: utterance.span.end.seconds.rounded(places: 3), reason: utterance.reason.rawValue)
        }
        items = outcome.lines.map { ItemOutput($0.line, menu: menu) }
        intent = outcome.intent.rawValue
        confidence = outcome.confidence.rounded(places: 3)
        reply = writer.reply(outcome.reply)
        total = outcome.total.minorUnits
        currency = menu.store.currency
        warnings = outcome.warnings
        let figures = outcome.latency
        latency = Latency(
            audioSeconds: figures.audio.seconds.rounded(places: 3),
            wallSeconds: figures.wall.seconds.rounded(places: 4),
            realTimeFactor: figures.realTimeFactor.rounded(places: 4),
            audioToPreviewP95Milliseconds: figures.audioToPreview.summary?.p95.milliseconds.rounded(places: 3),
            textToPreviewP95Milliseconds: figures.textToPreview.summary?.p95.milliseconds.rounded(places: 3),
            audioToReplyMaxMilliseconds: figures.audioToReply.summary?.max.milliseconds.rounded(places: 3))
    }
}
