internal import OrderSession
internal import TestSupport
internal import Testing

struct SessionManagerTests {
    /// Everything that can happen to a session.
    enum Event: CaseIterable {
        case start, activity, reset, cancel, hold, release, tick, due
        case userEnded, timeout, completed, error, newSession

        var reason: SessionEndReason? {
            switch self {
            case .userEnded: .userEnded
            case .timeout: .timeout
            case .completed: .completed
            case .error: .error
            case .newSession: .newSession
            case .start, .activity, .reset, .cancel, .hold, .release, .tick, .due: nil
            }
        }

        /// Lets it happen at a time, `due` at the next deadline.
        func happen(to manager: inout SessionManager, at time: Duration) {
            switch self {
            case .start: manager.startSession(at: time)
            case .activity: manager.recordActivity(at: time)
            case .reset: manager.resetTimeout(at: time)
            case .cancel: manager.cancelTimeout(at: time)
            case .hold:
                manager.advance(to: time)
                manager.holdTimeout(through: time + .seconds(60))
            case .release:
                manager.advance(to: time)
                manager.holdTimeout(through: nil)
            case .tick: manager.advance(to: time)
            case .due: manager.advance(to: manager.nextDeadline ?? time)
            case .userEnded, .timeout, .completed, .error, .newSession:
                if let reason { manager.endSession(reason, at: time) }
            }
        }
    }

    /// A manager in a state, one second after it came there; its clock stands at 1,000 s.
    private static func manager(_ state: VoiceSessionState) -> SessionManager {
        var manager = SessionManager()
        switch state {
        case .inactive: manager.advance(to: .seconds(999))
        case .active: manager.startSession(at: .seconds(999))
        case .timedOut:
            manager.startSession(at: .seconds(879))
            manager.advance(to: .seconds(999))
        }
        return manager
    }

    /// State and event, the state afterwards, and why the session that was there ended, if it did by this.
    private static let table: [(VoiceSessionState, Event, VoiceSessionState, SessionEndReason?)] = [
        (.inactive, .start, .active, nil), (.inactive, .activity, .inactive, nil), (.inactive, .reset, .inactive, nil),
        (.inactive, .cancel, .inactive, nil),
        (.inactive, .hold, .inactive, nil), (.inactive, .release, .inactive, nil),
        (.inactive, .tick, .inactive, nil), (.inactive, .due, .inactive, nil),
        (.inactive, .userEnded, .inactive, nil), (.inactive, .timeout, .inactive, nil),
        (.inactive, .completed, .inactive, nil), (.inactive, .error, .inactive, nil),
        (.inactive, .newSession, .inactive, nil),
        (.active, .start, .active, .newSession), (.active, .activity, .active, nil), (.active, .reset, .active, nil),
        (.active, .cancel, .active, nil),
        (.active, .hold, .active, nil), (.active, .release, .active, nil), (.active, .tick, .active, nil),
        (.active, .due, .timedOut, .timeout),
        (.active, .userEnded, .inactive, .userEnded), (.active, .timeout, .timedOut, .timeout),
        (.active, .completed, .inactive, .completed),
        (.active, .error, .inactive, .error), (.active, .newSession, .inactive, .newSession),
        (.timedOut, .start, .active, nil), (.timedOut, .activity, .timedOut, nil), (.timedOut, .reset, .timedOut, nil),
        (.timedOut, .cancel, .timedOut, nil),
        (.timedOut, .hold, .timedOut, nil), (.timedOut, .release, .timedOut, nil),
        (.timedOut, .tick, .timedOut, nil), (.timedOut, .due, .inactive, nil),
        (.timedOut, .userEnded, .inactive, nil), (.timedOut, .timeout, .inactive, nil),
        (.timedOut, .completed, .inactive, nil), (.timedOut, .error, .inactive, nil),
        (.timedOut, .newSession, .inactive, nil),
    ]

    @Test("Every event in every state leads where the table says", arguments: table)
    func transitions(
        _ state: VoiceSessionState, _ event: Event, _ after: VoiceSessionState, _ reason: SessionEndReason?
    ) {
        var manager = Self.manager(state)
        #expect(manager.state == state)
        let endedBefore = manager.lastEnded
        event.happen(to: &manager, at: .seconds(1_000))
        #expect(manager.state == after)
        #expect((manager.lastEnded == endedBefore ? nil : manager.lastEnded?.reason) == reason)
        #expect((manager.sessionId == nil) == (after == .inactive))
        #expect((manager.nextDeadline == nil) == (after == .inactive))
        #expect((manager.timeUntilTimeout(at: .seconds(1_000)) == nil) == (after != .active))
    }

    @Test("The table has every state with every event")
    func tableIsWhole() {
        #expect(Self.table.count == VoiceSessionState.allCases.count * Event.allCases.count)
        #expect(Set(Self.table.map { "\($0.0) \($0.1)" }).count == Self.table.count)
    }

    @Test(
        "H3: From every state that events can lead to, waiting alone leads to idle",
        arguments: [(true, Duration.seconds(120)), (false, .seconds(300))])
    func everyStateEnds(_ isAutomatic: Bool, _ interval: Duration) throws {
        var settings = SessionSettings()
        settings.autoTimeoutEnabled = isAutomatic
        let quiet = try SessionManager(settings: settings)
        var reached = 0
        // All sequences of four events.
        func visit(_ manager: SessionManager, _ depth: Int, _ time: Duration) {
            reached += 1
            var waiting = manager, steps = 0
            while let deadline = waiting.nextDeadline, steps < 10 {
                waiting.advance(to: deadline)
                steps += 1
                if waiting.state == .inactive { #expect(deadline - time <= .seconds(310)) }
            }
            if waiting.state != .inactive { Issue.record("stays \(waiting.state)") }
            guard depth < 4 else { return }
            for event in Event.allCases where event != .due {
                var next = manager
                event.happen(to: &next, at: time + .seconds(7))
                visit(next, depth + 1, time + .seconds(7))
            }
        }
        visit(quiet, 0, .seconds(50))
        #expect(reached > 20_000)
        var plain = quiet
        plain.startSession(at: .zero)
        #expect(plain.nextDeadline == interval)
    }

    @Test("A session ends after 120 s without activity, and each activity restarts the time-out")
    func timeout() {
        var manager = SessionManager()
        manager.startSession(at: .seconds(10))
        #expect(manager.advance(to: .seconds(129.9)) == nil)
        manager.recordActivity(at: .seconds(129.9))
        #expect(manager.nextDeadline == .seconds(249.9))
        #expect(manager.advance(to: .seconds(400))?.endedAt == .seconds(249.9))
        #expect(manager.state == .inactive, "The notice of 10 s is over too.")
        #expect(manager.lastEnded?.reason == .timeout)
    }

    @Test("While it is held a session does not time out, and afterwards by its limits")
    func hold() {
        var manager = SessionManager()
        manager.startSession(at: .zero)
        manager.holdTimeout(through: .seconds(350))
        #expect(manager.advance(to: .seconds(350)) == nil && manager.state == .active)
        #expect(manager.timeUntilTimeout(at: .seconds(350)) == .nanoseconds(1))
        manager.resetTimeout(at: .seconds(350))
        manager.holdTimeout(through: nil)
        #expect(manager.advance(to: .seconds(350))?.endedAt == .seconds(315), "the longest inactivity and a sentence")
        #expect(manager.lastEnded?.reason == .timeout)

        manager.startSession(at: .seconds(400))
        manager.holdTimeout(through: .seconds(410))
        #expect(manager.nextDeadline == .seconds(520), "a hold ends no session sooner")
        manager.holdTimeout(through: .seconds(100_000))
        #expect(manager.nextDeadline == .seconds(7_600) + .nanoseconds(1), "a hold has an end")
    }

    @Test("A sentence in progress at the longest inactivity may end, up to 15 s later")
    func sentence() {
        var manager = SessionManager()
        manager.startSession(at: .zero)
        for second in [100, 200, 296] { manager.resetTimeout(at: .seconds(second)) }
        #expect(manager.nextDeadline == .seconds(311))
        manager.resetTimeout(at: .seconds(310))
        #expect(manager.nextDeadline == .seconds(315))
    }

    @Test("Ended sessions are counted by reason")
    func counts() {
        var manager = SessionManager()
        for reason in [SessionEndReason.completed, .completed, .error] {
            manager.startSession(at: .seconds(10))
            manager.endSession(reason, at: .seconds(75))
            manager.endSession(reason, at: .seconds(75))
        }
        manager.startSession(at: .seconds(80))
        manager.advance(to: .seconds(500))
        #expect(manager.endCounts == [.completed: 2, .error: 1, .timeout: 1])
        #expect(manager.lastEnded?.formattedDuration == "2:00")
    }

    @Test("A time-out can be counted anew and cancelled, but never past the longest inactivity")
    func resetAndCancel() {
        var manager = SessionManager()
        manager.startSession(at: .zero)
        manager.resetTimeout(at: .seconds(100))
        #expect(manager.nextDeadline == .seconds(220))
        #expect(manager.lastActivity == .zero)
        manager.cancelTimeout(at: .seconds(110))
        #expect(manager.nextDeadline == .seconds(300))
        manager.resetTimeout(at: .seconds(280))
        #expect(manager.nextDeadline == .seconds(300))
        manager.recordActivity(at: .seconds(290))
        #expect(manager.nextDeadline == .seconds(410))
    }

    @Test(
        "What comes after the time-out comes too late for the session",
        arguments: Event.allCases.filter { $0 != .start && $0 != .due })
    func tooLate(_ event: Event) {
        var manager = SessionManager()
        manager.startSession(at: .zero)
        var inTime = manager
        inTime.advance(to: .seconds(120))
        event.happen(to: &manager, at: .seconds(125))
        #expect(manager.lastEnded == inTime.lastEnded)
        #expect(manager.state == (event.reason == nil ? .timedOut : .inactive))
    }

    @Test("Ids count up, and times are told while the session lasts")
    func times() {
        var manager = SessionManager()
        #expect(manager.startSession(at: .seconds(5)) == 1)
        #expect(manager.startTime == .seconds(5))
        #expect(manager.duration(at: .seconds(70)) == .seconds(65))
        #expect(manager.formattedDuration(at: .seconds(70.9)) == "1:05")
        #expect(manager.formattedTimeUntilTimeout(at: .seconds(59.5)) == "1:06")
        #expect(manager.timeUntilTimeout(at: .seconds(500)) == .zero)
        #expect(manager.endSession(.completed, at: .seconds(75))?.duration == .seconds(70))
        #expect(manager.duration(at: .seconds(80)) == .zero)
        #expect(manager.formattedTimeUntilTimeout(at: .seconds(80)) == nil)
        #expect(manager.startSession(at: .seconds(90)) == 2)
    }

    @Test(
        "Times are written in minutes and seconds, and hours where there are some",
        arguments: [
            (0.0, "0:00"), (5, "0:05"), (59.99, "0:59"), (60, "1:00"), (65, "1:05"), (600, "10:00"), (3_599, "59:59"),
            (3_600, "1:00:00"), (3_725, "1:02:05"),
        ])
    func formatted(_ seconds: Double, _ text: String) throws {
        var settings = SessionSettings()
        settings.timeoutInterval = .seconds(3_600)
        settings.longestInactivity = .seconds(7_200)
        var manager = try SessionManager(settings: settings)
        manager.startSession(at: .zero)
        #expect(manager.formattedDuration(at: .seconds(seconds)) == text)
    }

    @Test("Time that goes back, or comes from nowhere, traps nowhere and ends no session early", arguments: 0..<4)
    func wildTimes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let wild: [Duration] = [
            .seconds(Int64.max), .seconds(Int64.min), .zero, .seconds(-5), .nanoseconds(1), .seconds(1e15),
            .seconds(100),
        ]
        var manager = SessionManager()
        for _ in 0..<5_000 {
            guard let event = Event.allCases.randomElement(using: &random),
                let time = wild.randomElement(using: &random)
            else { continue }
            event.happen(to: &manager, at: time)
            #expect(manager.duration(at: time) >= .zero)
            #expect(manager.timeUntilTimeout(at: time) ?? .zero >= .zero)
            _ = manager.formattedDuration(at: time) + (manager.formattedTimeUntilTimeout(at: time) ?? "")
        }
        var backwards = SessionManager()
        backwards.startSession(at: .seconds(500))
        backwards.recordActivity(at: .seconds(100))
        #expect(backwards.lastActivity == .seconds(500))
        #expect(backwards.advance(to: .seconds(619)) == nil)
    }

    @Test("The grace for a sentence has a range", arguments: [-1.0, 31])
    func badGrace(_ seconds: Double) {
        var settings = SessionSettings()
        settings.sentenceGrace = .seconds(seconds)
        let error = #expect(throws: SessionSettingInvalid.self) { try SessionManager(settings: settings) }
        #expect(error?.name == "sentenceGrace")
    }

    @Test(
        "Settings outside their range are refused by name",
        arguments: [
            ("timeoutInterval", 4.0, 300.0, 10.0), ("timeoutInterval", 4_000, 7_000, 10),
            ("longestInactivity", 120, 119, 10), ("longestInactivity", 120, 8_000, 10),
            ("timedOutNotice", 120, 300, -1), ("timedOutNotice", 120, 300, 61),
        ])
    func settings(_ name: String, _ timeout: Double, _ longest: Double, _ notice: Double) {
        var settings = SessionSettings()
        settings.timeoutInterval = .seconds(timeout)
        settings.longestInactivity = .seconds(longest)
        settings.timedOutNotice = .seconds(notice)
        let error = #expect(throws: SessionSettingInvalid.self) { try SessionManager(settings: settings) }
        #expect(error?.name == name)
    }
}
