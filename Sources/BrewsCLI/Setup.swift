internal import EngineHost
internal import Feedback
internal import Foundation
internal import MenuLanguageModel
public import ModelCatalogue
internal import OrderParsing
internal import OrderSession
public import Ordering
public import Speech
internal import SpeechSynthesis

/// Language model of the recogniser, as `--vocabulary` names it.
public enum VocabularyChoice: String, CaseIterable, Sendable {
    /// The menu's orders, compiled into the model's decoding graph at start.
    case menu
    /// Phrases of the menu, given to the engine as a grammar.
    case phrases
    /// The language model that belongs to the acoustic model.
    case model
}

/// Settings of one run, and the components made from them. The command line overrides the settings file, which
/// overrides the defaults.
public struct Setup: Sendable {
    /// Standard output and error.
    public let console: Console
    /// Whether output is JSON, one object a line (`--json`).
    public let json: Bool
    /// Whether engines run in child processes.
    let isIsolated: Bool
    /// The acoustic model's name or directory.
    let modelName: String
    /// Path of the menu; `nil` for the built-in menu.
    public private(set) var menuPath: String?
    /// Contents of the pipe that `menuPath` names, which can be read only once; `nil` for a regular file.
    private var pipedMenu: [UInt8]?
    /// Language of the kiosk's sentences; `nil` for the menu's.
    let locale: String?
    let engineChoice: EngineChoice
    let secondEngine: SecondEngine
    /// The Whisper model of `--second NAME`; `nil` for the bundled one.
    let secondModel: String?
    /// The kiosk's wake phrase of the settings file; `nil` for none.
    let phrase: String?
    /// Whether the kiosk suggests what the menu names, where the staff do not say.
    let suggests: Bool
    /// The opening hours of the settings file; `nil` for none.
    private let fileHours: String?
    /// When a kiosk asks for confirmation of an order.
    let confirmation: ConfirmationMode
    /// The vocabulary from the command line or settings file; `nil` for the engine's best.
    let vocabularyChoice: VocabularyChoice?
    /// The voice from the command line, profile or settings file; `nil` for the best voice of the language.
    private var requestedVoice: String?
    private var voice: TTSVoiceProfile

    /// - Throws: `CLIError.usage` or `.input` for a bad settings file.
    public init(_ arguments: Arguments) throws(CLIError) {
        let file = try arguments.value("config").map(SettingsFile.read) ?? SettingsFile()
        console = Console(isVerbose: arguments.has("verbose"))
        json = arguments.has("json")
        phrase = file.phrase
        fileHours = file.hours
        suggests = file.suggestions ?? true
        locale = arguments.value("locale") ?? file.locale
        menuPath = arguments.value("menu") ?? file.menu
        pipedMenu =
            if let menuPath, InputFile.isStream(menuPath) { try InputFile.read(menuPath, "the menu") } else { nil }
        engineChoice = try Self.choice(arguments, "engine", arguments.has("free") ? .moonshine : EngineChoice.twopass)
        guard !arguments.has("free") || engineChoice.isPrompted else {
            throw .usage("--free is for --engine moonshine or whisper; \(engineChoice.rawValue) hears orders")
        }
        (secondEngine, secondModel) = try Self.secondChoice(arguments)
        guard engineChoice == .twopass || !arguments.has("second") else {
            throw .usage("--second is for --engine twopass")
        }
        modelName =
            arguments.value("model") ?? file.model
            ?? (engineChoice == .whisper ? Self.whisperModel : ModelCatalogue.defaultModel)
        confirmation = try Self.choice(arguments, "confirm", file.confirm ?? .always)
        vocabularyChoice =
            try arguments.value("vocabulary").map { name throws(CLIError) in
                guard let choice = VocabularyChoice(rawValue: name) else {
                    throw .usage("--vocabulary is menu, phrases or model, not '\(name)'")
                }
                return choice
            } ?? file.vocabulary
        let standard = TTSVoiceProfile()
        let profile = try Self.profile(arguments)
        requestedVoice = arguments.value("voice") ?? profile?.voice ?? file.voice
        voice = TTSVoiceProfile(
            rate: try arguments.integer("rate", in: TTSVoiceProfile.rates) ?? profile?.rate ?? file.rate
                ?? standard.rate,
            pitch: try arguments.integer("pitch", in: TTSVoiceProfile.pitches) ?? profile?.pitch ?? file.pitch
                ?? standard.pitch,
            volume: try arguments.integer("volume", in: TTSVoiceProfile.volumes) ?? profile?.volume ?? file.volume
                ?? standard.volume)
        isIsolated = arguments.has("isolated")
    }

    /// The opening hours of `--hours`, or of the settings file; `nil` for none.
    ///
    /// - Throws: `CLIError.usage` for an option that is no opening hours.
    func hours(_ arguments: Arguments) throws(CLIError) -> OpeningHours? {
        guard let text = arguments.value("hours") else { return fileHours.flatMap { OpeningHours($0) } }
        guard let hours = OpeningHours(text) else { throw .usage("--hours: \(SettingsFile.noHours(text))") }
        return hours
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

    /// Returns the second engine: one of `SecondEngine`, or Whisper with the model of a name or directory, which is
    /// located when it is loaded.
    private static func secondChoice(_ arguments: Arguments) throws(CLIError) -> (SecondEngine, model: String?) {
        if let name = arguments.value("second"), name.contains("whisper-") || name.contains("/") {
            return (.whisper, name)
        }
        return (try choice(arguments, "second", SecondEngine.slow), nil)
    }

    /// The option `--vocabulary`.
    public static let vocabularyOption = OptionSpec(
        "vocabulary", value: "menu|phrases|model",
        "listen for orders from the menu (the default, where the model takes them), for phrases made of it, or with "
            + "the model's own language"
    )

    static let confirmationOption = OptionSpec(
        "confirm", value: "always|selective|auto",
        """
        ask for a yes to every order (the default), skip the question for small orders recognised with high \
        confidence, or place an order 5 s after the read-back unless the guest speaks or touches the screen
        """
    )

    /// Command-line options that make the same engines in a child process.
    var childOptions: [String] {
        var options = ["--model=\(modelName)", "--engine=\(engineChoice.rawValue)"]
        if engineChoice == .twopass { options.append("--second=\(secondModel ?? secondEngine.rawValue)") }
        if let vocabularyChoice { options.append("--vocabulary=\(vocabularyChoice.rawValue)") }
        if let menuPath, pipedMenu == nil { options.append("--menu=\(menuPath)") }
        return options + ["--rate=\(voice.rate)", "--pitch=\(voice.pitch)", "--volume=\(voice.volume)"]
    }

    /// Command-line options with which `brews doctor` checks the same engines and menu.
    var doctorOptions: [String] {
        childOptions.filter { option in !["--rate", "--pitch", "--volume"].contains { option.hasPrefix($0 + "=") } }
    }

    /// A copy with another menu file; `nil` for the built-in menu.
    func with(menuPath: String?) -> Setup {
        var setup = self
        setup.menuPath = menuPath
        setup.pipedMenu = nil
        return setup
    }

    /// A copy with another voice.
    func with(voice profile: TTSVoiceProfile) -> Setup {
        var setup = self
        setup.requestedVoice = profile.voice
        setup.voice = profile
        return setup
    }

    /// The menu of `--menu`, or the built-in one.
    public func menu() throws(CLIError) -> Menu {
        guard let menuPath else {
            do { return try MenuLoader.builtIn() } catch { throw .menu(file: "built-in menu", error) }
        }
        if let pipedMenu { return try Self.menu(pipedMenu, file: menuPath) }
        return try Self.menu(file: menuPath)
    }

    /// Checks that a child process can read the menu too.
    ///
    /// - Throws: `CLIError.usage` for a menu from a pipe.
    func requireMenuFile() throws(CLIError) {
        if pipedMenu != nil, let menuPath {
            throw .usage(
                "--menu \(menuPath) is a pipe, and the engine's own process needs a file; write the menu to one")
        }
    }

    /// Reads and validates a menu.
    ///
    /// - Throws: `CLIError.menu` for an invalid menu, or one in a language without sentences or without a yes and no;
    ///   `.input`.
    public static func menu(file path: String) throws(CLIError) -> Menu {
        try menu(InputFile.read(path, "the menu"), file: path)
    }

    /// Decodes and validates a menu; its language must have sentences and a yes and no, and guests must be able to name
    /// its allergens.
    static func menu(_ bytes: [UInt8], file: String) throws(CLIError) -> Menu {
        let languages = FeedbackLanguage.locales.filter(ConfirmationKeywords.locales.contains)
        do {
            let menu = try MenuLoader.load(bytes, languages: languages)
            let unknown = try AllergenCheck(menu.store.spoken).findings(menu)
            guard unknown.isEmpty else { throw MenuInvalid(findings: unknown) }
            return menu
        } catch { throw .from(error, file: file) }
    }

    /// The sentence writer in the language of `--locale`, or the menu's; in English for a menu in a language without
    /// sentences.
    func writer(for menu: Menu) throws(CLIError) -> PromptWriter {
        let isServed = (try? FeedbackLanguage.builtIn(menu.store.locale)) != nil
        do {
            return try PromptWriter(menu: menu, locale: locale ?? (isServed ? nil : SpokenLanguage.english.rawValue))
        } catch { throw CLIError.from(error) }
    }

    /// The model catalogue over this machine's model folders.
    public func catalogue() throws -> ModelCatalogue {
        let executable = CommandLine.arguments.first.flatMap { Bundle.main.executablePath ?? $0 } ?? ""
        return try ModelCatalogue(
            searchPath: ModelCatalogue.standardSearchPath(
                executable: executable, environment: ProcessInfo.processInfo.environment))
    }

    /// The model of `--model`, verified against its manifest.
    public func verifiedModel() throws -> VerifiedModel { try catalogue().locate(modelName).verify() }

    /// Name of the vocabulary in use: `menu`, `phrases` or `model`.
    ///
    /// - Throws: when no option names it and the model is missing or damaged.
    public func vocabularyName() throws -> String {
        if let vocabularyChoice { return vocabularyChoice.rawValue }
        let isMenu = try !engineChoice.isPrompted && verifiedModel().manifest.runtimeGraph
        return (isMenu ? VocabularyChoice.menu : .model).rawValue
    }

    /// The phrases that the engine is given; `nil` when it uses a decoding graph.
    public func vocabulary(for menu: Menu, heardBy engine: any VoiceService) throws -> RecognitionVocabulary? {
        let isPrompted = engineChoice.isPrompted && vocabularyChoice != .model
        guard vocabularyChoice == .phrases || isPrompted else { return nil }
        let isolated = engine as? IsolatedVoiceService
        let before = isolated?.unansweredWords
        let phrases = try MenuPhrases(menu: menu) { engine.canHear($0) }.phrases
        // A lost answer would leave out items that guests can order.
        guard isolated?.unansweredWords == before else {
            throw CLIError.library(
                "the recogniser's process ended before it had said which of the menu's words it hears")
        }
        if vocabularyChoice == .phrases { noteUnheard(menu) { engine.canHear($0) } }
        return RecognitionVocabulary(phrases: phrases, names: Self.names(of: menu))
    }

    /// Names the words of the menu that the recogniser does not know.
    func noteUnheard(_ menu: Menu, canHear: (String) -> Bool) {
        if let sentence = UnheardWords(menu: menu, canHear: canHear).sentence {
            console.note("brews: note: \(sentence)")
        }
    }

    /// Names of options and items in the words in which they are spoken; the items last, because the end of a prompt
    /// has most effect.
    static func names(of menu: Menu) -> [String] {
        let names = menu.optionGroups.flatMap(\.options).map(\.name) + menu.items.map(\.name)
        return names.map { SpokenWords($0).words.joined(separator: " ") }
    }

    /// Voice, rate, pitch and volume as a profile.
    ///
    /// - Parameter language: a language tag; `nil` for that of `--locale`, or English.
    func voiceProfile(for language: String? = nil) -> TTSVoiceProfile {
        TTSVoiceProfile(voice: voiceName(for: language), rate: voice.rate, pitch: voice.pitch, volume: voice.volume)
    }

    /// Name of the voice: the chosen one, else an installed voice of Piper in the language, else espeak-ng's.
    ///
    /// - Parameter language: a language tag; `nil` for that of `--locale`, or English.
    public func voiceName(for language: String? = nil) -> String {
        let language = language ?? locale ?? "en-US"
        return requestedVoice ?? installedPiperVoice(language).map { Self.piperPrefix + $0 }
            ?? EspeakSynthesizer.standardVoice(locale: language)
    }

    /// The speech synthesiser in this process; Piper runs its own program.
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
