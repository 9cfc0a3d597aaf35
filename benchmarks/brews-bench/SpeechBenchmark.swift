internal import BrewsCLI
internal import Feedback
internal import Foundation
internal import Ordering
internal import Speech
internal import SpeechSynthesis
internal import Synchronization
internal import VoiceOrdering

/// `brews-bench speech`: the silence before the kiosk's replies, through the coordinator that kiosks use.
struct SpeechBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench speech",
        summary: "Silence before the first sound of the kiosk's replies: new sentences, and prompts made in advance.",
        operands: "",
        options: [
            Setup.voiceOption,
            OptionSpec("replies", value: "N", "how many new sentences (default: 40)"),
        ],
        without: ["model"],
        examples: [
            ("brews-bench speech", "the voice that a kiosk here would have"),
            ("brews-bench speech --voice en-us", "espeak-ng"),
            ("brews-bench speech --voice piper:en_US-joe-medium --json", "a voice of Piper, as JSON"),
        ])

    private struct Row: Encodable {
        let kind: String
        let voice: String
        let count: Int
        let p50Milliseconds: Double
        let p95Milliseconds: Double
        let maxMilliseconds: Double
        /// Sentences that the standby spoke, or nobody.
        let byOthers: Int
    }

    private let arguments: Arguments
    private let setup: Setup

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        setup = try Setup(arguments)
    }

    func run() async throws {
        let count = try arguments.integer("replies", in: 1...1_000) ?? 40
        let menu = try setup.menu(), writer = try PromptWriter(menu: menu)
        let main = Counting(try setup.synthesizer(for: writer.locale))
        let isNatural = setup.voiceName(for: writer.locale).hasPrefix("piper")
        let standby: Counting? = isNatural ? Counting(try EspeakSynthesizer()) : nil
        let player = Stopwatch()
        let feedback = try FeedbackCoordinator(
            synthesizer: main, standby: standby, output: player,
            settings: FeedbackSettings(longestSilence: isNatural ? .seconds(4) : .milliseconds(300)))
        // A kiosk loads its voice before the first guest.
        _ = try await main.synthesize("Hello.")
        let frequent = writer.frequentSentences.map { writer.spoken($0) }
        await feedback.prepare(frequent)
        try show(try await measure("prepared", Array(frequent.prefix(20)), feedback, player, main, standby))
        let new = Self.replies(menu, count).map { writer.spoken($0) }
        try show(try await measure("new", new, feedback, player, main, standby))
    }

    /// Sentences that no kiosk has made in advance: what is added, with its options and number.
    private static func replies(_ menu: Menu, _ count: Int) -> [String] {
        (0..<count).map { index in
            let first = menu.items[index % menu.items.count].name
            let second = menu.items[(index * 7 + 3) % menu.items.count].name
            return "Added \(index + 2) \(first) and one \(second). Anything else?"
        }
    }

    private func measure(
        _ kind: String, _ sentences: [String], _ feedback: FeedbackCoordinator, _ player: Stopwatch, _ main: Counting,
        _ standby: Counting?
    ) async throws -> Row {
        var silences = LatencyRecorder(capacity: sentences.count)
        let before = standby?.count ?? 0
        var unspoken = 0
        for sentence in sentences {
            player.start()
            if await feedback.speakAndWait(sentence).ending != .spoken { unspoken += 1 }
            if let silence = player.silence { silences.record(silence) }
        }
        func milli(_ share: Double) -> Double { ((silences.percentile(share)?.seconds ?? 0) * 10_000).rounded() / 10 }
        return Row(
            kind: kind, voice: setup.voiceName(), count: silences.count, p50Milliseconds: milli(0.5),
            p95Milliseconds: milli(0.95), maxMilliseconds: milli(1),
            byOthers: (standby?.count ?? 0) - before + unspoken)
    }

    private func show(_ row: Row) throws {
        if setup.json { return try setup.console.json(row) }
        let figures = String(
            format: "%3d sentences, first sound after %.1f ms (median), %.1f ms (p95), %.1f ms (most)", row.count,
            row.p50Milliseconds, row.p95Milliseconds, row.maxMilliseconds)
        let others = "\(row.byOthers) by another voice or none"
        setup.console.line("\(row.kind.padded(to: 9)) \(row.voice): \(figures); \(others)")
    }
}

/// Counts the texts that a voice speaks.
private final class Counting: SpeechSynthesizer {
    private let voice: any SpeechSynthesizer
    private let texts = Atomic<Int>(0)

    init(_ voice: any SpeechSynthesizer) { self.voice = voice }

    var count: Int { texts.load(ordering: .relaxed) }

    func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        texts.add(1, ordering: .relaxed)
        return try await voice.synthesize(text)
    }
}

/// Takes clips at once, and the time of the first of each reply.
private final class Stopwatch: ClipPlayer {
    private struct State {
        var started = ContinuousClock.now
        var silence: Duration?
    }

    private let state = Mutex(State())

    func start() { state.withLock { $0 = State() } }

    var silence: Duration? { state.withLock { $0.silence } }

    func play(_ samples: [Int16], sampleRate: Int) async throws -> Bool {
        let now = ContinuousClock.now
        state.withLock { state in
            if state.silence == nil { state.silence = state.started.duration(to: now) }
        }
        return true
    }

    func stop() {}
    func pause() {}
    func resume() {}
}
