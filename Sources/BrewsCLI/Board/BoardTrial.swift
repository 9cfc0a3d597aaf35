internal import Feedback
internal import Foundation
internal import OrderParsing
internal import Ordering
internal import PlatformSupport
internal import Resampling
internal import Speech
internal import SpeechAssembly
internal import SpeechSynthesis
internal import TwoPassEngine
internal import VoskEngine
internal import WakeWord

/// Measures the kiosk's stages on this machine, with the components that the kiosk uses and a synthesised recording.
struct BoardTrial {
    private static let sentences = [
        "Can I get a large iced latte with oat milk and a blueberry muffin",
        "I want two croissants and a small cappuccino please", "That's all, thank you",
    ]
    private static let shortSentence = "What else can I get you?"
    private static let pause = [Int16](repeating: 0, count: SampleRate.speech)

    let setup: Setup
    /// Repetitions; the least time of them counts, because other programs slow some.
    var rounds = 2

    /// All stages, in about 15 s on a Raspberry Pi.
    ///
    /// - Parameters:
    ///   - phrase: the wake phrase; `nil` for none.
    ///   - told: receives the name of each stage before it is measured.
    func figures(phrase: String?, told: (String) -> Void = { _ in }) async throws -> BoardFigures {
        var figures = try await recognition(told: told)
        if let phrase { try await measureWake(&figures, phrase, told) }
        told("speech")
        try await measureSpeech(&figures)
        figures.memoryMegabytes = Self.peakMegabytes
        return figures
    }

    /// Recognition, second reading and understanding.
    func recognition(told: (String) -> Void = { _ in }) async throws -> BoardFigures {
        told("recognition")
        let clock = ContinuousClock()
        var figures = BoardFigures()
        let menu = try setup.menu(), parser = try OrderParsingPipeline(menu: menu)
        let spoken = try await Self.sentences.asyncMap(Self.samples)
        let audio = spoken.flatMap { Self.noise(SampleRate.speech / 2) + $0 + Self.noise(SampleRate.speech) }
        figures.audioSeconds = SampleCount(audio.count).seconds

        let began = clock.now
        // The first pass as the kiosk runs it; the second one is measured by itself, because it runs beside.
        let first = try setup.vosk(
            for: menu, settings: setup.engineChoice == .twopass ? .firstPass : .init())
        figures.loadSeconds = (clock.now - began).seconds
        var least: Duration?
        for _ in 0..<rounds {
            let input = TimedInput(audio), start = clock.now
            for try await _ in try await first.startListening(to: input, vocabulary: nil) {}
            let time = clock.now - start
            if time < least ?? .seconds(3_600) {
                least = time
                let blocks = await input.times.sorted()
                figures.blockMilliseconds = blocks[max(0, blocks.count * 99 / 100 - 1)].milliseconds
            }
        }
        figures.recognitionFactor = (least ?? .zero).seconds / figures.audioSeconds

        if setup.engineChoice == .twopass {
            told("second reading")
            let second = try setup.secondPass(beside: first, menu: menu, parser: parser)
            let utterance = AudioFrame(start: .zero, samples: spoken[0])
            let time = try await Self.least(of: rounds + 1) {
                _ = try await second.engine.recognize(utterance, vocabulary: second.vocabulary)
            }
            figures.secondReadingFactor = time.seconds / SampleCount(utterance.samples.count).seconds
        }
        let time = await Self.least(of: 5) { _ = parser.parse(Self.sentences[0].lowercased()) }
        figures.parseMilliseconds = time.milliseconds
        figures.memoryMegabytes = Self.peakMegabytes
        return figures
    }

    private func measureWake(_ figures: inout BoardFigures, _ phrase: String, _ told: (String) -> Void) async throws {
        told("wake phrase")
        let phrases = [try await WakePhrases.phrase(phrase)]
        let quiet = Self.noise(5 * SampleRate.speech)
        let talk = try await Self.sentences.asyncMap(Self.samples).flatMap { $0 }
        let called = try await Self.samples(phrase) + Self.pause
        for isQuick in [true, false] {
            let settings = SpottingSettings(isVerifiedByText: !isQuick)
            let spotter = try await setup.wakeWordSpotter(for: phrases, settings: settings)
            let look = Self.process(quiet + called, spotter).longest.milliseconds
            if isQuick {
                figures.quickWakeLookMilliseconds = look
            } else {
                figures.wakeLookMilliseconds = look
                figures.wakeQuietShare =
                    Self.process(quiet, spotter).total.seconds / SampleCount(quiet.count).seconds
                figures.wakeTalkShare = Self.process(talk, spotter).total.seconds / SampleCount(talk.count).seconds
            }
        }
    }

    private static func process(_ samples: [Int16], _ spotter: WakeWordSpotter) -> (total: Duration, longest: Duration)
    {
        let clock = ContinuousClock()
        var session = spotter.session(), total = Duration.zero, longest = Duration.zero
        for start in stride(from: 0, to: samples.count, by: SampleRate.speech / 10) {
            let block = Array(samples[start..<min(start + SampleRate.speech / 10, samples.count)])
            let time = clock.measure { _ = session.process(block) }
            total += time
            longest = max(longest, time)
        }
        return (total, longest)
    }

    private func measureSpeech(_ figures: inout BoardFigures) async throws {
        // As the kiosk: its own language is the menu's.
        let language = try setup.writer(for: setup.menu()).locale
        var profile = setup.voiceProfile(for: language)
        let chosen = profile.voice
        profile.voice = EspeakSynthesizer.standardVoice(locale: language)
        let espeak = try setup.with(voice: profile).speech(for: language, isIsolated: true)
        let clock = ContinuousClock()
        figures.espeakMilliseconds =
            try await SynthesisTrial.responseTime(of: espeak, saying: Self.shortSentence, clock: clock).milliseconds
        guard chosen.hasPrefix(Setup.piperPrefix) else { return }
        let piper = try setup.speech(for: language, isIsolated: true)
        figures.piperMilliseconds =
            try await SynthesisTrial.responseTime(of: piper, saying: Self.shortSentence, clock: clock).milliseconds
    }

    // MARK: Audio and time

    /// A sentence spoken by espeak-ng, at 16 kHz.
    private static func samples(_ text: String) async throws -> [Int16] {
        let speech = try await EspeakSynthesizer().synthesize(text)
        return try Resampler.convert(speech.samples, from: speech.sampleRate, to: SampleRate.speech)
    }

    /// The noise of a quiet room: the same at each run.
    private static func noise(_ count: Int) -> [Int16] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(truncatingIfNeeded: state >> 48) / 512
        }
    }

    private static func least(of rounds: Int, _ work: () async throws -> Void) async rethrows -> Duration {
        let clock = ContinuousClock()
        var least: Duration?
        for _ in 0..<rounds {
            let start = clock.now
            try await work()
            least = min(least ?? .seconds(3_600), clock.now - start)
        }
        return least ?? .zero
    }

    /// The greatest resident memory of this process so far, in MB.
    private static var peakMegabytes: Double {
        let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line.flatMap { Double($0.filter(\.isNumber)) } ?? 0
        return (kibibytes * 1_024 / 1_000_000).rounded()
    }
}

extension Array {
    /// The results of an asynchronous transformation, in order.
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
