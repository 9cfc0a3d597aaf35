internal import BrewsCLI
internal import Foundation
internal import Speech

/// `brews-bench words`: word error rate of free speech, and how late its last word is stable.
struct WordsBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench words",
        summary:
            "Word error rate of recordings with known texts (texts.json: file to text), cost, delay of the last word.",
        operands: "DIR",
        options: [
            Setup.freeOption,
            OptionSpec("limit", value: "N", "use only N recordings, spread over the folder"),
            OptionSpec("misses", "list the recordings with errors"),
            Setup.engineOption, Setup.vocabularyOption,
        ],
        examples: [
            ("brews-bench words --free recordings/", "the recogniser of free speech"),
            ("brews-bench words --free --engine whisper --model whisper-tiny.en-q8_0 recordings/", "Whisper"),
        ])

    private let arguments: Arguments
    private let setup: Setup

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        setup = try Setup(arguments)
    }

    func run() async throws {
        guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
            throw CLIError.usage("\(Self.spec.name) needs one folder of recordings; see: \(Self.spec.name) --help")
        }
        guard let data = FileManager.default.contents(atPath: folder + "/texts.json"),
            let texts = try? JSONDecoder().decode([String: String].self, from: data), !texts.isEmpty
        else {
            throw CLIError.input("\(folder)/texts.json cannot be read; it maps each WAV file to its text")
        }
        var names = texts.keys.sorted()
        if let limit = try arguments.integer("limit", in: 1...1_000_000), limit < names.count {
            names = (0..<limit).map { names[$0 * names.count / limit] }
        }
        let engine = try setup.engine()
        var score = WordScore()
        for name in names {
            let samples = try await OrderCorpus.samples(folder + "/" + name)
            let take = try await WordTake(engine, samples)
            let wanted = WordScore.words(texts[name] ?? "")
            let errors = WordScore.distance(WordScore.words(take.words.joined(separator: " ")), wanted)
            score.add(take, errors: errors, words: wanted.count)
            if arguments.has("misses"), errors > 0 {
                let (heard, text) = (take.words.joined(separator: " "), wanted.joined(separator: " "))
                setup.console.note("  \(name): heard “\(heard)”, wanted “\(text)”")
            }
        }
        if setup.json {
            try setup.console.json(WordScore.Report(score, engine: engine.engineName, folder: folder))
        } else {
            setup.console.line(score.sentence)
        }
    }
}

/// One recording, streamed in frames of 0.1 s as fast as the engine takes them.
private struct WordTake {
    private(set) var words: [String] = []
    /// Time that the recognition took.
    let time: Duration
    let audio: SampleCount
    /// From the end of the last word to when it was stable, as if the audio had come in real time.
    private(set) var lastWordDelay: Duration?

    init(_ engine: any VoiceService, _ samples: [Int16]) async throws {
        let clock = ContinuousClock(), began = clock.now
        // Silence after the recording, so that an utterance can end as it does before a microphone.
        let input = ClipInput(samples + [Int16](repeating: 0, count: SampleCount(seconds: 1.5).samples))
        var spoken = SamplePosition.zero, stable = SamplePosition.zero, decoding = Duration.zero
        var before = began
        for try await result in try await engine.startListening(to: input, vocabulary: nil) {
            let now = clock.now
            if !result.isVolatile, !result.words.isEmpty {
                words += result.words.map(\.text)
                spoken = result.words[result.words.count - 1].span.end
                stable = await input.position
                // What the last decoding took comes on top of the audio that it waited for.
                decoding = now - before
            }
            before = now
        }
        time = clock.now - began
        audio = SampleCount(samples.count)
        if !words.isEmpty { lastWordDelay = .seconds((stable - spoken).seconds) + decoding }
    }
}

/// Errors, cost and delays of several recordings.
private struct WordScore {
    private var takes = 0, words = 0, errors = 0
    private var time = Duration.zero, audio = SampleCount(0)
    private var delays = LatencyRecorder()

    mutating func add(_ take: WordTake, errors: Int, words: Int) {
        takes += 1
        self.words += words
        self.errors += errors
        time += take.time
        audio = audio + take.audio
        if let delay = take.lastWordDelay { delays.record(delay) }
    }

    var errorRate: Double { words == 0 ? 0 : Double(errors) / Double(words) }
    var realTimeFactor: Double { audio.samples == 0 ? 0 : time.seconds / audio.seconds }

    var sentence: String {
        String(
            format: "%d recordings, %d words: word error rate %.2f %%, real-time factor %.3f, last word stable after "
                + "%.2f s (median), %.2f s (p95)", takes, words, 100 * errorRate, realTimeFactor,
            delays.summary?.p50.seconds ?? 0, delays.summary?.p95.seconds ?? 0)
    }

    struct Report: Encodable {
        let benchmark = "words"
        let engine: String
        let recordings: Int
        let words: Int
        let errors: Int
        let wordErrorRate: Double
        let realTimeFactor: Double
        let lastWordSecondsP50: Double
        let lastWordSecondsP95: Double
        let corpus: String
        let machine: String

        init(_ score: WordScore, engine: String, folder: String) {
            self.engine = engine
            recordings = score.takes
            words = score.words
            errors = score.errors
            wordErrorRate = score.errorRate
            realTimeFactor = score.realTimeFactor
            lastWordSecondsP50 = score.delays.summary?.p50.seconds ?? 0
            lastWordSecondsP95 = score.delays.summary?.p95.seconds ?? 0
            corpus = folder
            machine = Machine.description
        }
    }

    private static let titles = ["mr": "mister", "mrs": "missus", "dr": "doctor", "st": "saint"]

    /// Words in lower case without punctuation, with titles in full, as the texts of audiobooks have them.
    static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map { titles[String($0)] ?? String($0) }
    }

    /// Insertions, deletions and substitutions (Levenshtein distance).
    static func distance(_ heard: [String], _ wanted: [String]) -> Int {
        var row = Array(0...wanted.count)
        for (index, word) in heard.enumerated() {
            var next = [index + 1]
            for (place, other) in wanted.enumerated() {
                next.append(min(row[place + 1] + 1, next[place] + 1, row[place] + (word == other ? 0 : 1)))
            }
            row = next
        }
        return row[wanted.count]
    }
}
