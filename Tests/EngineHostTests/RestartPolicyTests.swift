internal import Speech
internal import Testing

@testable internal import EngineHost

/// When a lost child may be started again.
struct RestartPolicyTests {
    private static let death = EngineLoss(cause: .died(.killed(signal: 11)), wasLoading: false)
    private static let deathLoading = EngineLoss(cause: .died(.killed(signal: 11)), wasLoading: true)

    private func waits(_ losses: Int, settings: EngineHostSettings = EngineHostSettings(mostLossesPerMinute: 100))
        -> [RestartPolicy.Decision]
    {
        var policy = RestartPolicy(settings: settings)
        return (0..<losses).map { index in
            policy.recordLoss(Self.death, at: .milliseconds(index))
            policy.recordLoad()
            return policy.decide(at: .milliseconds(index))
        }
    }

    @Test("the first child is started at once")
    func first() {
        var policy = RestartPolicy(settings: EngineHostSettings())
        #expect(policy.decide(at: .seconds(7)) == .start(after: .zero))
    }

    @Test("waits double from 0.05 s and end at 2 s")
    func backOff() {
        let milliseconds = [50, 100, 200, 400, 800, 1_600, 2_000, 2_000]
        #expect(waits(8) == milliseconds.map { .start(after: .milliseconds($0)) })
        #expect(waits(60).last == .start(after: .seconds(2)))
    }

    @Test("a successor that caught up ends the row")
    func recovered() {
        var policy = RestartPolicy(settings: EngineHostSettings())
        for second in 0..<3 { policy.recordLoss(Self.death, at: .seconds(second)) }
        policy.recordRecovery()
        #expect(policy.decide(at: .seconds(4)) == .start(after: .zero))
        policy.recordLoss(Self.death, at: .seconds(5))
        #expect(policy.decide(at: .seconds(5)) == .start(after: .milliseconds(50)))
    }

    @Test(
        "too many losses within a minute give the engine up, however well each was recovered, until the minute is over")
    func limit() {
        var policy = RestartPolicy(settings: EngineHostSettings(mostLossesPerMinute: 3))
        for second in [0, 20, 40] {
            #expect(policy.decide(at: .seconds(second)) == .start(after: .zero))
            policy.recordLoss(Self.death, at: .seconds(second))
            policy.recordRecovery()
        }
        #expect(policy.decide(at: .seconds(59)) == .giveUp(.lostTooOften(reason: Self.death.reason)))
        #expect(policy.decide(at: .seconds(60)) == .start(after: .zero))
    }

    @Test("B9: three losses in a row while loading give the engine up; one that loads in between starts the count anew")
    func loading() {
        var policy = RestartPolicy(settings: EngineHostSettings())
        for _ in 0..<2 { policy.recordLoss(Self.deathLoading, at: .zero) }
        policy.recordLoad()
        for _ in 0..<2 { policy.recordLoss(Self.deathLoading, at: .zero) }
        #expect(policy.decide(at: .zero) != .giveUp(.lostTooOften(reason: Self.deathLoading.reason)))
        policy.recordLoss(Self.deathLoading, at: .zero)
        #expect(policy.decide(at: .seconds(59)) == .giveUp(.lostTooOften(reason: Self.deathLoading.reason)))
        #expect(policy.decide(at: .seconds(60)) == .start(after: .zero))
    }

    @Test("an engine that cannot be loaded is given up with its own words")
    func refusal() {
        var policy = RestartPolicy(settings: EngineHostSettings())
        let failure = EngineFailure(code: 4, text: "the model is damaged")
        for _ in 0..<3 { policy.recordLoss(EngineLoss(cause: .refused(failure), wasLoading: true), at: .zero) }
        #expect(policy.decide(at: .zero) == .giveUp(.engine(failure)))
    }

    @Test("reasons are phrases for people")
    func reasons() {
        #expect(Self.death.reason == "the engine's process was ended by signal 11 (Segmentation fault)")
        #expect(
            EngineLoss(cause: .died(.exited(70)), wasLoading: true).reason
                == "the engine's process ended with code 70 while it loaded")
        #expect(
            EngineLoss(cause: .hung(.seconds(5)), wasLoading: false).reason
                == "the engine's process made no progress for 5 s")
    }

    @Test("C13: the deadline is 5 s or three times the utterance", arguments: [(0, 5), (1, 5), (2, 6), (10, 30)])
    func deadline(_ audio: Int, _ seconds: Int) {
        #expect(EngineHostSettings().deadline(for: .init(audio * 16_000)) == .seconds(seconds))
    }

    @Test("settings outside their ranges are refused by name")
    func ranges() {
        let bad: [(String, EngineHostSettings)] = [
            ("leastDeadline", .init(leastDeadline: .zero)), ("deadlineFactor", .init(deadlineFactor: .nan)),
            ("loadDeadline", .init(loadDeadline: .seconds(301))),
            ("firstDelay", .init(firstDelay: .seconds(3))), ("longestDelay", .init(longestDelay: .zero)),
            ("mostLossesPerMinute", .init(mostLossesPerMinute: 0)),
            ("mostLoadLosses", .init(mostLoadLosses: 11)), ("recycleAge", .init(recycleAge: .zero)),
            ("recycleGrowth", .init(recycleGrowth: 0.5)),
            ("memoryLimit", .init(memoryLimit: 1)), ("spares", .init(spares: 3)),
            ("mostChildren", .init(mostChildren: 0)),
        ]
        for (name, settings) in bad {
            let error = #expect(throws: EngineHostError.self) { try settings.validate() }
            if case .invalidSetting(let text) = error {
                #expect(text.hasPrefix(name))
            } else {
                Issue.record("\(String(describing: error))")
            }
        }
        #expect(throws: Never.self) { try EngineHostSettings().validate() }
    }
}
