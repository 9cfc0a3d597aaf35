internal import OrderSession
internal import Ordering
internal import Testing

/// The countdown that takes silence for a yes, where a café has switched it on.
struct AutoConfirmTests {
    private typealias Subject = ConfirmationGuest

    private static func guest(_ change: (inout ConfirmationSettings) -> Void = { _ in }) throws -> ConfirmationGuest {
        try ConfirmationGuest(
            settings: ConfirmationGuest.settings {
                $0.autoConfirm = true; change(&$0)
            })
    }

    @Test("It is off by default: no countdown runs, and none can be started")
    func off() throws {
        #expect(
            !ConfirmationSettings().autoConfirm && ConfirmationSettings().autoConfirmAfter == .seconds(5)
                && ConfirmationSettings().autoConfirmConfidence == 0.98)
        var guest = try Subject()
        guest.isAsked()
        #expect(guest.coordinator.autoConfirmDeadline == nil && !guest.coordinator.startCountdown(at: guest.time))
        #expect(guest.coordinator.advance(to: guest.time + .seconds(6)) == nil && guest.isAwaiting)
    }

    @Test("Five seconds of silence after the read-back confirm an order that is sure")
    func countdown() throws {
        var guest = try Self.guest()
        guest.isAsked()
        let start = guest.time
        #expect(
            guest.coordinator.nextDeadline == start + .seconds(5)
                && guest.coordinator.autoConfirmRemaining(at: start) == .seconds(5))
        #expect(
            guest.coordinator.autoConfirmRemaining(at: start + .seconds(4)) == .seconds(1)
                && guest.coordinator.autoConfirmRemaining(at: start + .seconds(9)) == .zero)
        #expect(guest.coordinator.advance(to: start + .milliseconds(4_999)) == nil)
        #expect(
            guest.coordinator.advance(to: start + .seconds(5)) == .confirmed && guest.coordinator.state == .processing)
        #expect(guest.coordinator.autoConfirmRemaining(at: start) == nil)
    }

    @Test("Silence is no yes to a read-back that somebody spoke into")
    func cutOff() throws {
        var guest = try Self.guest()
        guest.coordinator.startConfirmation(Subject.order, total: Subject.total, at: guest.time)
        guest.wait(.seconds(1))
        guest.coordinator.readBackCutOff(since: guest.time - .seconds(1), at: guest.time)
        #expect(guest.coordinator.autoConfirmDeadline == nil && !guest.coordinator.startCountdown(at: guest.time))
        #expect(guest.coordinator.advance(to: guest.time + .seconds(6)) == nil && guest.isAwaiting)
    }

    @Test(
        "Every line must be sure enough",
        arguments: [
            ([0.98], true), ([1, 0.99], true), ([0.979], false), ([1, 1, 0.5], false), ([.nan], false),
            ([1, .nan], false),
        ])
    func confidence(_ confidences: [Double], _ counts: Bool) throws {
        var guest = try Self.guest()
        guest.isAsked(confidences.map { Subject.line("water", confidence: $0) })
        #expect((guest.coordinator.autoConfirmDeadline != nil) == counts)
        #expect(guest.coordinator.startCountdown(at: guest.time) == counts)
    }

    static let interruptions: [(name: String, act: @Sendable (inout ConfirmationCoordinator, Duration) -> Void)] = [
        ("speech", { $0.speechBegan(at: $1) }),
        ("words out of time", { $0.processResponse("yes", confidence: 1, at: $1 - .seconds(60)) }),
        ("a sound without words", { $0.processResponse("", confidence: 0, at: $1) }),
        ("a touch", { $0.touched(at: $1) }),
        ("the owner", { coordinator, _ in coordinator.cancelCountdown() }),
    ]

    @Test("Any speech or touch ends the countdown for good, and the question stays", arguments: interruptions.indices)
    func interrupted(_ index: Int) throws {
        var guest = try Self.guest()
        guest.isAsked()
        guest.wait(.seconds(2))
        Self.interruptions[index].act(&guest.coordinator, guest.time)
        #expect(
            guest.coordinator.autoConfirmDeadline == nil && guest.isAwaiting
                && !guest.coordinator.startCountdown(at: guest.time))
        guest.wait(.seconds(5))
        #expect(guest.coordinator.advance(to: guest.time) == nil)
        #expect(guest.says("yes") == .confirmed)
    }

    @Test("Speech or touch during the read-back keeps the countdown from starting", arguments: interruptions.indices)
    func interruptedEarly(_ index: Int) throws {
        var guest = try Self.guest()
        guest.coordinator.startConfirmation(Subject.order, total: Subject.total, at: guest.time)
        Self.interruptions[index].act(&guest.coordinator, guest.time)
        guest.hearsMessage()
        #expect(guest.coordinator.autoConfirmDeadline == nil && guest.isAwaiting)
    }

    @Test("Asked a second time, silence is no yes")
    func secondAsking() throws {
        var guest = try Self.guest()
        guest.isAsked()
        guest.says("maybe")
        guest.hearsMessage()
        #expect(guest.coordinator.autoConfirmDeadline == nil && !guest.coordinator.startCountdown(at: guest.time))
    }

    @Test("An order for the screen has no countdown")
    func touchDecision() throws {
        var guest = try Self.guest()
        guest.isAsked(decision: .touch)
        #expect(guest.coordinator.autoConfirmDeadline == nil && !guest.coordinator.startCountdown(at: guest.time))
    }

    @Test("A clock that comes back after the window confirms nothing")
    func lateTick() throws {
        var guest = try Self.guest()
        guest.isAsked()
        #expect(guest.coordinator.advance(to: guest.time + .seconds(3_600)) == .unclear && guest.coordinator.asks == 2)
    }

    static let badSettings: [(name: String, change: @Sendable (inout ConfirmationSettings) -> Void)] = [
        ("answerWindow", { $0.answerWindow = .seconds(16) }), ("answerWindow", { $0.answerWindow = .seconds(4) }),
        ("quickestAnswer", { $0.quickestAnswer = .zero }),
        ("leastConfidence", { $0.leastConfidence = 0 }), ("leastConfidence", { $0.leastConfidence = .nan }),
        ("longestAnswer", { $0.longestAnswer = .seconds(31) }),
        ("longestReadBack", { $0.longestReadBack = .seconds(1) }), ("touchWait", { $0.touchWait = .seconds(121) }),
        ("mostReadBacks", { $0.mostReadBacks = 1 }),
        ("autoConfirmAfter", { $0.autoConfirmAfter = .seconds(1) }),
        (
            "autoConfirmAfter",
            {
                $0.answerWindow = .seconds(5); $0.autoConfirmAfter = .seconds(5)
            }
        ), ("autoConfirmConfidence", { $0.autoConfirmConfidence = 0.5 }),
    ]

    @Test("A setting outside its range is refused by its name", arguments: badSettings.indices)
    func badSetting(_ index: Int) throws {
        let (name, change) = Self.badSettings[index]
        let error = #expect(throws: ConfirmationError.self) {
            try ConfirmationGuest(settings: ConfirmationGuest.settings(change))
        }
        guard case .badSetting(name, _, _) = error else {
            Issue.record("\(name) was called \(String(describing: error))")
            return
        }
    }
}
