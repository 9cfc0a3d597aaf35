/// Access lock of the staff page: after five wrong codes it locks for 60 s, in which even the right code is refused. A
/// state machine; the caller passes in the time.
struct StaffLock: Sendable {
    enum Outcome: Equatable, Sendable {
        /// The code was right; later requests must send the key.
        case opened(key: String)
        /// The code was wrong; the number of tries left.
        case wrong(left: Int)
        case locked(Duration)
    }

    private enum State {
        case closed(failures: Int)
        case locked(until: Duration)
        case open(key: String, until: Duration)
    }

    static let maxTries = 5
    static let lockTime: Duration = .seconds(60)
    /// Time without use after which a key expires.
    static let keyTime: Duration = .seconds(600)

    private let code: String
    private var state = State.closed(failures: 0)
    /// Wrong codes entered while a page has access. They neither revoke that access nor grant five new tries.
    private var failuresWhileOpen = 0

    init(code: String) { self.code = code }

    mutating func enter(_ candidate: String, at now: Duration, newKey: () -> String = Secret.random) -> Outcome {
        let failures: Int
        switch state {
        case .locked(let end) where now < end: return .locked(end - now)
        case .locked: failures = 0
        case .closed(let count): failures = count
        case .open: failures = failuresWhileOpen
        }
        guard Secret.matches(candidate, code) else {
            guard failures + 1 < Self.maxTries else {
                failuresWhileOpen = 0
                state = .locked(until: now + Self.lockTime)
                return .locked(Self.lockTime)
            }
            if case .open = state { failuresWhileOpen = failures + 1 } else { state = .closed(failures: failures + 1) }
            return .wrong(left: Self.maxTries - failures - 1)
        }
        failuresWhileOpen = 0
        let key = newKey()
        state = .open(key: key, until: now + Self.keyTime)
        return .opened(key: key)
    }

    /// Whether a key is valid; also extends its life.
    mutating func admits(_ key: String, at now: Duration) -> Bool {
        guard case .open(let right, let end) = state, now < end, Secret.matches(key, right) else { return false }
        state = .open(key: right, until: now + Self.keyTime)
        return true
    }

    mutating func close() {
        guard case .open = state else { return }
        state = .closed(failures: failuresWhileOpen)
        failuresWhileOpen = 0
    }
}
