/// The lock of the staff's page: five tries, then 60 s in which not even the right code opens. A pure state machine;
/// time comes in.
struct StaffLock: Sendable {
    enum Outcome: Equatable, Sendable {
        /// The right code; the key goes with every later request.
        case opened(key: String)
        /// A wrong code, and how many tries are left.
        case wrong(left: Int)
        case locked(Duration)
    }

    private enum State {
        case closed(failures: Int)
        case locked(until: Duration)
        case open(key: String, until: Duration)
    }

    static let tries = 5
    static let lockTime: Duration = .seconds(60)
    /// A key that is not used for so long opens no more.
    static let keyTime: Duration = .seconds(600)

    private let code: String
    private var state = State.closed(failures: 0)
    /// Wrong codes while a page is open: entering again does not lock out who is in, and does not give five new tries
    /// either.
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
            guard failures + 1 < Self.tries else {
                failuresWhileOpen = 0
                state = .locked(until: now + Self.lockTime)
                return .locked(Self.lockTime)
            }
            if case .open = state { failuresWhileOpen = failures + 1 } else { state = .closed(failures: failures + 1) }
            return .wrong(left: Self.tries - failures - 1)
        }
        failuresWhileOpen = 0
        let key = newKey()
        state = .open(key: key, until: now + Self.keyTime)
        return .opened(key: key)
    }

    /// Whether a key opens, which also keeps it alive.
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
