internal import ALSAAudio
internal import AudioFiles
internal import Catalogue
internal import CoverReading
internal import Foundation
internal import MoonshineEngine
internal import PlatformSupport
internal import Speech
internal import SpeechAssembly
internal import SpeechSynthesis
internal import VoiceKit
internal import VoiceSearch
internal import VoskEngine

/// `brews search`: finds things in the catalogue and on the menu, by text or by voice.
enum SearchCommand: Command {
    static let name = "search"
    static let spec = CommandSpec(
        name: "brews search", summary: "Finds books, songs, things and menu items, by text, by voice or by a picture.",
        operands: "QUERY… | --listen | --cover FILE",
        options: [
            StoreLocation.catalogueOption,
            OptionSpec("limit", value: "N", "most results, 1 to 100 (default: 5)"),
            OptionSpec("explain", "say how each result was ranked"),
            OptionSpec("catalogue-only", "leave out the menu"),
            OptionSpec("listen", "search for what is said instead of QUERY"),
            OptionSpec("cover", value: "FILE", "search for the barcode or the words of a picture (PNG, JPEG)"),
            OptionSpec("input", value: "FILE|-", "listen: to a recording, or standard input, instead of a microphone"),
            OptionSpec("microphone", value: "NAME", "listen: ALSA capture device (default: default)"),
            Recordings.rawRate,
        ],
        examples: [
            ("brews search great gatsby", "find a book of the catalogue, or of the one for demonstrations"),
            ("brews search \"a novel by jane austen from the eighteen tens\"", "limits: by whom, and when"),
            ("brews search moby dik --explain", "a typing error, and why each result was found"),
            ("brews search --listen --json", "ask for it"),
            ("brews search --listen --input question.wav", "the same from a recording"),
            ("brews search --cover back.jpg", "the book with the barcode on this picture"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let isListening = arguments.has("listen")
        let ways = [isListening, arguments.has("cover"), !arguments.operands.isEmpty].count(where: \.self)
        guard ways == 1 else {
            throw CLIError.usage("brews search takes words, --listen or --cover; see: brews search --help")
        }
        let index = try index(arguments, setup)
        let limit = try arguments.integer("limit", in: 1...100) ?? 5
        let query: String
        if isListening {
            query = try await hear(index, arguments, setup)
        } else {
            for option in ["input", "microphone", "raw-rate"] where arguments.has(option) {
                throw CLIError.usage("--\(option) is for --listen; see: brews search --help")
            }
            query =
                if let picture = arguments.value("cover") {
                    try await read(picture)
                } else {
                    arguments.operands.joined(separator: " ")
                }
        }
        let start = ContinuousClock.now
        let hits = query.isEmpty ? [] : try index.search(query, limit: limit)
        let unread = isListening ? "nothing was heard" : "the picture has neither a barcode nor words"
        try show(
            hits, of: query, unread: unread, milliseconds: (ContinuousClock.now - start).milliseconds,
            arguments.has("explain"), setup)
        return 0
    }

    // MARK: Output

    private struct SearchOutput: Encodable {
        let query: String
        let results: [FoundItem]
        let milliseconds: Double
    }

    private static func show(
        _ hits: [CatalogueHit], of query: String, unread: String, milliseconds: Double, _ explains: Bool,
        _ setup: Setup
    ) throws {
        if setup.json {
            return try setup.console.json(
                SearchOutput(
                    query: query,
                    results: hits.map { FoundItem($0.item, score: $0.score, reasons: explains ? $0.reasons : nil) },
                    milliseconds: milliseconds.rounded(places: 2)))
        }
        if query.isEmpty { return setup.console.note("brews: note: \(unread)") }
        if hits.isEmpty { return setup.console.note("brews: note: nothing was found for '\(query.onOneLine)'") }
        for hit in hits {
            setup.console.line(
                "\(Int((hit.score * 100).rounded()))".padded(to: 5) + hit.item.kind.rawValue.padded(to: 8)
                    + hit.item.line)
            if explains { for reason in hit.reasons { setup.console.line("             " + reason.onOneLine) } }
        }
    }

    /// The catalogue, or the one for demonstrations where none was imported and none was named.
    static func index(_ arguments: Arguments, _ setup: Setup) throws -> SearchIndex {
        let menu = arguments.has("catalogue-only") ? nil : try setup.menu()
        do {
            return try SearchIndex(catalogue: Catalogue(path: StoreLocation.catalogue(arguments)), menu: menu)
        } catch CatalogueError.missing where !arguments.has("catalogue") {
            setup.console.detail(
                "brews: note: no catalogue was imported; searching the one for demonstrations. Import your own: "
                    + "brews catalogue import FILE --as books")
            return try SearchIndex(catalogue: Catalogue.demonstration(), menu: menu)
        }
    }

    // MARK: Pictures

    /// What a picture says; empty for nothing.
    ///
    /// - Throws: `CLIError.input` for a file that is no picture, `CLIError.library` where pictures cannot be read.
    static func read(_ picture: String, with reader: CoverReader = CoverReader()) async throws -> String {
        guard !InputFile.isStream(picture) else { throw CLIError.input("the picture \(picture) is not a file") }
        do {
            return try await reader.words(of: InputFile.read(picture, "the picture"))
        } catch let error as CoverReadingError {
            throw error.problem(of: picture)
        }
    }

    // MARK: Listening

    /// Preference for the catalogue's phrases, in nats a token. With that of a menu, which has a tenth of the phrases,
    /// unclear speech becomes a row of titles.
    private static let hotwordBonus = 1.0

    private static func hear(_ index: SearchIndex, _ arguments: Arguments, _ setup: Setup) async throws -> String {
        let recording = try await Recordings.guest(arguments)
        let input: any AudioInput =
            try recording ?? ALSAInput(CaptureSettings(device: arguments.value("microphone") ?? "default"))
        let voice = try await voice(input, setup)
        var request = ListenRequest(timeout: .seconds(15), inactivity: .seconds(1.5))
        request.likelyPhrases = try index.phrases()
        request.leadIns = index.leadIns
        do {
            try await voice.ensureReady()
            let updates = await voice.transcriptUpdates()
            let progress = Task { [console = setup.console] in
                for await update in updates { console.progress(update.text) }
            }
            let heard = try await voice.listen(request)
            progress.cancel()
            if !setup.json { setup.console.progress("", isLast: true) }
            await voice.close()
            return heard.transcript
        } catch {
            await voice.close()
            throw error
        }
    }

    /// A voice that hears free speech, or the words that the café model knows where the free-speech model is missing.
    private static func voice(_ input: any AudioInput, _ setup: Setup) async throws -> LiveVoiceIO {
        let output = SilentOutput(clock: ContinuousClock(), isPaced: false)
        let model = try setup.verifiedModel()
        let recognizer: any VoiceService = try await SerialWorker(label: "search").run {
            var settings = MoonshineSettings()
            settings.hotwordBonus = hotwordBonus
            do { return try MoonshineVoiceService(model: model, settings: settings) } catch SpeechAssemblyError
                .fileMissing
            {
                return try VoskVoiceService(model: model, menu: nil)
            }
        }
        return try LiveVoiceIO(
            input: input, output: output, recognizer: recognizer, hears: .anySpeech, synthesizer: EspeakSynthesizer())
    }
}
