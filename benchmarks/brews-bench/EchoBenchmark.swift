internal import AudioFiles
internal import BrewsCLI
internal import EchoRoom
internal import Foundation
internal import KioskRuntime
internal import OrderParsing
internal import Ordering
internal import Resampling
internal import Speech
internal import SpeexEcho
internal import VoiceOrdering

/// `brews-bench echo`: what is left of the kiosk's own voice, and what becomes of a guest who speaks into it.
struct EchoBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench echo",
        summary: "Echo of prompts in a simulated room: what is left of it, and recorded orders spoken over it.",
        operands: "DIR",
        options: [
            OptionSpec("prompts", value: "N", "prompts without a guest, 1 to 10000 (default: 200)"),
            OptionSpec(
                "level", value: "N",
                "guest's level over the echo's at the microphone, in dB; may be given several times (default: 6, 0, -6)"
            ),
            OptionSpec("filter", value: "MS", "length of the filter, 50 to 500 (default: 200)"),
            OptionSpec(
                "reverberation", value: "MS", "time in which the room's sound falls by 60 dB, 50 to 1000 (default: 300)"
            ),
            OptionSpec(
                "saturation", value: "PERCENT", "of full scale, from where on the loudspeaker distorts (default: 100)"),
            OptionSpec("limit", value: "N", "use only N clips, spread over the corpus"),
        ],
        examples: [("brews-bench echo recordings/", "200 prompts, then each order spoken over one, at three levels")])

    /// What is done with the microphone's signal.
    private enum Treatment: String, CaseIterable {
        case none = "as it is"
        case cancelled = "cancelled"

        func canceller(_ filter: Int) throws -> EchoCanceller? {
            var settings = EchoSettings()
            settings.filter = .milliseconds(filter)
            return self == .none ? nil : try EchoCanceller(settings)
        }
    }

    private struct AloneRow: Encodable {
        let benchmark = "echo-alone"
        let treatment: String
        let prompts: Int
        let words: Int
        let items: Int
        /// Reduction of the echo in decibels, prompt by prompt.
        let first: Double
        let second: Double
        let fifth: Double
        let median: Double
        let machine = Machine.description
    }

    private struct OverRow: Encodable {
        let benchmark = "echo-over"
        let levelDecibels: Int?
        let treatment: String
        let takes: Int
        let accepted: Int
        let machine = Machine.description
    }

    private static let texts = [
        "A large iced oat latte and two blueberry muffins. That is twelve dollars and fifty cents. Anything else?",
        "What size would you like your cappuccino? We have small, medium and large.",
        "I did not catch that. What would you like to order?",
        "One medium mocha with whipped cream and an extra shot. Shall I place the order?",
        "We have no oat milk today. Would you like soy or almond milk instead?",
        "Your order is number forty two. Please pay at the counter. Thank you!", "Is the second latte iced or hot?",
        "Welcome! Say what you would like, or touch the screen.",
    ]

    private let arguments: Arguments
    private let setup: Setup
    private let menu: Menu
    private let engine: any VoiceService
    private let parser: OrderParsingPipeline
    private let vocabulary: RecognitionVocabulary?
    private let filter: Int
    private let room: SimulatedRoom

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        setup = try Setup(arguments)
        menu = arguments.has("menu") ? try setup.menu() : try Setup.menu(file: try OrdersBenchmark.ownMenu())
        engine = try setup.engine(for: menu)
        parser = try OrderParsingPipeline(menu: menu)
        vocabulary = try setup.vocabulary(for: menu, heardBy: engine)
        filter = try arguments.integer("filter", in: 50...500) ?? 200
        let reverberation = try arguments.integer("reverberation", in: 50...1_000) ?? 300,
            saturation = try arguments.integer("saturation", in: 1...1_000) ?? 100
        room = SimulatedRoom(
            seed: 7, reverberation: Double(reverberation) / 1_000, delay: 0.03, reflections: 1_500,
            saturation: Float(saturation) / 100)
    }

    func run() async throws {
        guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
            throw CLIError.usage("\(Self.spec.name) needs one folder of recordings; see: \(Self.spec.name) --help")
        }
        let levels = try arguments.values("level").map { text throws(CLIError) in
            guard let level = Int(text), (-40...40).contains(level) else {
                throw .usage("--level takes decibels from -40 to 40, not '\(text)'")
            }
            return level
        }
        let corpus = try await OrderCorpus(folder: folder, limit: try arguments.integer("limit", in: 1...1_000_000))
        var prompts: [Prompt] = []
        for text in Self.texts {
            let speech = try await setup.synthesizer().synthesize(text)
            // A loudspeaker at the level of a person: 20 dB under full scale.
            let far = Self.levelled(
                try Resampler.convert(speech.samples, from: speech.sampleRate, to: SampleRate.speech), decibels: -20)
            prompts.append(Prompt(far: far, echo: room.echo(of: far)))
        }
        try await alone(prompts, count: try arguments.integer("prompts", in: 1...10_000) ?? 200)
        try await over(prompts, corpus, levels: levels.isEmpty ? [6, 0, -6] : levels)
    }

    private struct Prompt {
        let far: [Int16]
        let echo: [Float]
    }

    /// Prompts, one after another, with nobody there.
    private func alone(_ prompts: [Prompt], count: Int) async throws {
        if !setup.json {
            setup.console.line(
                "echo alone           prompts   words   items   reduction of prompt 1      2      5   median")
        }
        for treatment in Treatment.allCases {
            let canceller = try treatment.canceller(filter)
            var heard: [Int16] = [], reductions: [Double] = []
            for index in 0..<count {
                let prompt = prompts[index % prompts.count]
                let near = SoundEnergy.sum([
                    prompt.echo, SoundEnergy.noise(prompt.echo.count + 12_000, decibels: -66, seed: UInt64(index + 1)),
                ])
                let cleaned = try Self.clean(near, prompt.far, canceller)
                reductions.append(
                    SoundEnergy.decibels(
                        SoundEnergy.power(near.prefix(prompt.far.count)),
                        over: SoundEnergy.power(cleaned.prefix(prompt.far.count))))
                heard += cleaned
            }
            let outcome = try await take(heard)
            let words = outcome.utterances.reduce(0) { $0 + $1.text.split(separator: " ").count }
            let row = AloneRow(
                treatment: treatment.rawValue, prompts: count, words: words, items: outcome.lines.count,
                first: reductions[0], second: reductions[min(1, count - 1)],
                fifth: reductions[min(4, count - 1)], median: reductions.sorted()[count / 2])
            if setup.json {
                try setup.console.json(row)
            } else {
                setup.console.line(
                    treatment.rawValue.padded(to: 20)
                        + String(
                            format: "%8d%8d%8d%24.1f%7.1f%7.1f%9.1f dB", count, row.words, row.items, row.first,
                            row.second, row.fifth, row.median))
            }
        }
    }

    /// Recorded orders, each half a second into a prompt.
    private func over(_ prompts: [Prompt], _ corpus: OrderCorpus, levels: [Int]) async throws {
        if !setup.json { setup.console.line("guest over echo     treatment                 takes  accepted") }
        var quiet = OrderScore(condition: "")
        for clip in corpus.clips { quiet.add(try await take(clip.samples), clip: clip, menu: menu) }
        try report(nil, "no prompt", quiet)
        for level in levels {
            for treatment in Treatment.allCases {
                let canceller = try treatment.canceller(filter)
                var score = OrderScore(condition: "")
                // The first prompts find a canceller that knows the room, as a guest does who is not the first of the
                // day.
                for index in 0..<5 {
                    _ = try Self.clean(SoundEnergy.sum([prompts[index].echo]), prompts[index].far, canceller)
                }
                for (index, clip) in corpus.clips.enumerated() {
                    let prompt = prompts[index % prompts.count]
                    let voice = Self.scaled(clip.samples, over: prompt.echo, decibels: Double(level))
                    let near = SoundEnergy.sum([
                        prompt.echo, [Float](repeating: 0, count: 8_000) + voice,
                        SoundEnergy.noise(voice.count + 16_000, decibels: -66, seed: UInt64(index + 1)),
                    ])
                    score.add(try await take(try Self.clean(near, prompt.far, canceller)), clip: clip, menu: menu)
                }
                try report(level, treatment.rawValue, score)
            }
        }
    }

    private func report(_ level: Int?, _ treatment: String, _ score: OrderScore) throws {
        if setup.json {
            return try setup.console.json(
                OverRow(levelDecibels: level, treatment: treatment, takes: score.takes, accepted: score.accepted))
        }
        setup.console.line(
            (level.map { "\($0 > 0 ? "+" : "")\($0) dB" } ?? "-").padded(to: 20) + treatment.padded(to: 22)
                + String(format: "%9d%10d  %.1f %%", score.takes, score.accepted, 100 * score.acceptance))
    }

    private func take(_ samples: [Int16]) async throws -> OrderOutcome {
        let clock = ContinuousClock(), origin = clock.now
        let guest = try VoiceOrderingOrchestrator(menu: menu, service: engine, vocabulary: vocabulary, parser: parser) {
            clock.now - origin
        }
        return try await guest.takeOrder(from: ClipInput(samples))
    }

    private static func clean(_ near: [Int16], _ far: [Int16], _ canceller: EchoCanceller?) throws -> [Int16] {
        guard let canceller else { return near }
        var clean: [Int16] = []
        let block = canceller.blockSamples
        for start in stride(from: 0, to: near.count - block + 1, by: block) {
            let piece = start < far.count ? Array(far[start..<min(start + block, far.count)]) : []
            clean += try canceller.process(
                near: Array(near[start..<start + block]), far: piece + [Int16](repeating: 0, count: block - piece.count)
            )
        }
        return clean
    }

    private static func levelled(_ samples: [Int16], decibels: Double) -> [Int16] {
        let factor = pow(10, (decibels - SoundEnergy.decibels(SoundEnergy.power(samples), over: 1)) / 20)
        return samples.map { Int16(clamping: Int((Double($0) * factor).rounded())) }
    }

    /// A voice at a level over an echo's, both measured over their whole length.
    private static func scaled(_ voice: [Int16], over echo: [Float], decibels: Double) -> [Float] {
        let ratio = SoundEnergy.decibels(SoundEnergy.power(echo), over: SoundEnergy.power(voice))
        let factor = Float(pow(10, (decibels + ratio) / 20))
        return voice.map { Float($0) / 32_768 * factor }
    }
}
