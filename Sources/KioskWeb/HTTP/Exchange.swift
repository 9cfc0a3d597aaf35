internal import Synchronization

/// What the router decides about a request.
enum Answer: Sendable {
    case now(HTTPResponse)
    /// The kiosk is asked first; the connection rests meanwhile.
    case later(@Sendable () async -> HTTPResponse)
    /// The connection becomes an event stream.
    case events
}

/// One request from its first line to its answer. The daemon's thread drives it; a task that works for it may finish it
/// from anywhere.
final class Exchange: Sendable {
    private struct State {
        var target: String
        var isBegun = false
        var body: [UInt8] = []
        var isTooLong = false
        var connection: DaemonConnection?
        var isResting = false
        var response: HTTPResponse?
        var isOver = false
    }

    /// What the daemon's next call is to do.
    enum Step {
        /// Nothing yet: more of the request comes, or the connection rests.
        case wait
        case route(target: String, body: [UInt8])
        case send(HTTPResponse)
    }

    private let state: Mutex<State>
    private let mostBytes: Int

    init(target: String, mostBytes: Int) {
        state = Mutex(State(target: target))
        self.mostBytes = mostBytes
    }

    /// A call of the access handler.
    ///
    /// - Parameter bytes: a part of the body, empty at the request's beginning and end.
    func advance(_ bytes: UnsafeRawBufferPointer) -> Step {
        state.withLock { state in
            if let response = state.response { return .send(response) }
            guard state.isBegun else {
                state.isBegun = true
                return .wait
            }
            guard bytes.isEmpty else {
                // The gate has measured the body already; this is the second lock on the same door.
                if state.body.count + bytes.count > mostBytes { state.isTooLong = true } else { state.body += bytes }
                return .wait
            }
            guard !state.isTooLong else { return .send(.text(413, "The body is too long.")) }
            return state.isResting ? .wait : .route(target: state.target, body: state.body)
        }
    }

    /// Suspends the connection until `finish`.
    func rest(_ connection: DaemonConnection) {
        state.withLock { state in
            state.connection = connection
            state.isResting = true
            connection.suspend()
        }
    }

    /// Gives the answer; the first one counts. After the connection's end it goes nowhere.
    func finish(_ response: HTTPResponse) {
        state.withLock { state in
            guard state.response == nil, !state.isOver, let connection = state.connection else { return }
            state.response = response
            connection.resume()
        }
    }

    /// The daemon has let go of the connection.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.connection = nil
        }
    }
}
