internal import EngineHost
internal import Foundation
internal import ModelCatalogue
internal import Moonshine
internal import MoonshineEngine
internal import PlatformSupport
internal import Speech
internal import SpeechSynthesis
internal import Synchronization
internal import TestSupport
internal import TwoPassEngine
internal import VoskEngine
internal import WhisperEngine

// A child for the tests of EngineHost: serves the engine named first on its command line, or misbehaves as told.

struct CannotLoad: Error {}

/// Memory that a growing engine never gives back.
let hoard = Mutex<[[UInt8]]>([])

@Sendable func misbehave(_ fault: ToneVoiceService.Fault) {
    switch fault {
    case .abort: abort()
    case .trap: fatalError("as the test wants")
    case .hang: while true { sleep(1_000) }
    case .grow: hoard.withLock { $0.append([UInt8](repeating: 1, count: 60 << 20)) }
    case .fail: break
    }
}

/// Reads a whole utterance with the tone engine.
struct ToneReader: UtteranceRecognizer {
    let engineName = "tones"

    func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord] {
        var words: [TranscribedWord] = []
        let input = SampleInput(utterance.samples)
        for try await result in try await ToneVoiceService(onFault: misbehave).startListening(
            to: input, vocabulary: vocabulary) where !result.isVolatile
        {
            words += result.words
        }
        return words
    }
}

/// Recognises tones. Each recognition after the first of a process fails, as libvosk does at its memory limit.
final class WearingService: VoiceService {
    /// Ends with an error after some frames.
    private actor FailingInput: AudioInput {
        private let input: any AudioInput
        private var framesLeft: Int

        init(_ input: any AudioInput, frames: Int) {
            self.input = input
            framesLeft = frames
        }

        func nextFrame() async throws -> AudioFrame? {
            framesLeft -= 1
            guard framesLeft >= 0 else { throw ToneVoiceService.Failed() }
            return try await input.nextFrame()
        }
    }

    let engineName = "tones"
    private let tones = ToneVoiceService()
    private let frames: Int
    private let recognitions = Atomic(0)

    /// - Parameter frames: read before the failure; 0 fails the start.
    init(failingAfter frames: Int) { self.frames = frames }

    func canHear(_ word: String) -> Bool { tones.canHear(word) }

    func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
        guard recognitions.add(1, ordering: .relaxed).oldValue > 0 else {
            return try await tones.startListening(to: input, vocabulary: vocabulary)
        }
        guard frames > 0 else { throw ToneVoiceService.Failed() }
        return try await tones.startListening(to: FailingInput(input, frames: frames), vocabulary: vocabulary)
    }
}

/// Reads nothing, for ever.
struct HangingReader: UtteranceRecognizer {
    let engineName = "hanging"
    let worker = SerialWorker(label: "hanging")

    func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord] {
        try await worker.run { while true { sleep(1_000) } }
    }
}

/// Speaks each character as a sample, and dies of an exclamation mark.
struct CharacterSynthesizer: SpeechSynthesizer {
    func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        if text.contains("!") { abort() }
        if text.contains("?") { throw CannotLoad() }
        return SynthesizedSpeech(samples: text.utf8.map { Int16($0) }, sampleRate: 22_050)
    }
}

/// Reads a page of a mapped file that is no longer there, as from a disk that fails: `SIGBUS`.
func readLostPage() throws -> Never {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("brews-\(UUID().uuidString)").path
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    unlink(path)
    guard file >= 0, ftruncate(file, 4_096) == 0, let page = mmap(nil, 4_096, PROT_READ, MAP_SHARED, file, 0),
        page != MAP_FAILED, ftruncate(file, 0) == 0
    else {
        throw CannotLoad()
    }
    _ = page.load(as: UInt8.self)
    throw CannotLoad()
}

/// The bundled model of libvosk.
func vosk() throws -> VoskModelDescription {
    let model = try ModelDirectory(path: Repository.models.appendingPathComponent("brews-en").path).verify()
    return VoskModelDescription(
        directory: model.directory, sampleRate: model.manifest.sampleRate, runtimeGraph: model.manifest.runtimeGraph)
}

/// Two passes as the kiosk has them, but that every utterance is read again and no reading comes too late.
func twoPass() throws -> TwoPassVoiceService<ContinuousClock> {
    let first = try VoskVoiceService(model: try vosk(), settings: .firstPass)
    let second = SecondPass(
        engine: TempoPerturbedRecognizer(VoskUtteranceRecognizer(sharing: first), speed: 0.91), vocabulary: nil
    ) { _ in 1 }
    let settings = TwoPassVoiceService<ContinuousClock>.Settings(
        deadline: .seconds(300), combiner: .init(confidenceThreshold: 2, margin: 0, unit: .word))
    return TwoPassVoiceService(first: first, second: second, settings: settings, clock: ContinuousClock())
}

func whisper(_ file: String) throws -> HostedEngine {
    HostedEngine(
        name: "whisper", model: file,
        voiceService: try WhisperVoiceService(model: WhisperModelDescription(file: file)))
}

func engine(_ name: String) throws -> HostedEngine {
    switch name {
    case "tones":
        return HostedEngine(
            name: name, model: "levels", voiceService: ToneVoiceService(onFault: misbehave),
            utteranceRecognizer: ToneReader(), synthesizer: CharacterSynthesizer())
    case "refuses-the-second":
        return HostedEngine(name: name, model: "levels", voiceService: WearingService(failingAfter: 0))
    case "fails-the-second":
        return HostedEngine(name: name, model: "levels", voiceService: WearingService(failingAfter: 4))
    case "scripted":
        let span = SpeechSpan(start: .zero, end: SamplePosition(seconds: 1.5))
        return HostedEngine(
            name: name, model: "script",
            voiceService: ScriptedVoiceService.hearing(SpokenOrder.largeIcedLatte.rawValue, over: span))
    case "vosk":
        return HostedEngine(name: name, model: "brews-en", voiceService: try VoskVoiceService(model: try vosk()))
    case "twopass":
        return HostedEngine(name: name, model: "brews-en", voiceService: try twoPass())
    case "second-hangs":
        let span = SpeechSpan(start: .zero, end: SamplePosition(seconds: 1.5))
        let first = ScriptedVoiceService(script: [
            (
                at: span.end,
                event: .endpoint(ScriptedVoiceService.timed(SpokenOrder.largeIcedLatte.rawValue, over: span))
            )
        ])
        let settings = TwoPassVoiceService<ContinuousClock>.Settings(
            deadline: .milliseconds(10), combiner: .init(confidenceThreshold: 2))
        let second = SecondPass(engine: HangingReader(), vocabulary: nil) { _ in 1 }
        let service = TwoPassVoiceService(first: first, second: second, settings: settings, clock: ContinuousClock())
        return HostedEngine(name: name, model: "script", voiceService: service)
    case "whisper": return try whisper(Repository.models.appendingPathComponent("brews-whisper-en/ggml-model.bin").path)
    case _ where name.hasPrefix("whisper:"): return try whisper(String(name.dropFirst("whisper:".count)))
    case "moonshine":
        let file = Repository.models.appendingPathComponent("brews-en/wake/moonshine.mdl")
        return HostedEngine(
            name: name, model: "brews-en",
            voiceService: try MoonshineVoiceService(model: MoonshineModel([UInt8](Data(contentsOf: file)))))
    case "espeak": return HostedEngine(name: name, model: "en-us", synthesizer: try EspeakSynthesizer())
    case "refuses": throw CannotLoad()
    case "dies-loading": abort()
    case "loses-its-disk": try readLostPage()
    case "hangs-loading": while true { sleep(1_000) }
    case "nonsense":
        let bytes = [UInt8](repeating: 0xAA, count: 64)
        _ = bytes.withUnsafeBytes { write(EngineHostServer.channel, $0.baseAddress, $0.count) }
        while true { sleep(1_000) }
    case "talkative":
        for line in 1...2_000 { FileHandle.standardError.write(Data("line \(line)\n".utf8)) }
        return try engine("tones")
    default: throw CannotLoad()
    }
}

let name = CommandLine.arguments.dropFirst().first ?? ""
if name == "parent" {
    // A host to be killed: prints its child's process and then waits for ever, its child waiting too or stuck inside
    // the engine.
    let words = CommandLine.arguments.dropFirst(2)
    let command = ChildProcess.Command(
        executable: "/proc/self/exe", arguments: [words.first ?? ""], environment: ProcessInfo.processInfo.environment)
    let service = try IsolatedVoiceService(command: command)
    print(service.health.processIdentifiers.map { "\($0)" }.joined(separator: " "))
    fflush(nil)
    if words.last == "hang" {
        let samples = [Int16](repeating: ToneVoiceService.Fault.hang.rawValue, count: 1_600)
        for try await _ in try await service.startListening(to: SampleInput(samples), vocabulary: nil) {}
    }
    while true { sleep(1_000) }
} else if name == "host" {
    // A host that starts and drops services, half of whose children are killed: prints its descriptors before and
    // after, and the children left.
    let command = ChildProcess.Command(
        executable: "/proc/self/exe", arguments: ["tones"], environment: ProcessInfo.processInfo.environment)
    func round(_ number: Int) async throws {
        let service = try IsolatedVoiceService(command: command)
        if number.isMultiple(of: 2) { for process in service.health.processIdentifiers { kill(process, SIGKILL) } }
        for try await _ in try await service.startListening(
            to: SampleInput(ToneVoiceService.samples([[1]])), vocabulary: nil)
        {}
    }
    func count(_ folder: String) -> Int { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count }
    func children() -> Int {
        let lists = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []).map {
            "/proc/self/task/\($0)/children"
        }
        return lists.reduce(0) {
            $0 + ((try? String(contentsOfFile: $1, encoding: .utf8)) ?? "").split(separator: " ").count
        }
    }
    try await round(1)
    let before = count("/proc/self/fd")
    for number in 0..<40 { try await round(number) }
    // The last service's child and descriptors go on other threads.
    for _ in 0..<2_000 where children() > 0 || count("/proc/self/fd") > before { usleep(5_000) }
    print(before, count("/proc/self/fd"), children())
} else {
    let longestCall = name == "second-hangs" ? Duration.seconds(1) : EngineHostServer.longestCall
    let describe = { @Sendable (error: any Error) in EngineFailure(code: 4, text: "\(error)") }
    await EngineHostServer.serve(
        environment: ProcessInfo.processInfo.environment, longestCall: longestCall, describe: describe
    ) { try engine(name) }
}
