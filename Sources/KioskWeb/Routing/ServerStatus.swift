internal import Ordering
internal import Speech
internal import Synchronization

/// What the server knows about itself: counters, and when the page last said that it lives.
final class ServerStatus: Sendable {
    struct Counters: Sendable {
        var actions = 0
        /// Requests that were no page's of ours.
        var refused = 0
    }

    private struct State {
        var counters = Counters()
        var lastHeartbeat: Duration?
        var working = 0
    }

    /// Most questions to the kiosk that are open at a time; more are answered with "busy".
    private static let mostWork = 24

    /// A page says every 2 s that it lives. One that has been silent for so long is closed or frozen (fault G10).
    private static let longestSilence = Duration.seconds(10)

    private let state = Mutex(State())
    private let time: MonotonicClock
    private let streams: @Sendable () -> Int
    private let gate: @Sendable () -> ConnectionGate.Counts

    init(
        time: MonotonicClock, streams: @escaping @Sendable () -> Int,
        gate: @escaping @Sendable () -> ConnectionGate.Counts
    ) {
        self.time = time
        self.streams = streams
        self.gate = gate
    }

    func count(_ counter: WritableKeyPath<Counters, Int>) { state.withLock { $0.counters[keyPath: counter] += 1 } }

    func heartbeat() { state.withLock { $0.lastHeartbeat = time.now() } }

    var sinceHeartbeat: Duration? { state.withLock { $0.lastHeartbeat }.map { time.now() - $0 } }

    /// Whether a page is there and lives.
    var display: KioskHealth.Part {
        switch sinceHeartbeat {
        case nil: KioskHealth.Part(name: "display", state: .degraded, detail: "no page has been open yet")
        case let silence? where silence > Self.longestSilence:
            KioskHealth.Part(
                name: "display", state: .degraded,
                detail: "no page has answered for \(silence.components.seconds) s; restart the browser")
        default: KioskHealth.Part(name: "display", state: .ok)
        }
    }

    func beginWork() -> Bool {
        state.withLock { state in
            guard state.working < Self.mostWork else { return false }
            state.working += 1
            return true
        }
    }

    func endWork() { state.withLock { $0.working -= 1 } }

    var figures: [String: Double] {
        let counters = state.withLock { $0.counters }
        let gate = gate()
        return [
            "brews_web_actions_total": Double(counters.actions),
            "brews_web_requests_refused_total": Double(counters.refused + gate.refused),
            "brews_web_connections_total": Double(gate.accepted), "brews_web_connections_late_total": Double(gate.late),
            "brews_web_connections_displaced_total": Double(gate.displaced),
            "brews_web_event_streams": Double(streams()),
        ]
    }
}
