internal import Ordering
internal import Speech
internal import Synchronization

/// Counters of the server and the time of the page's last heartbeat. Thread-safe.
final class ServerStatus: Sendable {
    struct Counters: Sendable {
        var actions = 0
        /// Requests refused by `WebGuards`.
        var refused = 0
    }

    private struct State {
        var counters = Counters()
        var lastHeartbeat: Duration?
        var working = 0
    }

    /// Limit of concurrent requests to the kiosk; further ones are answered with 503.
    private static let maxConcurrentRequests = 24

    /// Time without a heartbeat after which the page counts as closed or frozen (fault G10). A page sends one every 2
    /// s.
    private static let heartbeatTimeout = Duration.seconds(10)

    private let state = Mutex(State())
    private let time: MonotonicClock
    private let streams: @Sendable () -> Int
    private let connections: @Sendable () -> HTTPServer.Counts

    init(
        time: MonotonicClock, streams: @escaping @Sendable () -> Int,
        connections: @escaping @Sendable () -> HTTPServer.Counts
    ) {
        self.time = time
        self.streams = streams
        self.connections = connections
    }

    func count(_ counter: WritableKeyPath<Counters, Int>) { state.withLock { $0.counters[keyPath: counter] += 1 } }

    func heartbeat() { state.withLock { $0.lastHeartbeat = time.now() } }

    var sinceHeartbeat: Duration? { state.withLock { $0.lastHeartbeat }.map { time.now() - $0 } }

    /// State of the page for the health report.
    var display: KioskHealth.Part {
        switch sinceHeartbeat {
        case nil: KioskHealth.Part(name: "display", state: .degraded, detail: "no page has been open yet")
        case let silence? where silence > Self.heartbeatTimeout:
            KioskHealth.Part(
                name: "display", state: .degraded,
                detail: "no page has answered for \(silence.components.seconds) s; restart the browser")
        default: KioskHealth.Part(name: "display", state: .ok)
        }
    }

    func beginWork() -> Bool {
        state.withLock { state in
            guard state.working < Self.maxConcurrentRequests else { return false }
            state.working += 1
            return true
        }
    }

    func endWork() { state.withLock { $0.working -= 1 } }

    var figures: [String: Double] {
        let counters = state.withLock { $0.counters }
        let connections = connections()
        return [
            "brews_web_actions_total": Double(counters.actions),
            "brews_web_requests_refused_total": Double(counters.refused + connections.refused),
            "brews_web_connections_total": Double(connections.accepted),
            "brews_web_connections_late_total": Double(connections.late),
            "brews_web_connections_displaced_total": Double(connections.displaced),
            "brews_web_event_streams": Double(streams()),
        ]
    }
}
