internal import CMicrohttpd
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The door before the daemon: takes connections, and lets through those whose request has arrived completely and reads
/// strictly.
///
/// Nobody can keep the kiosk's page out. A connection that sends nothing, or slowly, waits here, where there is room
/// for hundreds; the newcomer closes the one that has waited longest, and after `requestSeconds` each is told to go.
/// Only finished requests take one of the daemon's places, and each leaves it with its answer. Bytes are looked at
/// (`MSG_PEEK`) and left in the socket for the daemon, so both see the same.
final class ConnectionGate: Sendable {
    struct Settings: Sendable {
        var waiting: Int
        /// Connections the daemon may have.
        var connections: Int
        var requestSeconds: Int
        var limits = RequestHead.Limits()
    }

    /// How many connections met which end.
    struct Counts: Equatable, Sendable {
        var accepted = 0
        var admitted = 0
        /// Answered by the gate itself: not HTTP as it is spoken here.
        var refused = 0
        /// Closed because they took too long.
        var late = 0
        /// Closed because newer ones needed the room.
        var displaced = 0
    }

    private let wake: Int32
    private let isStopping = Mutex(false)
    private let counted = Mutex(Counts())
    /// Connections that the daemon has and has not reported as ended.
    private let admitted = Mutex(0)
    private let ended = DispatchSemaphore(value: 0)
    /// Rung with every connection that the daemon has finished with.
    private let left = DispatchSemaphore(value: 0)

    var counts: Counts { counted.withLock { $0 } }

    /// - Throws: `KioskWebError.failed` when the system has no more descriptors.
    init() throws(KioskWebError) {
        wake = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard wake >= 0 else { throw ListeningSocket.error("eventfd") }
    }

    deinit { close(wake) }

    /// Begins to take connections, on a thread of its own.
    ///
    /// - Parameter admit: gets each socket whose request is there, with the peer's address; the socket is its own from
    ///   then on.
    func run(
        _ listener: ListeningSocket, _ settings: Settings, admit: @escaping @Sendable (Int32, inout sockaddr_in) -> Bool
    ) throws(KioskWebError) {
        let room = try PendingConnections(listener: listener, wake: wake, settings: settings, gate: self, admit: admit)
        let thread = ConnectionThread(room: room)
        DispatchQueue(label: "brews.web-gate", qos: .userInitiated).async {
            thread.room.run()
            thread.gate.ended.signal()
        }
    }

    /// The daemon has one connection less.
    func connectionEnded() {
        admitted.withLock { $0 -= 1 }
        left.signal()
        ring()
    }

    /// Waits until the daemon has finished with every connection, but no longer than a second: who does not read by
    /// then is cut off.
    func waitUntilEmpty() {
        let deadline = DispatchTime.now() + 1
        while admitted.withLock({ $0 }) > 0, left.wait(timeout: deadline) == .success {}
    }

    /// Takes no more connections and closes those that wait. Blocks until the thread has ended.
    func stop() {
        isStopping.withLock { $0 = true }
        ring()
        ended.wait()
    }

    private func ring() {
        var one: UInt64 = 1
        _ = write(wake, &one, 8)
    }

    fileprivate var mustStop: Bool { isStopping.withLock { $0 } }

    fileprivate func count(_ body: (inout Counts) -> Void) { counted.withLock { body(&$0) } }

    /// Takes one of the daemon's places, if one is free.
    fileprivate func takePlace(of most: Int) -> Bool {
        admitted.withLock { admitted in
            guard admitted < most else { return false }
            admitted += 1
            return true
        }
    }

    fileprivate func leavePlace() { admitted.withLock { $0 -= 1 } }

    /// Carries the room to its thread.
    private struct ConnectionThread: @unchecked Sendable {
        // Sendable: the room is made by one thread and used by the other alone.
        let room: PendingConnections
        var gate: ConnectionGate { room.gate }
    }
}

/// What the gate's thread works on (`epoll(7)`, edge-triggered: a socket is looked at when bytes arrive, not as long as
/// some are there).
private final class PendingConnections {
    private struct Guest {
        var address: sockaddr_in
        /// Monotonic nanoseconds.
        var deadline: UInt64
        var order: UInt64
        /// Whether the request is there and only a place at the daemon is wanting.
        var isReady = false
    }

    let gate: ConnectionGate
    private let listener: ListeningSocket
    private let settings: ConnectionGate.Settings
    private let admit: (Int32, inout sockaddr_in) -> Bool
    private let wake: Int32
    private let poll: Int32
    private var guests: [Int32: Guest] = [:]
    private var lastOrder: UInt64 = 0
    private var buffer: [UInt8]

    init(
        listener: ListeningSocket, wake: Int32, settings: ConnectionGate.Settings, gate: ConnectionGate,
        admit: @escaping (Int32, inout sockaddr_in) -> Bool
    ) throws(KioskWebError) {
        self.listener = listener
        self.wake = wake
        self.settings = settings
        self.gate = gate
        self.admit = admit
        buffer = [UInt8](repeating: 0, count: settings.limits.head + settings.limits.body)
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard poll >= 0 else { throw ListeningSocket.error("epoll_create1") }
        guard watch(listener.descriptor, edges: false), watch(wake, edges: false) else {
            throw ListeningSocket.error("epoll_ctl")
        }
    }

    deinit {
        for socket in guests.keys { close(socket) }
        close(poll)
    }

    func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while !gate.mustStop {
            let count = epoll_wait(poll, &events, Int32(events.count), waitMilliseconds())
            guard count >= 0 || errno == EINTR else { break }
            for event in events.prefix(Int(max(0, count))) {
                switch event.data.fd {
                case listener.descriptor: acceptAll()
                case wake: drainWake()
                case let socket: look(at: socket)
                }
            }
            admitReady()
            dismissLate()
        }
        for socket in Array(guests.keys) { dismiss(socket, nil) }
    }

    private func watch(_ descriptor: Int32, edges: Bool) -> Bool {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | (edges ? EPOLLRDHUP.rawValue | EPOLLET.rawValue : 0)
        event.data.fd = descriptor
        return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    private func drainWake() {
        var value: UInt64 = 0
        _ = read(wake, &value, 8)
    }

    /// Until the next deadline, -1 where nobody waits.
    private func waitMilliseconds() -> Int32 {
        guard let next = guests.values.map(\.deadline).min() else { return -1 }
        let now = Self.now()
        return next <= now ? 0 : Int32(clamping: (next - now) / 1_000_000 + 1)
    }

    private func acceptAll() {
        while true {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let socket = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    accept4(
                        listener.descriptor, $0, &length, Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
                }
            }
            // Out of descriptors: whoever waits longest makes room; the rest of the queue is taken in the next round.
            guard socket >= 0 else {
                if errno == EMFILE || errno == ENFILE { dismissOldest() }
                return
            }
            gate.count { $0.accepted += 1 }
            if guests.count >= settings.waiting { dismissOldest() }
            var yes: Int32 = 1
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            lastOrder += 1
            guests[socket] = Guest(
                address: address, deadline: Self.now() + UInt64(settings.requestSeconds) * 1_000_000_000,
                order: lastOrder)
            guard watch(socket, edges: true) else {
                dismiss(socket, nil)
                continue
            }
            look(at: socket)
        }
    }

    /// Reads what has arrived without taking it.
    private func look(at socket: Int32) {
        guard guests[socket] != nil else { return }
        let count = recv(socket, &buffer, buffer.count, Int32(MSG_PEEK))
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return dismiss(socket, nil) }
        switch RequestHead.read(buffer[..<count], limits: settings.limits) {
        case .incomplete: return
        case .complete: guests[socket]?.isReady = true
        case .refused(let status, let reason):
            gate.count { $0.refused += 1 }
            dismiss(socket, .text(status, "Refused: \(reason)."))
        }
    }

    private func admitReady() {
        for (socket, guest) in guests.filter({ $0.value.isReady }).sorted(by: { $0.value.order < $1.value.order }) {
            guard gate.takePlace(of: settings.connections) else { return }
            guests[socket] = nil
            epoll_ctl(poll, EPOLL_CTL_DEL, socket, nil)
            var address = guest.address
            gate.count { $0.admitted += 1 }
            if !admit(socket, &address) { gate.leavePlace() }
        }
    }

    private func dismissLate() {
        let now = Self.now()
        for (socket, guest) in guests where guest.deadline <= now {
            gate.count { $0.late += 1 }
            dismiss(socket, guest.isReady ? .text(503, "The kiosk is busy.") : .text(408, "The request took too long."))
        }
    }

    /// Those with a finished request stay: they are about to be let in.
    private func dismissOldest() {
        let idle = guests.filter { !$0.value.isReady }
        guard let (socket, _) = (idle.isEmpty ? guests : idle).min(by: { $0.value.order < $1.value.order }) else {
            return
        }
        gate.count { $0.displaced += 1 }
        dismiss(socket, nil)
    }

    /// Closes a connection, after an answer if there is one. What has arrived is taken out first, for an unread byte
    /// would turn the close into a reset that takes the answer along.
    private func dismiss(_ socket: Int32, _ answer: HTTPResponse?) {
        guard guests.removeValue(forKey: socket) != nil else { return }
        if let answer {
            // At most what a socket holds; an endless sender is cut off.
            for _ in 0..<8 where recv(socket, &buffer, buffer.count, 0) == buffer.count {}
            let bytes = answer.bytes
            _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            shutdown(socket, Int32(SHUT_WR))
        }
        close(socket)
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
