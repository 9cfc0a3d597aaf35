internal import ALSAAudio
internal import AudioFiles
internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import KioskWeb
internal import MoonshineEngine
internal import NoteMatching
internal import Notebook
internal import OrderParsing
internal import Ordering
internal import PlatformSupport
internal import SQLiteOrderStore
internal import Speech
internal import SpeechAssembly
internal import SpeechSynthesis
internal import SpeexEcho
internal import VoiceOrdering
internal import WakeWord

/// Builds the kiosk from a command line.
///
/// Components that are not essential are left out with a reason when they fail: without a recogniser, guests order by
/// touch (faults B1, I4). Only the menu and the store are required, and the recording of `--input`.
struct KioskAssembly {
    /// A kiosk ready to run.
    struct Kiosk {
        let orchestrator: KioskOrchestrator
        let voice: LoadingVoice?
        let writer: PromptWriter
        let store: SQLiteOrderStore
        let notebook: SQLiteNotebook?
        /// Reading lists of a kiosk without a notebook.
        let lists: SQLiteNotebook?
        let web: KioskWebServer
        let clock: MonotonicClock
        let log: ServiceLogger
        let menuName: String
        let menuDigest: String
        /// What the owner has changed for the day; `nil` where nothing is kept.
        let changesFile: MenuChangesFile?
        let board: BoardWatch
        let door: Doorkeeper
        /// What the welcome page is to show now.
        let welcome: @Sendable () async -> WelcomeContent
    }

    /// Echo reduction in dB from which speech is accepted while the kiosk speaks. The canceller reaches 20 dB once
    /// adapted to the room; `brews-bench echo` measures what prompts alone cause at it.
    private static let leastReduction = 20.0

    /// Business days whose orders decide which items the welcome page shows.
    private static let favouriteDays = 7

    private let arguments: Arguments
    private let setup: Setup
    private let clock: MonotonicClock
    private let speed: Int
    private let log: ServiceLogger
    private let port: Int?
    private let wakeThreshold: Double?
    private let recording: RecordedAudio?

    /// - Parameters:
    ///   - recording: the recording of `--input`, played once; `nil` for a microphone.
    ///   - port: port of the previous kiosk in this process, whose pages reconnect; `nil` for the option's.
    init(_ arguments: Arguments, _ setup: Setup, recording: RecordedAudio?, port: Int?) throws(CLIError) {
        self.port = port
        self.recording = recording
        self.arguments = arguments
        self.setup = setup
        speed = try arguments.integer("speed", in: 1...100) ?? 1
        wakeThreshold = try WakePhrases.threshold(arguments, "wake-threshold")
        if speed > 1, !arguments.has("input") { throw .usage("--speed is for --input") }
        let clock = MonotonicClock(ContinuousClock(), speed: Double(speed))
        self.clock = clock
        log = ServiceLogger(console: setup.console, name: KioskCommand.name, isJSON: setup.json, now: clock.now)
    }

    /// Throws when no kiosk can be built for another menu; the current one then goes on (fault E6).
    static func check(_ menu: Menu, _ arguments: Arguments, _ setup: Setup) throws {
        let writer = try setup.writer(for: menu)
        _ = try (
            staffCode(arguments), OrderParsingPipeline(menu: menu),
            KioskPrinting(arguments, menu: menu, locale: writer.locale)
        )
    }

    func assemble() async throws -> Kiosk {
        let path = StoreLocation.path(arguments)
        let isEphemeral = arguments.has("ephemeral")
        var settings = StoreSettings(isEphemeral ? .memory : .file(path))
        settings.acceptsAnyFileSystem = arguments.has("any-disk")
        let store = try await SQLiteOrderStore.open(settings, clock: StoreLocation.clock)
        if let notice = store.notice { log(notice.description) }
        // After the store, so that no copy is written beside a file that is not a store.
        let changesFile = isEphemeral ? nil : MenuChangesFile(besideStore: path)
        let (changes, problem) = changesFile?.holding(on: Self.today()) ?? (MenuChanges(), nil)
        if let problem { log("the menu is served without its changes: \(problem)") }
        var kept = try KioskMenu(
            path: setup.menuPath, lastGood: isEphemeral ? nil : path + ".menu.json", changes: changes,
            suggests: setup.suggests)
        kept.keepFile(insteadOf: setup.menuPath)
        let menu = kept
        if let notice = menu.notice { log(notice) }

        let parser = try OrderParsingPipeline(menu: menu.menu)
        var sentences = try setup.writer(for: menu.menu)
        // Without the staff page nobody would see a call.
        sentences.callsStaff = arguments.has("staff-code-file")
        let writer = sentences
        let output = makeOutput()
        // The page does not wait for voice or recogniser: while they load or hang, guests order by touch.
        let choice = voiceChoices(isEphemeral ? nil : path + ".voices.json")
        let voice = makeVoice(writer, output, VoiceChooser.chosen(choice))
        let voiceInput =
            arguments.has("touch-only")
            ? KioskParts.VoiceInputSource.none : .loading { try await makeVoiceInput(menu, output: output) }
        let notebook = await openNotebook()
        var services = Services(parser: parser, writer: writer)
        services.audience = arguments.has("staff-code-file") ? .staff : .guests
        services.notebook = notebook
        services.catalogue = try await SearchBackend.open(arguments, menu: writer.menu)
        let lists =
            services.catalogue != nil && notebook == nil ? await openLists(isEphemeral ? nil : path) : nil
        services.lists = lists
        services.clock = clock
        services.log = { [log] in log($0) }
        var parts = KioskParts(
            voiceInput: voiceInput, voice: voice ?? SilentVoice(), store: store, terminal: terminal(), clock: clock,
            newSession: services.newID)
        let notes = services.notes(for: .guests)
        parts.notes = notes
        let printing = try KioskPrinting(arguments, menu: writer.menu, locale: writer.locale)
        let printers = printing.printers { [log] in log($0) }
        parts.printers = printers
        parts.code = { printing.code($0, $1) }
        parts.isClockSet = { [wall = services.wall] in wall().isTrusted }
        let board = BoardWatch(now: clock.now) { [log] in log($0) }
        parts.board = { board.health }
        parts.keepsWords = arguments.has("keep-words")
        parts.logsWords = setup.console.isVerbose || arguments.has("input")
        parts.log = { [log] in log($0) }
        parts.sentence = { error in CLIError.from(error).message }
        let orchestrator = try KioskOrchestrator(
            menu: menu.menu, parser: parser, writer: writer, menuDigest: menu.digest,
            confirmation: setup.confirmation, parts: parts)
        for (name, reason) in PictureFiles(menu: menu.menu, folder: setup.menuPath.map(MenuFolder.of)).problems() {
            log("the picture \(name) is not shown: \(reason)")
        }
        let money: @Sendable (Money) -> String = { writer.money($0) }
        let staff = StaffBackend(
            orchestrator: orchestrator, store: store, currency: menu.menu.store.currency, money: money)
        let chooser = voice.map { voice in
            VoiceChooser(
                setup: setup, language: writer.locale, synthesis: synthesis(for: writer.locale), store: choice,
                mute: isEphemeral ? nil : .mute(besideStore: path), voice: voice, output: output,
                sentence: writer.spoken(writer.sentence(.whatElse)),
                sentences: writer.frequentSentences, log: { [log] in log($0) }
            ) { await orchestrator.staffSession.state == "active" }
        }
        await chooser?.restore()
        services.kiosk = orchestrator
        services.dictation = arguments.has("touch-only") ? nil : orchestrator
        services.speaker = voice.map { voice in
            KioskSpeaker(voice: voice) { await orchestrator.staffSession.state == "active" }
        }
        do { try await store.note(menu: menu.digest, changes: String(decoding: changes.json, as: UTF8.self)) } catch {
            log("the served menu is not noted in the store: \(CLIError.from(error).message)")
        }
        let door = Doorkeeper(
            orchestrator, writer: writer, hours: try setup.hours(arguments), store: isEphemeral ? nil : path,
            now: { Self.localTime() }, log: { [log] in log($0) })
        await door.look()
        let owner = OwnerBackend(
            menu: writer.menu, base: menu.base, served: changes, suggests: setup.suggests, file: changesFile,
            store: store, money: money,
            printers: printers, door: door, labels: { writer.labels($0) })
        let welcome: @Sendable () async -> WelcomeContent = {
            let sold = (try? await store.sellers(days: Self.favouriteDays, limit: 3 * Favourites.most)) ?? []
            let favourites = Favourites.ids(on: menu.menu, sold: sold)
            let example = WelcomeExample.text(favourites, menu: menu.menu, writer: writer, parser: parser)
            return WelcomeContent(favourites: favourites, example: example)
        }
        let first = await welcome()
        let web = try KioskWebServer(
            service: orchestrator, menu: writer.menu, money: money, term: { writer.term($0) }, staff: staff,
            voices: chooser, notebook: notes, owner: owner,
            welcome: first,
            desks: await services.desks(),
            settings: try webSettings(locale: writer.locale))
        return Kiosk(
            orchestrator: orchestrator, voice: voice, writer: writer, store: store, notebook: notebook,
            lists: lists, web: web,
            clock: clock, log: log,
            menuName: menu.menu.store.name, menuDigest: menu.digest, changesFile: changesFile,
            board: board, door: door, welcome: welcome)
    }

    /// The notebook of `--notebook`. Without it the kiosk takes orders as before.
    private func openNotebook() async -> SQLiteNotebook? {
        guard let path = arguments.value("notebook") else { return nil }
        do {
            let notebook = try await NotebookLocation.open(path)
            if let notice = await notebook.notice() { log(notice) }
            return notebook
        } catch {
            log("no notebook: \(CLIError.from(error).message)")
            return nil
        }
    }

    /// The reading lists of a kiosk without a notebook: beside the order store.
    private func openLists(_ storePath: String?) async -> SQLiteNotebook? {
        do {
            guard let storePath else { return try await SQLiteNotebook.open(NotebookSettings(.memory)) }
            let folder = storePath[..<(storePath.lastIndex(of: "/") ?? storePath.startIndex)]
            return try await NotebookLocation.open((folder.isEmpty ? "." : folder) + "/reading-lists.sqlite")
        } catch {
            log("no reading lists: \(CLIError.from(error).message)")
            return nil
        }
    }

    private func webSettings(locale: String) throws(CLIError) -> KioskWebSettings {
        var settings = KioskWebSettings()
        settings.locale = locale
        settings.port = if let port { port } else { try arguments.integer("port", in: 0...65_535) ?? settings.port }
        if let phrase, phrase != WakeWordSpotter.defaultPhrase { settings.wakePhrase = phrase }
        settings.staffCode = try Self.staffCode(arguments)
        settings.pictureFolder = setup.menuPath.map(MenuFolder.of)
        return settings
    }

    private static func staffCode(_ arguments: Arguments) throws(CLIError) -> String? {
        guard let file = arguments.value("staff-code-file") else { return nil }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .input("the staff code's file \(file) cannot be read")
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func terminal() -> (any PaymentTerminal)? {
        arguments.value("payment-command").map { PaymentCommand(program: $0, clock: clock) { [log] in log($0) } }
    }

    /// Loads an engine on a worker thread. In a child process, cancelling the task ends the child. In this process the
    /// load runs to its end.
    private static func load<Engine: Sendable>(
        _ name: String, isIsolated: Bool, _ body: @escaping @Sendable (AbortFlag) throws -> Engine
    ) async throws -> Engine {
        let worker = SerialWorker(label: name)
        guard isIsolated else { return try await Task { try await worker.runAbortable(body) }.value }
        return try await worker.runAbortable(body)
    }

    // MARK: Voice

    /// The loudspeaker; with `--input` a silent output.
    private func makeOutput() -> any InterruptibleAudioOutput {
        arguments.has("input")
            ? SilentOutput(clock: ContinuousClock(), isPaced: speed == 1)
            : ALSAOutput(device: arguments.value("speaker") ?? "default")
    }

    /// Where the staff's choice of the voice is kept; a file that cannot be read is moved aside.
    private func voiceChoices(_ path: String?) -> VoiceProfilesStore? {
        guard let path else { return nil }
        let store = VoiceProfilesStore(path: path)
        if let moved = store.moveDamagedAside() {
            log("the voice chosen on the staff page cannot be read; its file is now \(moved)")
        }
        return store
    }

    /// Makes voices as the kiosk uses them: in a child process, and ready to speak.
    private func synthesis(for language: String) -> VoiceChooser.Synthesis {
        let (setup, isIsolated) = (setup, !arguments.has("in-process"))
        @Sendable func make(_ profile: TTSVoiceProfile) async throws -> any SpeechSynthesizer {
            let setup = setup.with(voice: profile)
            return try await Self.load("voice", isIsolated: isIsolated) {
                try setup.speech(for: language, isIsolated: isIsolated, abort: $0)
            }
        }
        return { profile in
            let synthesizer = try await make(profile)
            guard let piper = synthesizer as? PiperSynthesizer else {
                return KioskVoice(synthesizer: synthesizer, standby: nil)
            }
            var standing = profile
            standing.voice = EspeakSynthesizer.standardVoice(locale: language)
            let standby = try await make(standing)
            // The first guest must not wait until Piper has loaded its voice. The standby speaks for one that fails.
            do { try await piper.prepare() } catch is CancellationError { throw CancellationError() } catch {}
            return KioskVoice(synthesizer: piper, standby: standby)
        }
    }

    /// - Parameter chosen: the voice that staff chose; `nil` for that of the options.
    private func makeVoice(
        _ writer: PromptWriter, _ output: any InterruptibleAudioOutput, _ chosen: TTSVoiceProfile?
    ) -> LoadingVoice? {
        guard !arguments.has("mute"), !arguments.has("touch-only") else { return nil }
        let (setup, language, synthesis) = (setup, writer.locale, synthesis(for: writer.locale))
        let (speaker, sentence) = (
            arguments.has("input") ? nil : arguments.value("speaker"), writer.spoken(writer.sentence(.whatElse))
        )
        return LoadingVoice(log: { [log] in log($0) }) { [log] in
            // As for the microphone: card numbers change between starts.
            if let speaker, ALSADevices.isNumbered(speaker) { throw ALSAError.unstableName(speaker) }
            let profile = chosen ?? setup.voiceProfile(for: language)
            var voice = try await synthesis(profile)
            if chosen == nil { voice = try await voice.measured(saying: sentence) { log($0) } }
            return try FeedbackCoordinator(
                synthesizer: voice.synthesizer, standby: voice.standby, output: OutputClipPlayer(output),
                settings: voice.standby == nil
                    ? FeedbackSettings() : setup.with(voice: profile).feedbackSettings(for: language))
        }
    }

    // MARK: Voice input

    private var phrase: String? {
        let phrase = arguments.value("phrase") ?? setup.phrase ?? WakeWordSpotter.defaultPhrase
        return phrase == "off" ? nil : phrase
    }

    private func makeVoiceInput(_ menu: KioskMenu, output: any InterruptibleAudioOutput) async throws
        -> KioskParts.VoiceInput
    {
        let setup = setup.with(menuPath: menu.file)
        let isIsolated = !arguments.has("in-process")
        let (engine, vocabulary) = try await Self.load("recogniser", isIsolated: isIsolated) { abort in
            let engine: any VoiceService =
                isIsolated ? try setup.isolatedRecognition(abort: abort) : try setup.engine(for: menu.menu)
            return (engine, try setup.vocabulary(for: menu.menu, heardBy: engine))
        }
        let (spotter, shortcoming) = try await makeSpotter()
        let (input, whileSpeaking) = try makeInput(output)
        var voiceInput = KioskParts.VoiceInput(
            input: input, whileSpeaking: whileSpeaking, service: engine, vocabulary: vocabulary, spotter: spotter,
            spotterShortcoming: shortcoming,
            isReplaceable: isIsolated, confidenceGate: setup.confidenceGate)
        if arguments.has("notebook") || arguments.has("search") {
            let freeSpeech = try await makeFreeSpeech()
            voiceInput.dictation = freeSpeech
            if arguments.has("notebook") { voiceInput.freeSpeech = freeSpeech }
        }
        return voiceInput
    }

    /// Reads questions for the notebook and dictations of pages; without it they are read with known words alone.
    private func makeFreeSpeech() async throws -> MoonshineVoiceService? {
        do {
            return try await Self.load("free speech", isIsolated: false) { [setup] _ in
                try MoonshineVoiceService(model: setup.verifiedModel())
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            log("questions and searches are heard with known words alone: \(CLIError.from(error).message)")
            return nil
        }
    }

    /// The input, and what happens to its audio while the kiosk speaks.
    private func makeInput(_ output: any InterruptibleAudioOutput) throws -> (
        any AudioInput, KioskParts.VoiceInput.WhileSpeaking
    ) {
        if let recording { return (RecordedGuest(recording, clock: clock), .hold) }
        let microphone = try ALSAInput(CaptureSettings(device: arguments.value("microphone") ?? "default"))
        guard arguments.has("barge-in"), let reference = (output as? ALSAOutput)?.reference else {
            return (microphone, .drop)
        }
        let cancelled = try EchoCancellingInput(microphone, reference: reference)
        return (cancelled, .bargeIn { cancelled.reduction.map { $0 >= Self.leastReduction } ?? false })
    }

    /// The wake-word detector, or the reason why there is none, for the staff. Without it guests touch the microphone
    /// button.
    private func makeSpotter() async throws -> (WakeWordSpotter?, shortcoming: String?) {
        guard let phrase else { return (nil, nil) }
        do {
            let phrases = [try await WakePhrases.phrase(phrase)]
            let settings = SpottingSettings(
                threshold: wakeThreshold, isVerifiedByText: !arguments.has(WakePhrases.quickOption.name))
            return (try await setup.wakeWordSpotter(for: phrases, settings: settings), nil)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            let reason = CLIError.from(error).message
            log("without a wake phrase: \(reason)")
            return (nil, reason)
        }
    }
}
