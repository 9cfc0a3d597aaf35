internal import EngineHost
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

/// Children that die and hang in the middle of recognitions.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LossTests {
    private static let signals = [SIGKILL, SIGSEGV, SIGABRT]

    /// The 3 s of the fault list. The gate lets these tests have the machine for themselves.
    private static let longestRecovery = Duration.seconds(3)

    /// Strikes at random frames, at least so far apart that each finds a child at work.
    private static func strikes(_ count: Int, frames: Int, signals: [Int32], using generator: inout SeededGenerator)
        -> [Saboteur.Strike]
    {
        (0..<frames).shuffled(using: &generator).prefix(count).enumerated().map { index, frame in
            Saboteur.Strike(
                frame: frame, signal: signals[index % signals.count],
                moment: Saboteur.Moment.allCases.randomElement(using: &generator) ?? .waiting)
        }
    }

    private static func utterances(using generator: inout SeededGenerator) -> [[Int16]] {
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            (0..<Int.random(in: 1...12, using: &generator)).map { _ in Int16.random(in: 1...9, using: &generator) }
        }
    }

    @Test("C14: children killed by turns at random moments lose and change no word, and each is back within 3 s")
    func kills() async throws {
        var generator = SeededGenerator(seed: 14)
        let service = try Child.service("tones")
        let target = Target(service)
        let kills = Repository.rounds(40, full: 160)
        while target.count < kills {
            let utterances = Self.utterances(using: &generator)
            let samples = ToneVoiceService.samples(utterances)
            let strikes = Self.strikes(10, frames: Saboteur.frames(samples), signals: Self.signals, using: &generator)
            let contract = try await RecognitionContract(
                service.startListening(to: Saboteur(samples, strikes: strikes, at: target), vocabulary: nil))
            target.wait()
            #expect(contract.violations.isEmpty, "\(contract.violations)")
            #expect(contract.text == ToneVoiceService.text(utterances))
        }
        // Whoever was struck last is noticed at the latest by the next question.
        #expect(service.canHear("w1"))
        let health = service.health
        #expect(health.losses == target.count && health.hangs == 0)
        let recoveries = try #require(health.recoveries.summary)
        #expect(recoveries.count >= kills * 7 / 8 && recoveries.max <= Self.longestRecovery, "\(recoveries)")
    }

    @Test(
        "C14: libvosk children killed at random moments recognise the same order as a living one, in one pass or two",
        arguments: [("vosk", Repository.rounds(5, full: 40)), ("twopass", Repository.rounds(5, full: 20))])
    func voskKills(_ engine: String, _ kills: Int) async throws {
        var generator = SeededGenerator(seed: 41)
        let service = try Child.service(engine)
        let pause = [Int16](repeating: 0, count: SampleRate.speech)
        let samples = try SpokenOrder.largeIcedLatte.samples() + pause + SpokenOrder.threeMuffins.samples() + pause
        let spoken = "\(SpokenOrder.largeIcedLatte.rawValue) \(SpokenOrder.threeMuffins.rawValue)"
        #expect(
            try await RecognitionContract(service.startListening(to: SampleInput(samples), vocabulary: nil)).text
                == spoken)
        let target = Target(service)
        while target.count < kills {
            let strikes = Self.strikes(5, frames: Saboteur.frames(samples), signals: Self.signals, using: &generator)
            let contract = try await RecognitionContract(
                service.startListening(to: Saboteur(samples, strikes: strikes, at: target), vocabulary: nil))
            target.wait()
            #expect(contract.violations.isEmpty, "\(contract.violations)")
            #expect(contract.text == spoken)
        }
        #expect(service.canHear("latte"))
        // On a busy machine a child may also be lost to its deadline.
        #expect(service.health.losses >= target.count)
        let recoveries = try #require(service.health.recoveries.summary)
        #expect(recoveries.max <= Self.longestRecovery, "\(recoveries)")
    }

    @Test("C13: children that hang are replaced at the deadline, and no word is lost")
    func hangs() async throws {
        var generator = SeededGenerator(seed: 13)
        var settings = Child.patient
        settings.leastDeadline = .milliseconds(400)
        settings.deadlineFactor = 1
        let service = try Child.service("tones", settings)
        let target = Target(service)
        while target.count < Repository.rounds(6, full: 20) {
            let utterances = [[1, 2, 3], [4, 5]] as [[Int16]]
            let samples = ToneVoiceService.samples(utterances)
            let strikes = Self.strikes(3, frames: Saboteur.frames(samples), signals: [SIGSTOP], using: &generator)
            let contract = try await RecognitionContract(
                service.startListening(to: Saboteur(samples, strikes: strikes, at: target), vocabulary: nil))
            target.wait()
            #expect(contract.violations.isEmpty, "\(contract.violations)")
            #expect(contract.text == ToneVoiceService.text(utterances))
        }
        #expect(service.canHear("w1"))
        #expect(service.health.hangs >= target.count)
        #expect(try #require(service.health.recoveries.summary).max <= Self.longestRecovery)
    }

    @Test(
        "C14, I12: an engine that dies of the audio itself is given up with the reason",
        arguments: [ToneVoiceService.Fault.abort, .trap])
    func poison(_ fault: ToneVoiceService.Fault) async throws {
        var settings = Child.patient
        settings.mostLossesPerMinute = 4
        let service = try Child.service("tones", settings)
        let samples = ToneVoiceService.samples([[1, 2], [3, fault.rawValue]])
        var contract = RecognitionContract()
        let results = try await service.startListening(to: SampleInput(samples), vocabulary: nil)
        let failure = await #expect(throws: EngineHostError.self) {
            for try await result in results { contract.take(result) }
        }
        guard case .lostTooOften(let reason) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(reason.contains("was ended by signal"))
        // What was stable before has been delivered.
        #expect(contract.stableWords.prefix(2).map(\.text) == ["w1", "w2"])
        #expect(service.health.losses == 4)
        // The minute is not over: no process is started for the next guest either.
        await #expect(throws: EngineHostError.self) {
            _ = try await service.startListening(to: SampleInput([]), vocabulary: nil)
        }
        #expect(service.health.losses == 4)
        #expect(service.health.processIdentifiers.isEmpty)
    }

    @Test("C13: an engine that hangs on the audio itself is given up after the deadlines, not waited for")
    func poisonedHang() async throws {
        var settings = Child.patient
        settings.mostLossesPerMinute = 2
        settings.leastDeadline = .milliseconds(300)
        let service = try Child.service("tones", settings)
        let samples = ToneVoiceService.samples([[1, ToneVoiceService.Fault.hang.rawValue]])
        await #expect(throws: EngineHostError.self) {
            _ = try await RecognitionContract(service.startListening(to: SampleInput(samples), vocabulary: nil))
        }
        #expect(service.health.hangs == 2)
    }

    @Test(
        "C16: an engine that fails at what it did before, at the start or in an utterance, is replaced without loss",
        arguments: ["refuses-the-second", "fails-the-second"])
    func worn(_ engine: String) async throws {
        let log = Log(), service = try Child.service(engine, log: log.add)
        let utterances: [[Int16]] = [[1, 2, 3], [4, 5]]
        for recognition in 0..<3 {
            let before = service.health.processIdentifiers
            let contract = try await RecognitionContract(
                service.startListening(to: SampleInput(ToneVoiceService.samples(utterances)), vocabulary: nil))
            #expect(contract.text == ToneVoiceService.text(utterances))
            #expect(contract.violations.isEmpty, "\(contract.violations)")
            #expect(service.health.losses == recognition)
            #expect(Set(before).isDisjoint(with: service.health.processIdentifiers) == (recognition > 0))
        }
        #expect(log.lines.count { $0.contains("failed at what it had done before: Failed()") } == 2, "\(log.lines)")
        // A start that was refused has nothing to catch up with.
        let longest = service.health.recoveries.summary?.max
        #expect(engine == "refuses-the-second" ? longest == nil : longest.map { $0 <= Self.longestRecovery } == true)
    }

    @Test(
        "C16: an error that a fresh process reports, too, is thrown after one replacement, and the next guest is heard")
    func failsTwice() async throws {
        let service = try Child.service("tones")
        func hear(_ words: [Int16]) async throws -> String {
            try await RecognitionContract(
                service.startListening(to: SampleInput(ToneVoiceService.samples([words])), vocabulary: nil)
            ).text
        }
        #expect(try await hear([5]) == "w5")
        await #expect(throws: EngineHostError.engine(EngineFailure(code: 4, text: "Failed()"))) {
            _ = try await hear([1, ToneVoiceService.Fault.fail.rawValue])
        }
        #expect(try await hear([6]) == "w6")
        #expect(service.health.losses == 1)
    }

    @Test("an error that the engine of a fresh process reports is thrown, and the child stays")
    func orderlyFailure() async throws {
        let service = try Child.service("tones")
        let samples = ToneVoiceService.samples([[1, ToneVoiceService.Fault.fail.rawValue]])
        await #expect(throws: EngineHostError.engine(EngineFailure(code: 4, text: "Failed()"))) {
            _ = try await RecognitionContract(service.startListening(to: SampleInput(samples), vocabulary: nil))
        }
        #expect(
            try await RecognitionContract(
                service.startListening(to: SampleInput(ToneVoiceService.samples([[5]])), vocabulary: nil)
            ).text == "w5")
        #expect(service.health.losses == 0)
    }
}
