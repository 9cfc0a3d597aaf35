public import OrderParsing
public import Ordering
internal import Speech
public import TwoPassEngine
public import VoskEngine

/// The engines `--engine` and `--second` may name.
struct Engines {
    private enum Name: String, CaseIterable {
        case vosk, twopass
    }

    static let option = OptionSpec("engine", value: "NAME", "recognition engine: vosk, or twopass, which reads every doubtful utterance twice (default: vosk)")
    static let secondOption = OptionSpec("second", value: "NAME", "who reads again with --engine twopass: vosk-menu, with the menu's words as grammar (the default)")

    private let name: Name
    private let second: SecondEngine

    /// - Throws: `CLIError.usage` for engines this version does not have.
    init(_ arguments: Arguments) throws(CLIError) {
        let engine = arguments.value("engine") ?? Name.vosk.rawValue
        guard let name = Name(rawValue: engine) else {
            let known = Name.allCases.map(\.rawValue).joined(separator: " or ")
            throw .usage(engine == "whisper" ? "the engine 'whisper' is not in this version; use \(known)" : "there is no engine '\(engine)'; use \(known)")
        }
        self.name = name
        guard name == .twopass || !arguments.has("second") else { throw .usage("--second is for --engine twopass") }
        let reader = arguments.value("second") ?? SecondEngine.voskMenu.rawValue
        guard let second = SecondEngine(rawValue: reader) else {
            throw .usage("--second is \(SecondEngine.allCases.map(\.rawValue).joined(separator: " or ")), not '\(reader)'")
        }
        self.second = second
    }

    /// The engine chosen, over the verified models.
    func engine(_ setup: Setup, menu: Menu) throws -> any VoiceService {
        switch name {
        case .vosk: return try setup.engine()
        case .twopass:
            let first = try setup.vosk(settings: .firstPass)
            let reader = try setup.secondPass(second, beside: first, menu: menu, parser: try setup.parser(for: menu))
            return TwoPassVoiceService(first: first, second: reader, clock: ContinuousClock()) { report in
                setup.console.detail("second pass: \(report.outcome), “\(Self.text(report.first))” / “\(Self.text(report.second))”")
            }
        }
    }

    private static func text(_ words: [TranscribedWord]) -> String { words.map(\.text).joined(separator: " ") }
}

/// Who gives the second opinion of a two-pass recognition.
public enum SecondEngine: String, CaseIterable, Sendable {
    /// Vosk with a grammar of the menu's words: it hears nothing else, so noise makes it invent fewer other words.
    case voskMenu = "vosk-menu"
}

extension Setup {
    /// The second engine, with what it listens for and how its readings are judged.
    public func secondPass(_ engine: SecondEngine, beside first: VoskVoiceService, menu: Menu, parser: OrderParsingPipeline) throws -> SecondPass {
        switch engine {
        case .voskMenu:
            let phrases = try MenuPhrases(menu: menu) { first.canHear($0) }.phrases
            return SecondPass(engine: VoskUtteranceRecognizer(sharing: first), vocabulary: RecognitionVocabulary(phrases: phrases), judge: Self.judge(parser))
        }
    }

    /// How much sense words make: the parser's confidence in them, less the share of words it could do nothing with.
    public static func judge(_ parser: OrderParsingPipeline) -> ReadingJudge {
        { words in
            let parse = parser.parse(words.joined(separator: " "))
            guard parse.intent != .unknown, !words.isEmpty else { return 0 }
            return parse.confidence * (1 - min(1, Double(parse.unread.count) / Double(words.count)))
        }
    }
}
