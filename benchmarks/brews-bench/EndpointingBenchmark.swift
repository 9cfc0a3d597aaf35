internal import BrewsCLI
internal import Foundation
internal import KioskRuntime
internal import Speech
internal import Transcription
internal import VoiceActivity
internal import VoiceOrdering

/// `brews-bench endpointing`: share of orders cut off before their last word, and delay after it; each is traded for
/// the other.
struct EndpointingBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench endpointing",
        summary:
            """
            Cut-off rate and delay of the end of an utterance: recogniser alone, voice activity alone, \
            and both with grammar.
            """,
        operands: "DIR",
        options: [
            OptionSpec("noise", value: "FILE", "add this recording to the speech"),
            OptionSpec("snr", value: "N", "signal-to-noise ratio in dB (default: 15); with --noise"),
            OptionSpec(
                "item-silence", value: "MS",
                "silence that ends a complete item, 100 to 1500; may be given several times"),
            OptionSpec("limit", value: "N", "use only N clips, spread over the corpus"),
            OptionSpec("misses", "list the orders that were cut off"),
            Setup.vocabularyOption, Setup.engineOption, Setup.secondOption,
        ],
        examples: [
            ("brews-bench endpointing recordings/", "clean speech"),
            ("brews-bench endpointing recordings/ --noise kitchen.wav --snr 10", "in noise"),
        ])

    /// A recording with silence after it, and the end of its speech.
    private struct Take {
        let clip: OrderCorpus.Clip
        let samples: [Int16]
        let speechEnd: SamplePosition
    }

    private struct Verdicts {
        var cutOff = 0
        var never = 0
        var delays: [Double] = []
        var reasons: [String: Int] = [:]
        var accepted: OrderScore?
        var misses: [String] = []

        mutating func add(_ decided: SamplePosition?, _ take: Take, reason: String? = nil) {
            guard let decided, decided < SamplePosition(take.samples.count) else {
                never += 1
                return
            }
            if let reason { reasons[reason, default: 0] += 1 }
            if decided.seconds < take.speechEnd.seconds - EndpointingBenchmark.uncertainty {
                cutOff += 1
                misses.append(
                    String(
                        format: "%@: ended at %.2f s, speech at %.2f s", take.clip.name, decided.seconds,
                        take.speechEnd.seconds))
            } else {
                delays.append(decided.seconds - take.speechEnd.seconds)
            }
        }
    }

    /// Uncertainty of the end of speech, in seconds.
    private static let uncertainty = 0.05
    private static let quietAfter = SampleCount(seconds: 3)

    private let arguments: Arguments
    private let ratio: Int
    /// Milliseconds; empty for the default.
    private let itemSilences: [Int]
    private let path: OrderPath

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        ratio = try arguments.noiseRatios().last ?? 15
        itemSilences = try arguments.values("item-silence").map { text throws(CLIError) in
            guard let silence = Int(text), (100...1_500).contains(silence) else {
                throw .usage("--item-silence takes 100 to 1500 milliseconds, not '\(text)'")
            }
            return silence
        }
        path = try OrderPath(arguments)
    }

    func run() async throws {
        guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
            throw CLIError.usage("\(Self.spec.name) needs one folder of recordings; see: \(Self.spec.name) --help")
        }
        let takes = try await takes(
            of: OrderCorpus(folder: folder, limit: try arguments.integer("limit", in: 1...1_000_000)))
        if !path.setup.json {
            path.setup.console.line(
                "decided by                    takes   cut off           delay p50   p95 ms   never  accepted  reasons")
        }
        var alone = Verdicts()
        for take in takes { alone.add(try await engineEndpoint(take), take) }
        try report("recogniser", alone)
        for silence in [0.5, 0.8, 1.2] {
            var verdicts = Verdicts()
            for take in takes { verdicts.add(try Self.activityEnd(take, silence: SampleCount(seconds: silence)), take) }
            try report(String(format: "voice activity, %.1f s", silence), verdicts)
        }
        try report("recogniser, unfinished held", await ordered(takes, nil))
        for silence in itemSilences.isEmpty ? [nil] : itemSilences.map(Optional.init) {
            var settings = UtteranceEndpointer.standard
            if let silence { settings.completeItemSilence = .milliseconds(silence) }
            try report(
                "rule table, item \(Int(settings.completeItemSilence.milliseconds)) ms", await ordered(takes, settings))
        }
    }

    private func takes(of corpus: OrderCorpus) async throws -> [Take] {
        var mixer: NoiseMixer?
        if let file = arguments.value("noise") {
            mixer = NoiseMixer(name: file, noise: try await OrderCorpus.samples(file), seed: 1)
        }
        return corpus.clips.enumerated().map { index, clip in
            let whole = clip.samples + [Int16](repeating: 0, count: Self.quietAfter.samples)
            let speechEnd = SamplePosition(ClipSpeech.bounds(of: clip.samples).upperBound)
            return Take(
                clip: clip, samples: mixer?.mix(whole, index: index, decibels: Double(ratio)) ?? whole,
                speechEnd: speechEnd)
        }
    }

    /// The recogniser's first endpoint after a word.
    private func engineEndpoint(_ take: Take) async throws -> SamplePosition? {
        var hasWords = false
        let input = ClipInput(take.samples)
        for try await result in try await path.engine.startListening(to: input, vocabulary: path.vocabulary) {
            if !result.isVolatile, !result.words.isEmpty { hasWords = true }
            // The utterance itself may have ended earlier, where the next one begins.
            if result.utteranceEnd == .endpoint, hasWords { return await input.position }
        }
        return nil
    }

    /// The position at which voice activity has been off for a duration.
    private static func activityEnd(_ take: Take, silence: SampleCount) throws -> SamplePosition? {
        var detector = try EnergyVoiceActivityDetector()
        var last: SamplePosition?
        let step = SampleRate.speech / 100
        for start in stride(from: 0, to: take.samples.count, by: step) {
            let frame = AudioFrame(
                start: SamplePosition(start),
                samples: Array(take.samples[start..<min(start + step, take.samples.count)]))
            _ = detector.process(frame)
            last = detector.lastSpeech ?? last
            if let last, !detector.isSpeechPossible, frame.end - last >= silence { return frame.end }
        }
        return nil
    }

    private func ordered(_ takes: [Take], _ settings: CompletionSettings?) async throws -> Verdicts {
        var verdicts = Verdicts(), score = OrderScore(condition: "")
        for take in takes {
            let outcome = try await path.takeOrder(from: take.samples, endpointing: settings)
            let first = outcome.utterances.first
            verdicts.add(first?.decidedAt, take, reason: first?.reason.rawValue)
            score.add(outcome, clip: take.clip, menu: path.menu)
        }
        verdicts.accepted = score
        return verdicts
    }

    private func report(_ name: String, _ verdicts: Verdicts) throws {
        let sorted = verdicts.delays.sorted(), takes = sorted.count + verdicts.cutOff + verdicts.never
        func percentile(_ share: Double) -> Double {
            sorted.isEmpty ? 0 : 1_000 * sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
        }
        let reasons = verdicts.reasons.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(
            separator: ", ")
        let cutOff = String(
            format: "%5d%8d  %5.1f %%", takes, verdicts.cutOff,
            takes == 0 ? 0 : 100 * Double(verdicts.cutOff) / Double(takes))
        let delays = String(format: "%14.0f%8.0f%9d", percentile(0.5), percentile(0.95), verdicts.never)
        let accepted = verdicts.accepted.map { String(format: "%10d  ", $0.accepted) } ?? "         -  "
        if path.setup.json {
            try path.setup.console.json(
                Report(
                    decidedBy: name, takes: takes, cutOff: verdicts.cutOff, never: verdicts.never, p50: percentile(0.5),
                    p95: percentile(0.95),
                    accepted: verdicts.accepted?.accepted))
        } else {
            path.setup.console.line(name.padded(to: 30) + cutOff + delays + accepted + reasons)
        }
        if arguments.has("misses") { for miss in verdicts.misses { path.setup.console.note("  \(miss)") } }
    }

    private struct Report: Encodable {
        let benchmark = "endpointing"
        let decidedBy: String
        let takes: Int
        let cutOff: Int
        let never: Int
        /// Milliseconds.
        let p50: Double
        let p95: Double
        let accepted: Int?
        let machine = Machine.description
        let command = CommandLine.arguments.joined(separator: " ")
    }
}
