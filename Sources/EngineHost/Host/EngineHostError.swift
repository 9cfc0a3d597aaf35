/// An engine's own error, transferred from its process.
public struct EngineFailure: Error, Equatable, Sendable {
    /// A code chosen by the composition root, for example an exit code.
    public let code: Int32
    /// The error as one sentence.
    public let text: String

    /// Creates a failure.
    public init(code: Int32, text: String) {
        self.code = code
        self.text = text
    }
}

/// An error of an engine in a child process.
public enum EngineHostError: Error, Equatable, Sendable {
    /// The engine reported an error, in a recognition or each time it was loaded.
    case engine(EngineFailure)
    /// The process cannot be started; `reason` is the system's message.
    case cannotStart(reason: String)
    /// The engine's process was lost too often; touch ordering continues without it. `reason` describes the last loss.
    case lostTooOften(reason: String)
    /// The largest number of simultaneous tasks is reached.
    case tooManyTasks(limit: Int)
    /// A vocabulary, text or recording exceeds the size of a message.
    case tooLarge(bytes: Int)
    /// A setting is outside its range; the message names the setting and the range.
    case invalidSetting(String)
}

/// The loss of a child.
struct EngineLoss: Error, Equatable, Sendable {
    enum Cause: Equatable, Sendable {
        /// It exited or was killed.
        case died(ChildProcess.Ending)
        /// It made no progress for this time.
        case hung(Duration)
        /// It reported that its engine cannot be loaded.
        case refused(EngineFailure)
        /// Its engine failed at what it had done before, for example because its memory limit was reached.
        case worn(EngineFailure)
        /// It sent an invalid message.
        case protocolViolation(WireError)
    }

    let cause: Cause
    /// Whether the engine was still loading.
    let wasLoading: Bool

    /// The loss as one phrase for logs and errors.
    var reason: String {
        let what =
            switch cause {
            case .died(let ending): ending.description
            case .refused(let failure): "could not load its engine: \(failure.text)"
            case .worn(let failure): "failed at what it had done before: \(failure.text)"
            case .hung(let time): "made no progress for \(time.components.seconds) s"
            case .protocolViolation(let error): "sent a damaged message (\(error))"
            }
        let isSaid = if case .refused = cause { true } else { false }
        return "the engine's process \(what)" + (wasLoading && !isSaid ? " while it loaded" : "")
    }

    /// The error to throw when no further restart is allowed.
    var error: EngineHostError {
        switch cause {
        case .refused(let failure), .worn(let failure): .engine(failure)
        case .died, .hung, .protocolViolation: .lostTooOften(reason: reason)
        }
    }
}
