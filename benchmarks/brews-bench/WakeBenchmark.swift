internal import AudioFiles
internal import BrewsCLI
internal import Foundation
internal import Speech
internal import SpeechSynthesis
internal import WakeWord

/// `brews-bench wake`: misses of wake phrases at given rates of false alarms, one threshold for all phrases.
struct WakeBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench wake", summary: "Misses of wake phrases against false alarms per hour, clean and in noise.",
        operands: "DIR",
        options: [
            OptionSpec(
                "background", value: "DIR",
                "WAV files without the phrases, folders below included; may be given several times"),
            OptionSpec("noise", value: "FILE", "add this recording to the phrases; may be given several times"),
            OptionSpec("snr", value: "N", "signal-to-noise ratio in dB (default: 10)"),
            OptionSpec(
                "noisy-background", "hear the background once more in each noise, so that a threshold is of both"),
            OptionSpec(
                "phrases", value: "FILE",
                "count the false alarms of these phrases too, one a line; what is too short or long for one is left out"
            ),
            OptionSpec(
                "minutes", value: "N",
                "of generated music, and of the noise recordings, as further background (default: 0)"),
            OptionSpec("hours", value: "N", "use at most so much background of each folder, its files taken evenly"),
            OptionSpec("voices", "count synthetic voices: the default phrase and its near words"),
        ],
        examples: [
            (
                "brews-bench wake wake-words/ --background speech/",
                "clean clips, a folder of 16 kHz WAV files for each phrase named by it"
            ),
            (
                "brews-bench wake wake-words/ --background speech/ --noise kitchen.wav --voices",
                "with noise and near words"
            ),
        ])

    private let arguments: Arguments
    private let setup: Setup

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        setup = try Setup(arguments)
    }

    func run() async throws {
        guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
            throw CLIError.usage("\(Self.spec.name) needs one folder of phrases; see: \(Self.spec.name) --help")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter {
            !Self.waves(folder + "/" + $0).isEmpty
        }
        guard !arguments.has("noisy-background") || !arguments.values("noise").isEmpty else {
            throw CLIError.usage("--noisy-background needs --noise FILE")
        }
        guard !names.isEmpty else { throw CLIError.input("\(folder) holds no folders with WAV files") }
        var phrases: [WakePhrase] = []
        for name in names {
            phrases.append(try await WakePhrases.phrase(name.replacingOccurrences(of: "-", with: " ")))
        }
        let standard = try await WakePhrases.phrase(WakeWordSpotter.defaultPhrase)
        // Everything that fits at all, so that one pass shows every threshold.
        var settings = SpottingSettings()
        settings.threshold = 0
        settings.refractory = SampleCount(0)
        var score = WakeScore(phrases: phrases.map(\.text))
        for (name, phrase) in zip(names, phrases) {
            let spotter = try await setup.wakeWordSpotter(for: [phrase], settings: settings)
            for (index, path) in Self.waves(folder + "/" + name).enumerated() {
                let samples = try await OrderCorpus.samples(path)
                score.add(clip: index, of: phrase.text, condition: "clean", best: Self.best(spotter, samples))
                for mixer in try await mixers() {
                    let mixed = mixer.mix(samples, index: index, decibels: Double(try decibels()))
                    score.add(clip: index, of: phrase.text, condition: mixer.name, best: Self.best(spotter, mixed))
                }
            }
            progress(name)
        }
        var others: [WakePhrase] = []
        if let file = arguments.value("phrases") {
            guard let text = FileManager.default.contents(atPath: file) else {
                throw CLIError.input("\(file) cannot be read")
            }
            for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
                if let phrase = try? await WakePhrases.phrase(String(line)) { others.append(phrase) }
            }
        }
        try await background(phrases + [standard] + others, settings, &score)
        guard !setup.json else {
            for row in score.objects(standard: standard.text, others: others.map(\.text)) {
                try setup.console.json(row)
            }
            return
        }
        for line in score.report(standard: standard.text, others: others.map(\.text)) { setup.console.line(line) }
        try await speed(standard)
        if arguments.has("voices") { try await voices(standard) }
    }

    private func decibels() throws -> Int { try arguments.integer("snr", in: -20...60) ?? 10 }

    private func mixers() async throws -> [NoiseMixer] {
        var mixers: [NoiseMixer] = []
        for file in arguments.values("noise") {
            let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            mixers.append(
                NoiseMixer(name: "\(name) \(try decibels()) dB", noise: try await OrderCorpus.samples(file), seed: 1))
        }
        return mixers
    }

    private func progress(_ text: String) { if !setup.json { setup.console.progress(text) } }

    /// WAV files of a folder and the folders below, sorted.
    private static func waves(_ folder: String) -> [String] {
        guard let paths = FileManager.default.enumerator(atPath: folder) else { return [] }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".wav") }.sorted().map { folder + "/" + $0 }
    }

    private static func detections(_ spotter: WakeWordSpotter, _ samples: [Int16]) -> [WakeWordDetection] {
        var session = spotter.session()
        return session.process(samples) + session.finish()
    }

    private static func best(_ spotter: WakeWordSpotter, _ samples: [Int16]) -> Double? {
        detections(spotter, samples).map(\.score).max()
    }

    // MARK: Background

    /// What was taken for a phrase in one file, as it is or in a noise.
    private struct Hearing: Sendable {
        let index: Int
        let kind: String
        let seconds: Double
        let found: [WakeWordDetection]
    }

    private func background(_ phrases: [WakePhrase], _ settings: SpottingSettings, _ score: inout WakeScore)
        async throws
    {
        let spotter = try await setup.wakeWordSpotter(for: phrases, settings: settings)
        let noises = arguments.has("noisy-background") ? try await mixers() : []
        for folder in arguments.values("background") {
            let paths = Self.waves(folder)
            let most = try arguments.integer("hours", in: 1...1_000).map {
                SampleCount(seconds: Double($0) * 3_600).samples
            }
            // Files in an order that strides over the folder, so that a limit takes some of every part.
            let stride = 7_919
            var taken = 0, files: [(index: Int, path: String)] = []
            for index in paths.indices {
                let path = paths[(index * stride) % paths.count]
                guard let most else {
                    files.append((index, path))
                    continue
                }
                taken += try await OrderCorpus.samples(path).count
                if taken > most { break }
                files.append((index, path))
            }
            let decibels = Double(try decibels()), cores = ProcessInfo.processInfo.activeProcessorCount
            // As many at a time as there are cores, added in their order.
            for start in Swift.stride(from: 0, to: files.count, by: 8 * cores) {
                let some = files[start..<min(start + 8 * cores, files.count)]
                let found = try await withThrowingTaskGroup(of: [Hearing].self) { group in
                    for part in 0..<cores {
                        let own = some.enumerated().filter { $0.offset % cores == part }.map(\.element)
                        group.addTask {
                            var heard: [Hearing] = []
                            for (index, path) in own {
                                let samples = try await OrderCorpus.samples(path)
                                let takes =
                                    [(folder, samples)]
                                    + noises.map {
                                        ("\(folder) in \($0.name)", $0.mix(samples, index: index, decibels: decibels))
                                    }
                                heard += takes.map { kind, take in
                                    Hearing(
                                        index: index, kind: kind, seconds: SampleCount(samples.count).seconds,
                                        found: Self.detections(spotter, take))
                                }
                            }
                            return heard
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                for heard in found.sorted(by: { ($0.index, $0.kind) < ($1.index, $1.kind) }) {
                    score.add(background: heard.found, seconds: heard.seconds, half: heard.index % 2, kind: heard.kind)
                }
                progress("\(folder): \(min(start + 8 * cores, files.count)) of \(files.count)")
            }
        }
        guard let minutes = try arguments.integer("minutes", in: 1...600) else { return }
        var mixtures: [(String, [Int16])] = []
        for file in arguments.values("noise") { mixtures.append((file, try await OrderCorpus.samples(file))) }
        for minute in 0..<minutes {
            score.add(
                background: Self.detections(spotter, GeneratedMusic.minute(minute)), seconds: 60, half: minute % 2,
                kind: "generated music")
            guard !mixtures.isEmpty else { continue }
            let noise = GeneratedMusic.collage(mixtures.map(\.1), minute: minute)
            score.add(
                background: Self.detections(spotter, noise), seconds: 60, half: minute % 2, kind: "noise recordings")
        }
    }

    // MARK: Speed and voices

    /// Processor time for a minute of a quiet room and of somebody speaking all the time.
    private func speed(_ phrase: WakePhrase) async throws {
        let spotter = try await setup.wakeWordSpotter(for: [phrase])
        var generator = SplitMix64(state: 7)
        let quiet = (0..<60 * SampleRate.speech).map { _ in Int16.random(in: -12...12, using: &generator) }
        for (name, samples) in [("a quiet room", quiet), ("sound without a pause", GeneratedMusic.minute(0))] {
            var session = spotter.session()
            let before = clock()
            for start in stride(from: 0, to: samples.count, by: 1_600) {
                _ = session.process(Array(samples[start..<min(start + 1_600, samples.count)]))
            }
            let share = Double(clock() - before) / Double(CLOCKS_PER_SEC) / 60
            setup.console.line(
                String(
                    format: "%.2f %% of one core for %@, the network looking at %d of 2000 frames", share * 100, name,
                    session.scoredFrames))
        }
    }

    private func voices(_ phrase: WakePhrase) async throws {
        let spotter = try await setup.wakeWordSpotter(for: [phrase])
        let voices = ["en-us", "en-gb", "en-gb-scotland", "en-us+m3", "en-us+m7", "en-us+f2", "en-us+f5", "en-gb+f4"]
        for text in [
            phrase.text, "hay bruise", "hey bruce", "hey brew", "hey booze", "hey blues", "hey crews", "hey bruno",
            "hi there", "a brew please",
        ] {
            var heard = 0, spoken = 0
            for voice in voices {
                for rate in [130, 150, 175] {
                    let speech = try await EspeakSynthesizer(settings: TTSVoiceProfile(voice: voice, rate: rate))
                        .synthesize(text)
                    let input = try SynthesizedInput(speech)
                    var samples = [Int16](repeating: 0, count: 8_000)
                    while let frame = await input.nextFrame() { samples += frame.samples }
                    spoken += 1
                    if !Self.detections(spotter, samples + [Int16](repeating: 0, count: 8_000)).isEmpty { heard += 1 }
                }
            }
            setup.console.line("“\(text)” in synthetic voices: \(heard) of \(spoken) wake")
        }
    }
}
