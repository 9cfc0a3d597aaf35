internal import EngineHost
internal import Foundation
internal import MenuLanguageModel
internal import ModelCatalogue
internal import Moonshine
internal import MoonshineEngine
internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import TwoPassEngine
internal import WhisperEngine

@testable internal import VoskEngine

/// The engines of this project as the contract suite sees them. A new engine joins by adding its case.
enum EngineCase: String, CaseIterable {
    case vosk
    case voskWithMenuVocabulary
    case voskWithMenuGraph
    case scripted
    case isolatedVosk
    case isolatedVoskWithMenuVocabulary
    case isolatedScripted
    case twoPass
    case twoPassScripted
    case isolatedTwoPass
    case whisper
    case isolatedWhisper
    case moonshine
    case isolatedMoonshine

    /// Whether the engine hears the recording word for word. Our Whisper model is too small for that, and Moonshine has
    /// learnt from people and mishears this synthetic voice; here they keep the promises that do not depend on hearing
    /// well.
    var isExact: Bool { ![.whisper, .isolatedWhisper, .moonshine, .isolatedMoonshine].contains(self) }

    /// Whether it follows a script and hears nothing.
    var isScripted: Bool { [.scripted, .isolatedScripted, .twoPassScripted].contains(self) }

    /// Whether the engine is another case's engine in a child process. It decodes the same audio alike; the messages
    /// from and to a child are covered by the scripted engine's child with all arguments.
    var isIsolatedEngine: Bool {
        [.isolatedVosk, .isolatedVoskWithMenuVocabulary, .isolatedTwoPass, .isolatedWhisper, .isolatedMoonshine]
            .contains(self)
    }

    /// Whether the engine cuts its audio by code that no other case runs. The others have libvosk's session as `vosk`
    /// or the second pass as `twoPassScripted`: every run has two frame sizes of theirs, full scale all.
    var hasOwnFraming: Bool {
        [.vosk, .scripted, .isolatedScripted, .twoPassScripted, .whisper, .moonshine].contains(self)
    }

    /// The recording that the suite listens to.
    static let order = SpokenOrder.largeIcedLatte

    func service() throws -> any VoiceService {
        switch self {
        case .vosk, .voskWithMenuVocabulary: try Vosk.shared()
        case .voskWithMenuGraph: try Vosk.withMenuGraph()
        case .isolatedVosk, .isolatedVoskWithMenuVocabulary: try Isolated.vosk.get()
        case .isolatedScripted: try Isolated.scripted.get()
        case .isolatedTwoPass: try Isolated.twoPass.get()
        case .isolatedWhisper: try Isolated.whisper.get()
        case .isolatedMoonshine: try Isolated.moonshine.get()
        case .whisper: try Whisper.shared()
        case .moonshine: try Moonshine.shared()
        case .scripted: Self.script
        case .twoPass: try Vosk.twoPass()
        case .twoPassScripted:
            TwoPassVoiceService(
                first: Self.script, second: SecondPass(engine: ScriptedRecognizer([]), vocabulary: nil) { _ in 1 },
                settings: .patient, clock: ContinuousClock())
        }
    }

    private static var script: ScriptedVoiceService {
        .hearing(order.rawValue, over: SpeechSpan(start: .zero, end: SamplePosition(seconds: 1.5)))
    }

    func vocabulary() throws -> RecognitionVocabulary? {
        switch self {
        case .vosk, .voskWithMenuGraph, .scripted, .twoPass, .twoPassScripted, .whisper, .isolatedVosk,
            .isolatedScripted, .isolatedTwoPass, .isolatedWhisper, .moonshine, .isolatedMoonshine:
            nil
        case .voskWithMenuVocabulary, .isolatedVoskWithMenuVocabulary: try Vosk.contractVocabulary()
        }
    }

    /// The contract's checks of this engine.
    func suite() throws -> RecognitionContractSuite {
        RecognitionContractSuite(recording: try Self.order.samples(), text: isExact ? Self.order.rawValue : nil) {
            try await results($0)
        }
    }

    /// A recognition of `input` from start to end.
    func results(_ input: any AudioInput) async throws -> VoiceResults {
        try await service().startListening(to: input, vocabulary: try vocabulary())
    }
}

/// The same engines in child processes, started once for all tests.
enum Isolated {
    static let vosk = Result { try service("vosk") }
    static let scripted = Result { try service("scripted") }
    static let twoPass = Result { try service("twopass") }
    static let whisper = Result { try service("whisper") }
    static let moonshine = Result { try service("moonshine") }

    static func service(_ engine: String) throws -> IsolatedVoiceService {
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(
            "engine-host-child"
        ).path
        let program =
            FileManager.default.isExecutableFile(atPath: beside)
            ? beside : Repository.root.appendingPathComponent(".build/debug/engine-host-child").path
        // A busy machine makes a menu's grammar slowly; nothing hangs here.
        let command = ChildProcess.Command(
            executable: program, arguments: [engine], environment: ProcessInfo.processInfo.environment)
        return try IsolatedVoiceService(
            command: command, settings: EngineHostSettings(leastDeadline: .seconds(60), mostChildren: 16))
    }
}

extension TwoPassVoiceService.Settings {
    /// Asks always, and waits as long as a busy machine takes.
    static var patient: Self {
        Self(deadline: .seconds(300), combiner: .init(confidenceThreshold: 2, margin: 0, unit: .word))
    }
}

/// The bundled model, loaded once for all tests.
enum Vosk {
    private static let loaded = Result { try VoskVoiceService(model: description()) }

    static func shared() throws -> VoskVoiceService { try loaded.get() }

    /// The same model with the built-in menu's orders in its graph.
    static func withMenuGraph() throws -> VoskVoiceService { try graphLoaded.get() }
    private static let graphLoaded = Result {
        let graph = try MenuWordGraph(
            menu: try MenuLoader.builtIn(), canHear: try VoskWords(model: description()).contains
        ).graph
        return try VoskVoiceService(model: description(), graph: graph)
    }

    /// The built-in menu's phrases, made once.
    static func menuVocabulary() throws -> RecognitionVocabulary { try phrases.get() }
    private static let phrases = Result {
        RecognitionVocabulary(
            phrases: try MenuPhrases(menu: try MenuLoader.builtIn()) { word in (try? shared().canHear(word)) ?? false }
                .phrases)
    }

    /// The phrases of a run-time grammar in the contract: a few orders, and at full scale the built-in menu's, with
    /// which libvosk takes seconds to create a recogniser. The session is the same with either, and every run hears an
    /// order with the whole menu's grammar in `VoskUtteranceRecognizerTests`.
    static func contractVocabulary() throws -> RecognitionVocabulary {
        guard !Repository.isFullScale else { return try menuVocabulary() }
        return RecognitionVocabulary(phrases: [
            SpokenOrder.largeIcedLatte.rawValue, SpokenOrder.threeMuffins.rawValue, "can i get a small hot mocha",
            "i want a large iced tea please", "two lattes and a muffin", "please", "thanks",
        ])
    }

    /// The same model with the settings of a first pass, and with a grammar as the second, by which everything makes
    /// sense. The model is loaded once more, and the grammar made once.
    static func twoPass() throws -> TwoPassVoiceService<ContinuousClock> { try twoPassLoaded.get() }
    private static let twoPassLoaded = Result {
        let second = SecondPass(
            engine: VoskUtteranceRecognizer(sharing: try shared()), vocabulary: try contractVocabulary()
        ) { _ in 1 }
        return TwoPassVoiceService(
            first: try VoskVoiceService(model: description(), settings: .firstPass), second: second,
            settings: .patient, clock: ContinuousClock())
    }

    static func description() throws -> VoskModelDescription {
        let model = try ModelDirectory(path: Repository.models.appendingPathComponent("brews-en").path).verify()
        return VoskModelDescription(
            directory: model.directory, sampleRate: model.manifest.sampleRate, runtimeGraph: model.manifest.runtimeGraph
        )
    }
}

/// The recogniser of free speech, loaded once for all tests.
enum Moonshine {
    private static let loaded = Result {
        try MoonshineVoiceService(
            model: MoonshineModel(
                [UInt8](Data(contentsOf: Repository.models.appendingPathComponent("brews-en/wake/moonshine.mdl")))))
    }

    static func shared() throws -> MoonshineVoiceService { try loaded.get() }
}

/// Our small Whisper model, loaded once for all tests.
enum Whisper {
    private static let loaded = Result {
        try WhisperVoiceService(
            model: WhisperModelDescription(
                file: Repository.models.appendingPathComponent("brews-whisper-en/ggml-model.bin").path))
    }

    static func shared() throws -> WhisperVoiceService { try loaded.get() }
}
