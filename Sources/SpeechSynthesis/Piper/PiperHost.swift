internal import PlatformSupport
internal import Synchronization

/// Keeps the program loaded, replaces it when it fails, and runs it for single texts when that fails too. It blocks and
/// must be used by one worker.
final class PiperHost: Sendable {
    private enum State {
        case notStarted
        /// Loading its voice, or ready.
        case running(LoadedPiper)
        /// The program runs for each text; after this many texts it is loaded again.
        case apart(texts: Int)
    }

    /// Failures in a row of a loaded program after which it runs for each text.
    private static let maxFailures = 2
    /// Texts after which it is loaded again.
    private static let textsApart = 20

    private let program: PiperProgram
    private let deadline: Duration
    private let state: Mutex<(state: State, failures: Int)>

    init(_ program: PiperProgram, deadline: Duration, staysLoaded: Bool) {
        self.program = program
        self.deadline = deadline
        state = Mutex((staysLoaded ? .notStarted : .apart(texts: .max), 0))
    }

    /// Synthesises a line.
    ///
    /// - Returns: the samples' bytes.
    /// - Throws: `PiperError`, or `CancellationError` when the flag is raised.
    func speak(_ line: String, abort: AbortFlag) throws -> [UInt8] {
        let limit = PiperDeadline(deadline)
        return try state.withLock { value in
            while let loaded = start(&value) {
                do {
                    let speech = try loaded.speak(line, until: limit, abort: abort)
                    value.failures = 0
                    return speech
                } catch is LoadedPiper.Overdue {
                    loaded.end()
                    // The voice is loaded again while nobody waits.
                    value.state = .notStarted
                    _ = start(&value)
                    throw CancellationError()
                } catch {
                    loaded.end()
                    fail(&value)
                    // What took all the time is not tried again for this text; the next one finds the voice loading.
                    guard !limit.hasPassed, !abort.isRaised else {
                        _ = start(&value)
                        if abort.isRaised { throw CancellationError() }
                        throw error
                    }
                }
            }
            if case .apart(let texts) = value.state { value.state = texts > 1 ? .apart(texts: texts - 1) : .notStarted }
            return try PiperRun(program: program).run(line: line, until: limit, abort: abort)
        }
    }

    /// Returns the loaded program, started where there is none; `nil` where it runs for each text.
    private func start(_ value: inout (state: State, failures: Int)) -> LoadedPiper? {
        switch value.state {
        case .running(let loaded): return loaded
        case .apart: return nil
        case .notStarted:
            guard let loaded = try? LoadedPiper(program) else {
                value.state = .apart(texts: Self.textsApart)
                return nil
            }
            value.state = .running(loaded)
            return loaded
        }
    }

    /// Ends the loaded program after a failure.
    private func fail(_ value: inout (state: State, failures: Int)) {
        value.failures += 1
        guard value.failures >= Self.maxFailures else {
            value.state = .notStarted
            return
        }
        value = (.apart(texts: Self.textsApart), 0)
    }
}
