internal import EngineHost
internal import Feedback
internal import Foundation
public import ModelCatalogue
internal import MenuLanguageModel
public import OrderParsing
internal import OrderSession
public import Ordering
public import Speech
internal import SpeechSynthesis

/// What the recogniser listens for.
public enum VocabularyChoice: String, CaseIterable, Sendable {
    /// The menu's orders, compiled at start into the model's decoding graph.
    case menu
    /// Phrases of the menu, as a grammar that the engine makes a bigram of.
    case phrases
    /// The language model that came with the acoustic model.
    case model
}

/// The settings of one run, from the command line over the settings file over the defaults, and the parts made from
/// them.
public struct Setup: Sendable {
    public let console: Console
    public let json: Bool
    /// Whether engines run in child processes.
    let isIsolated: Bool
    /// The acoustic model's name or directory.
    let modelName: String
    /// The menu's file; `nil` for the built-in menu.
    public private(set) var menuPath: String?
    /// What came through the pipe that `menuPath` names, which gives it once; `nil` for a file.
    private var pipedMenu: [UInt8]?
    /// Language of the kiosk's sentences; `nil` for the menu's.
    private let locale: String?
    let engineChoice: EngineChoice
    let secondEngine: SecondEngine
    private let parserPath: String?
    /// When a kiosk asks for confirmation of an order.
    let confirmation: ConfirmationMode
    /// What was asked for; `nil` for what the engine does best with.
    let vocabularyChoice: VocabularyChoice?
    /// The voice asked for; `nil` for the best there is in the language.
    private let requestedVoice: String?
    private let voice: VoiceSettings

    /// - Throws: `CLIError.usage` or `.input` for a bad settings file.
    public init(_ arguments: Arguments) throws(CLIError) {
        let file = try arguments.value("config").map(SettingsFile.read) ?? SettingsFile()
        console = Console(isVerbose: arguments.has("verbose"))
        json = arguments.has("json")
        locale = arguments.value("locale") ?? file.locale
        menuPath = arguments.value("menu") ?? file.menu
        pipedMenu =
            if let menuPath, InputFile.isStream(menuPath) { try InputFile.read(menuPath, "the menu") } else { nil }
        engineChoice = try Self.choice(arguments, "engine", EngineChoice.twopass)
        secondEngine = try Self.choice(arguments, "second", SecondEngine.slow)
        guard engineChoice == .twopass || !arguments.has("second") else {
            throw .usage("--second is for --engine twopass")
        }
        modelName =
            arguments.value("model") ?? file.model
            ?? (engineChoice == .whisper ? Self.whisperModel : ModelCatalogue.defaultModel)
        parserPath = arguments.value("parser") ?? file.parser
        confirmation = try Self.choice(arguments, "confirm", file.confirm ?? .always)
        vocabularyChoice =
            try arguments.value("vocabulary").map { name throws(CLIError) in
                guard let choice = VocabularyChoice(rawValue: name) else {
                    throw .usage("--vocabulary is menu, phrases or model, not '\(name)'")
                }
                return choice
            } ?? file.vocabulary
        let standard = VoiceSettings()
        let profile = try Self.profile(arguments)
        requestedVoice = arguments.value("voice") ?? profile?.voice ?? file.voice
        voice = VoiceSettings(
            rate: try arguments.integer("rate", in: TTSVoiceProfile.rates) ?? profile?.rate ?? file.rate
                ?? standard.rate,
            pitch: try arguments.integer("pitch", in: TTSVoiceProfile.pitches) ?? profile?.pitch ?? file.pitch
                ?? standard.pitch,
            volume: try arguments.integer("volume", in: TTSVoiceProfile.volumes) ?? profile?.volume ?? file.volume
                ?? standard.volume)
        isIsolated = arguments.has("isolated")
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ arguments: Arguments, _ option: String, _ standard: Choice
    ) throws(CLIError) -> Choice where Choice.RawValue == String {
        guard let name = arguments.value(option) else { return standard }
        guard let choice = Choice(rawValue: name) else {
            throw .usage("--\(option) is \(Choice.allCases.map(\.rawValue).joined(separator: " or ")), not '\(name)'")
        }
        return choice
    }

    public static let vocabularyOption = OptionSpec(
        "vocabulary", value: "menu|phrases|model",
        "listen for orders from the menu (the default, where the model takes them), for phrases made of it, or with the model's own language"
    )

    static let confirmationOption = OptionSpec(
        "confirm", value: "always|selective|auto",
        "ask for a yes to every order (the default), skip the question for small orders recognised with high confidence, or place an order 5 s after the read-back unless the guest speaks or touches the screen"
    )

    /// The options with which a child makes the same engines.
    var childOptions: [String] {
        var options = ["--model=\(modelName)", "--engine=\(engineChoice.rawValue)"]
        if engineChoice == .twopass { options.append("--second=\(secondEngine.rawValue)") }
        if let vocabularyChoice { options.append("--vocabulary=\(vocabularyChoice.rawValue)") }
        if let menuPath, pipedMenu == nil { options.append("--menu=\(menuPath)") }
        if let parserPath { options.append("--parser=\(parserPath)") }
        return options + ["--rate=\(voice.rate)", "--pitch=\(voice.pitch)", "--volume=\(voice.volume)"]
    }

    /// The same settings with the menu of another file; `nil` for the built-in menu.
    func with(menuPath: String?) -> Setup {
        var setup = self
        setup.menuPath = menuPath
        setup.pipedMenu = nil
        return setup
    }

    /// The menu named, or the built-in one.
    public func menu() throws(CLIError) -> Menu {
        guard let menuPath else {
            do { return try MenuLoader.builtIn() } catch { throw .menu(file: "built-in menu", error) }
        }
        if let pipedMenu { return try Self.menu(pipedMenu, file: menuPath) }
        return try Self.menu(file: menuPath)
    }

    /// A child reads the menu itself.
    ///
    /// - Throws: `CLIError.usage` for a menu that can be read once.
    func requireMenuFile() throws(CLIError) {
        if pipedMenu != nil, let menuPath {
            throw .usage(
                "--menu \(menuPath) is a pipe, and the engine's own process needs a file; write the menu to one")
        }
    }

    /// The menu of a file.
    ///
    /// - Throws: `CLIError.menu`, also for a menu in a language without sentences, or without yes and no; `.input`.
    public static func menu(file path: String) throws(CLIError) -> Menu {
        try menu(InputFile.read(path, "the menu"), file: path)
    }

    /// A menu that guests can be served with.
    static func menu(_ bytes: [UInt8], file: String) throws(CLIError) -> Menu {
        let languages = FeedbackLanguage.locales.filter(ConfirmationKeywords.locales.contains)
        do { return try MenuLoader.load(bytes, languages: languages) } catch { throw .menu(file: file, error) }
    }

    /// The kiosk's sentences in the language asked for, or the menu's.
    func writer(for menu: Menu) throws(CLIError) -> PromptWriter {
        do { return try PromptWriter(menu: menu, locale: locale) } catch { throw CLIError.from(error) }
    }

    /// The learned parser's model: the file named, or the built-in one, with a note where it was made for another menu.
    public func sequenceModel(for menu: Menu) throws(CLIError) -> CRFModel {
        var bytes: [UInt8]?
        if let parserPath {
            do { bytes = try InputFile.bytes(parserPath) } catch {
                throw .library(
                    "the parser model \(parserPath) cannot be read: \(error.reason); make it with: brews train -o \(parserPath)"
                )
            }
        }
        do {
            let (model, note) = try CRFModel.forMenu(menu, file: bytes)
            if let note { console.note("brews: note: \(note)") }
            return model
        } catch {
            throw .library("\(parserPath ?? "the built-in parser model") \(error)")
        }
    }

    /// The parser of a menu: rules and learned parser together, or as `strategy` says.
    ///
    /// - Parameter strategy: the value of `--strategy`; `nil` for the default.
    public func parser(for menu: Menu, strategy: String? = nil) throws -> OrderParsingPipeline {
        guard let chosen = ParsingStrategy(rawValue: strategy ?? ParsingStrategy.hybrid.rawValue) else {
            throw CLIError.usage(
                "--strategy is \(ParsingStrategy.allCases.map(\.rawValue).joined(separator: ", ")), not '\(strategy ?? "")'"
            )
        }
        return try OrderParsingPipeline(menu: menu, strategy: chosen, model: sequenceModel(for: menu))
    }

    /// The catalogue over this machine's model folders.
    public func catalogue() throws -> ModelCatalogue {
        let executable = CommandLine.arguments.first.flatMap { Bundle.main.executablePath ?? $0 } ?? ""
        return try ModelCatalogue(
            searchPath: ModelCatalogue.standardSearchPath(
                executable: executable, environment: ProcessInfo.processInfo.environment))
    }

    /// The model named, every file of it compared with its manifest.
    public func verifiedModel() throws -> VerifiedModel { try catalogue().locate(modelName).verify() }

    /// What the engine listens for, as `--vocabulary` names it: `menu`, `phrases` or `model`.
    ///
    /// - Throws: where nothing names it and the model is missing or damaged.
    public func vocabularyName() throws -> String {
        if let vocabularyChoice { return vocabularyChoice.rawValue }
        let isMenu = try engineChoice != .whisper && verifiedModel().manifest.runtimeGraph
        return (isMenu ? VocabularyChoice.menu : .model).rawValue
    }

    /// The phrases that the engine listens for; `nil` where it listens with a graph that it has.
    public func vocabulary(for menu: Menu, heardBy engine: any VoiceService) throws -> RecognitionVocabulary? {
        guard vocabularyChoice == .phrases || vocabularyChoice == .menu && engineChoice == .whisper else { return nil }
        let isolated = engine as? IsolatedVoiceService
        let before = isolated?.unansweredWords
        let phrases = try MenuPhrases(menu: menu) { engine.canHear($0) }.phrases
        // What the menu's words became without an answer would leave out items that guests can say.
        guard isolated?.unansweredWords == before else {
            throw CLIError.library(
                "the recogniser's process ended before it had said which of the menu's words it hears")
        }
        return RecognitionVocabulary(phrases: phrases)
    }

    /// Settings of the voice as a profile.
    func voiceProfile() -> TTSVoiceProfile {
        TTSVoiceProfile(voice: voiceName(), rate: voice.rate, pitch: voice.pitch, volume: voice.volume)
    }

    /// Name of the voice: the one asked for, or Piper's for the language where it is installed, or espeak-ng's.
    ///
    /// - Parameter language: a language tag; `nil` for that of `--locale`, or English.
    public func voiceName(for language: String? = nil) -> String {
        let language = language ?? locale ?? "en-US"
        return requestedVoice ?? installedPiperVoice(language).map { Self.piperPrefix + $0 }
            ?? EspeakSynthesizer.standardVoice(locale: language)
    }

    /// The speech synthesiser in this process; Piper's program is a process of its own.
    public func synthesizer(for language: String? = nil) throws -> any SpeechSynthesizer {
        let name = voiceName(for: language)
        if name.hasPrefix(Self.piperPrefix) {
            return try piper(String(name.dropFirst(Self.piperPrefix.count)), rate: voice.rate, volume: voice.volume)
        }
        var settings = voice
        settings.voice = name
        return try EspeakSynthesizer(settings: settings)
    }
}
