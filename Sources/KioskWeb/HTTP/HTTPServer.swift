internal import CEpoll
internal import Dispatch
internal import Glibc
internal import Synchronization

/// What the router decides about a request.
enum Answer: Sendable {
    case now(HTTPResponse)
    /// The kiosk is asked first; the connection waits meanwhile.
    case later(@Sendable () async -> HTTPResponse)
    /// The connection becomes an event stream: of a page's own events, or of the kiosk's where there are none.
    case events(EventHub?)
}

/// An HTTP server on one thread: it accepts connections, reads each one's request strictly (`RequestHead`), and sends
/// the answer, after which the connection ends.
///
/// Idle clients cannot keep the kiosk's page out. A connection that sends nothing, or slowly, waits where there is room
/// for hundreds; a newcomer closes the one that has waited longest, and after `requestSeconds` each is dismissed. Only
/// complete requests take one of the places for answers, and each leaves it with its answer.
final class HTTPServer: Sendable {
    struct Settings: Sendable {
        /// Most connections without a place.
        var waiting: Int
        /// Most connections that are being answered, event streams included.
        var connections: Int
        /// Time for a request to arrive, and for a client to take some of its answer.
        var requestSeconds: Int
        var limits = RequestHead.Limits()
    }

    /// How many connections met which end.
    struct Counts: Equatable, Sendable {
        var accepted = 0
        var admitted = 0
        /// Refused by `RequestHead`.
        var refused = 0
        /// Closed because they took too long.
        var late = 0
        /// Closed because newer ones needed the room.
        var displaced = 0
    }

    /// An answer of the kiosk, on its way to the server's thread.
    struct Finished: Sendable {
        let socket: Int32
        /// Number of the connection; the socket's number may be another's by now.
        let order: UInt64
        let response: HTTPResponse
    }

    private let wake: Int32
    private let isStopping = Mutex(false)
    private let counted = Mutex(Counts())
    private let finished = Mutex<[Finished]>([])
    private let ended = DispatchSemaphore(value: 0)

    var counts: Counts { counted.withLock { $0 } }

    /// - Throws: `KioskWebError.failed` when the system has no more descriptors.
    init() throws(KioskWebError) {
        wake = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard wake >= 0 else { throw ListeningSocket.error("eventfd") }
    }

    deinit { close(wake) }

    /// Begins to serve, on a thread of its own.
    ///
    /// - Parameters:
    ///   - hub: gives event streams; closed by `stop`.
    ///   - route: called on the server's thread; must not wait.
    /// - Throws: `KioskWebError.failed` when the system has no more descriptors.
    func run(
        _ listener: ListeningSocket, _ settings: Settings, hub: EventHub,
        route: @escaping @Sendable (HTTPRequest) -> Answer
    ) throws(KioskWebError) {
        let loop = try ConnectionLoop(
            listener: listener, wake: wake, settings: settings, server: self, hub: hub, route: route)
        let thread = LoopThread(loop: loop)
        DispatchQueue(label: "brews.web", qos: .userInitiated).async { [ended] in
            thread.loop.run()
            ended.signal()
        }
    }

    /// Ends every connection, those that wait for the kiosk with a refusal, and frees the port. Clients have a second
    /// to take their answers. Blocks until the thread has ended.
    func stop() {
        isStopping.withLock { $0 = true }
        ring()
        ended.wait()
    }

    /// Delivers the kiosk's answer to a connection that waits for it. From any thread.
    func finish(_ answer: Finished) {
        finished.withLock { $0.append(answer) }
        ring()
    }

    /// Wakes the server's thread. From any thread.
    func ring() {
        var one: UInt64 = 1
        _ = write(wake, &one, 8)
    }

    var mustStop: Bool { isStopping.withLock { $0 } }

    func count(_ body: (inout Counts) -> Void) { counted.withLock { body(&$0) } }

    func takeFinished() -> [Finished] {
        finished.withLock { finished in
            defer { finished = [] }
            return finished
        }
    }

    /// Carries the loop to its thread.
    private struct LoopThread: @unchecked Sendable {
        // Sendable: the loop is made by one thread and used by the other alone.
        let loop: ConnectionLoop
    }
}
