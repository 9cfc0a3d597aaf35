internal import CEpoll
internal import Glibc

/// A connection of the server, from its first byte to its end; used by the server's thread alone.
final class HTTPConnection {
    enum Phase {
        /// The request is arriving.
        case reading
        /// The request is there and waits for a place.
        case ready(HTTPRequest)
        /// The kiosk is asked.
        case awaiting
        /// The answer or the event stream is being sent.
        case sending
        /// All is sent; what the client still sends is read and dropped, for unread bytes would turn the end into a
        /// reset that takes the answer along.
        case draining
    }

    /// What became of an attempt to move on.
    enum Progress {
        case goesOn, isOver
    }

    let socket: Int32
    /// Number of the connection, ascending.
    let order: UInt64
    var phase = Phase.reading
    /// When it is dismissed, in monotonic nanoseconds; `nil` while it waits for the kiosk or for events.
    var deadline: UInt64?
    /// Whether it takes one of the places for answers.
    var hasPlace = false
    /// Set for an event stream, once its head is under way.
    var stream: EventStream?
    /// The hub that the stream is from.
    var hub: EventHub?
    private(set) var input: [UInt8] = []
    private var output: [UInt8] = []
    private var sent = 0

    init(socket: Int32, order: UInt64, deadline: UInt64) {
        self.socket = socket
        self.order = order
        self.deadline = deadline
    }

    deinit { close(socket) }

    /// Whether it can give way to a newcomer without loss.
    var isIdle: Bool {
        switch phase {
        case .reading, .draining: true
        case .ready, .awaiting, .sending: false
        }
    }

    /// Reads what has arrived of the request.
    ///
    /// - Parameter buffer: working memory, shared by all connections.
    /// - Returns: `nil` when the client is gone.
    func read(into buffer: inout [UInt8], limits: RequestHead.Limits) -> RequestHead.Reading? {
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return .incomplete }
            guard count > 0 else { return nil }
            input += buffer[..<count]
            let reading = RequestHead.read(input, limits: limits)
            if reading != .incomplete { return reading }
        }
    }

    /// The request, of which all bytes are there; they are dropped.
    func takeRequest(_ head: RequestHead) -> HTTPRequest {
        defer { input = [] }
        return HTTPRequest(
            method: head.method, target: head.target, headers: head.headers,
            body: Array(input[head.headBytes..<head.headBytes + head.bodyBytes]))
    }

    /// Begins to send.
    func begin(_ bytes: [UInt8]) {
        input = []
        output = bytes
        sent = 0
        phase = .sending
    }

    /// Sends as much as the socket takes: the answer, or events until there are none.
    ///
    /// - Parameters:
    ///   - buffer: working memory, shared by all connections.
    ///   - deadline: until when the client must take more.
    func send(through buffer: inout [UInt8], deadline: UInt64) -> Progress {
        while true {
            while sent < output.count {
                let count = output.withUnsafeBytes { bytes in
                    Glibc.send(
                        socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN { return .goesOn }
                guard count > 0 else { return .isOver }
                sent += count
                self.deadline = deadline
            }
            guard let stream else { return end(deadline) }
            let count = buffer.withUnsafeMutableBytes { stream.read(into: $0) }
            guard let count else { return end(deadline) }
            output = Array(buffer[..<count])
            sent = 0
            if count == 0 {
                self.deadline = nil
                return .goesOn
            }
            self.deadline = deadline
        }
    }

    private func end(_ deadline: UInt64) -> Progress {
        shutdown(socket, Int32(SHUT_WR))
        phase = .draining
        hasPlace = false
        self.deadline = deadline
        return .goesOn
    }

    /// Reads and drops what the client still sends.
    ///
    /// - Returns: `.isOver` when the client has ended, too, or sends without end.
    func drain(_ buffer: inout [UInt8]) -> Progress {
        for _ in 0..<16 {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return .goesOn }
            if count <= 0 { return .isOver }
        }
        return .isOver
    }
}
