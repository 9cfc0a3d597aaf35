internal import CEpoll
internal import Glibc

/// The work of the server's thread (`epoll(7)`, edge-triggered: a socket reports once that it has changed).
final class ConnectionLoop {
    /// Time that clients have for their answers when the server stops, in nanoseconds.
    private static let farewell: UInt64 = 1_000_000_000

    private let server: HTTPServer
    private var listener: ListeningSocket?
    private let settings: HTTPServer.Settings
    private let hub: EventHub
    private let route: @Sendable (HTTPRequest) -> Answer
    private let wake: Int32
    private let poll: Int32
    private var connections: [Int32: HTTPConnection] = [:]
    private var lastOrder: UInt64 = 0
    private var buffer = [UInt8](repeating: 0, count: 32 << 10)
    /// When the server must have stopped; `nil` while it serves.
    private var closing: UInt64?

    init(
        listener: ListeningSocket, wake: Int32, settings: HTTPServer.Settings, server: HTTPServer, hub: EventHub,
        route: @escaping @Sendable (HTTPRequest) -> Answer
    ) throws(KioskWebError) {
        self.listener = listener
        self.wake = wake
        self.settings = settings
        self.server = server
        self.hub = hub
        self.route = route
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard poll >= 0 else { throw ListeningSocket.error("epoll_create1") }
        guard watch(listener.descriptor, EPOLLIN.rawValue), watch(wake, EPOLLIN.rawValue) else {
            throw ListeningSocket.error("epoll_ctl")
        }
    }

    deinit { close(poll) }

    /// Serves until the server must stop.
    func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while !isOver {
            let count = epoll_wait(poll, &events, Int32(events.count), waitMilliseconds())
            guard count >= 0 || errno == EINTR else { break }
            for event in events.prefix(Int(max(0, count))) {
                switch event.data.fd {
                case wake: drainWake()
                case listener?.descriptor: acceptAll()
                case let socket: if let connection = connections[socket] { advance(connection) }
                }
            }
            for answer in server.takeFinished() { deliver(answer) }
            for connection in connections.values where connection.stream != nil { send(connection) }
            admitReady()
            dismissLate()
            if server.mustStop, closing == nil { beginClosing() }
        }
        for connection in connections.values { drop(connection) }
        listener = nil
    }

    private var isOver: Bool {
        guard let closing else { return false }
        return connections.isEmpty || Self.now() >= closing
    }

    private func watch(_ descriptor: Int32, _ events: UInt32) -> Bool {
        var event = epoll_event()
        event.events = events
        event.data.fd = descriptor
        return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    private func drainWake() {
        var value: UInt64 = 0
        _ = Glibc.read(wake, &value, 8)
    }

    /// Until the next deadline, -1 where there is none.
    private func waitMilliseconds() -> Int32 {
        guard let next = (connections.values.compactMap(\.deadline) + (closing.map { [$0] } ?? [])).min() else {
            return -1
        }
        let now = Self.now()
        return next <= now ? 0 : Int32(clamping: (next - now) / 1_000_000 + 1)
    }

    private func acceptAll() {
        while let listener {
            let socket = accept4(
                listener.descriptor, nil, nil, Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
            // Out of descriptors: the connection that has waited longest makes room; the rest is taken in the next
            // round.
            guard socket >= 0 else {
                if errno == EMFILE || errno == ENFILE { dismissOldest() }
                return
            }
            server.count { $0.accepted += 1 }
            if connections.values.count(where: { !$0.hasPlace }) >= settings.waiting { dismissOldest() }
            var yes: Int32 = 1
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            lastOrder += 1
            let connection = HTTPConnection(socket: socket, order: lastOrder, deadline: deadline())
            guard
                watch(
                    socket, EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue)
            else { continue }
            connections[socket] = connection
            advance(connection)
        }
    }

    private func deadline() -> UInt64 { Self.now() + UInt64(settings.requestSeconds) * 1_000_000_000 }

    /// Moves a connection on whose socket has changed.
    private func advance(_ connection: HTTPConnection) {
        switch connection.phase {
        case .reading: read(connection)
        case .ready, .awaiting: break
        case .sending:
            // A client that closes its stream says so by an end of what it sends.
            if connection.stream != nil, case .isOver = connection.drain(&buffer) { return drop(connection) }
            send(connection)
        case .draining: drain(connection)
        }
    }

    private func read(_ connection: HTTPConnection) {
        switch connection.read(into: &buffer, limits: settings.limits) {
        case nil: drop(connection)
        case .incomplete: break
        case .complete(let head): connection.phase = .ready(connection.takeRequest(head))
        case .refused(let status, let reason):
            server.count { $0.refused += 1 }
            answer(connection, .text(status, "Refused: \(reason)."))
        }
    }

    private func answer(_ connection: HTTPConnection, _ response: HTTPResponse, hasBody: Bool = true) {
        connection.deadline = deadline()
        connection.begin(hasBody ? response.head + response.body : response.head)
        send(connection)
    }

    private func send(_ connection: HTTPConnection) {
        guard case .sending = connection.phase else { return }
        switch connection.send(through: &buffer, deadline: deadline()) {
        case .isOver: drop(connection)
        case .goesOn:
            guard case .draining = connection.phase else { return }
            letGo(connection)
            connection.deadline = Self.now() + Self.farewell
            drain(connection)
        }
    }

    private func drain(_ connection: HTTPConnection) {
        if case .isOver = connection.drain(&buffer) { return drop(connection) }
        // Its client has what it needs.
        if closing != nil { drop(connection) }
    }

    private func drop(_ connection: HTTPConnection) {
        letGo(connection)
        connections[connection.socket] = nil
    }

    private func letGo(_ connection: HTTPConnection) {
        guard let stream = connection.stream else { return }
        stream.detach()
        connection.hub?.remove(stream)
        connection.hub = nil
        connection.stream = nil
    }

    private func deliver(_ answer: HTTPServer.Finished) {
        guard let connection = connections[answer.socket], connection.order == answer.order,
            case .awaiting = connection.phase
        else { return }
        self.answer(connection, answer.response)
    }

    private func admitReady() {
        var places = settings.connections - connections.values.count(where: \.hasPlace)
        for connection in connections.values.sorted(by: { $0.order < $1.order }) where places > 0 {
            guard case .ready(let request) = connection.phase else { continue }
            server.count { $0.admitted += 1 }
            connection.hasPlace = true
            serve(connection, request)
            if connection.hasPlace { places -= 1 }
        }
    }

    private func serve(_ connection: HTTPConnection, _ request: HTTPRequest) {
        switch route(request) {
        case .now(let response): answer(connection, response, hasBody: request.method != "HEAD")
        case .events(let own):
            let hub = own ?? hub
            guard let stream = hub.open() else { return answer(connection, .stopping) }
            stream.attach { [server] in server.ring() }
            connection.stream = stream
            connection.hub = hub
            connection.deadline = deadline()
            connection.begin(HTTPResponse.eventStreamHead)
            send(connection)
        case .later(let work):
            connection.phase = .awaiting
            connection.deadline = nil
            let (server, socket, order) = (server, connection.socket, connection.order)
            Task { server.finish(.init(socket: socket, order: order, response: await work())) }
        }
    }

    private func dismissLate() {
        let now = Self.now()
        for connection in connections.values {
            guard let deadline = connection.deadline, deadline <= now else { continue }
            switch connection.phase {
            case .reading:
                server.count { $0.late += 1 }
                answer(connection, .text(408, "The request took too long."))
            case .ready:
                server.count { $0.late += 1 }
                answer(connection, .text(503, "The kiosk is busy."))
            case .awaiting, .sending, .draining: drop(connection)
            }
        }
    }

    /// Closes the connection without a place that has waited longest; those with a complete request stay where
    /// possible.
    private func dismissOldest() {
        let waiting = connections.values.filter { !$0.hasPlace }
        let idle = waiting.filter(\.isIdle)
        guard let oldest = (idle.isEmpty ? waiting : idle).min(by: { $0.order < $1.order }) else { return }
        if case .draining = oldest.phase {} else { server.count { $0.displaced += 1 } }
        drop(oldest)
    }

    private func beginClosing() {
        closing = Self.now() + Self.farewell
        if let listener { epoll_ctl(poll, EPOLL_CTL_DEL, listener.descriptor, nil) }
        hub.close()
        for connection in connections.values {
            switch connection.phase {
            case .reading, .ready, .draining: drop(connection)
            case .awaiting: answer(connection, .stopping)
            case .sending: send(connection)
            }
        }
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
