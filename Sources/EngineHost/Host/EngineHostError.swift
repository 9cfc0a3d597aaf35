/// An engine's own failure, brought over from its process.
public struct EngineFailure: Error, Equatable, Sendable {
    /// What the composition root made of it, for example an exit code.
    public let code: Int32
    /// One sentence.
    public let text: String

    public init(code: Int32, text: String) {
        self.code = code
        self.text = text
    }
}

/// What can go wrong with an engine in a process of its own.
public enum EngineHostError: Error, Equatable, Sendable {
    /// The engine failed in an orderly way: in a recognition, or each time it was loaded.
    case engine(EngineFailure)
    /// The process cannot be started; `reason` is the system's.
    case cannotStart(reason: String)
    /// The engine's process was lost too often; touch ordering goes on without it. `reason` tells of the last loss.
    case lostTooOften(reason: String)
    /// As many tasks run at once as the settings allow.
    case tooManyTasks(limit: Int)
    /// A vocabulary, text or recording is larger than a message may be.
    case tooLarge(bytes: Int)
    /// A setting is outside its range; the message says which and what it may be.
    case invalidSetting(String)
}

/// Why a child is no longer there.
struct EngineLoss: Error, Equatable, Sendable {
    enum Cause: Equatable, Sendable {
        /// It ended by itself or was killed by somebody.
        case died(ChildProcess.Ending)
        /// It gave no sign of progress for so long.
        case hung(Duration)
        /// It said that its engine cannot be loaded.
        case refused(EngineFailure)
        /// It said something that no child says.
        case spokeNonsense(WireError)
    }

    let cause: Cause
    /// Whether it had not greeted yet.
    let wasLoading: Bool

    /// One phrase for logs and errors.
    var reason: String {
        let what =
            switch cause {
            case .died(let ending): ending.description
            case .refused(let failure): "could not load its engine: \(failure.text)"
            case .hung(let time): "made no progress for \(time.components.seconds) s"
            case .spokeNonsense(let error): "sent a damaged message (\(error))"
            }
        let isSaid = if case .refused = cause { true } else { false }
        return "the engine's process \(what)" + (wasLoading && !isSaid ? " while it loaded" : "")
    }

    /// What is thrown when it was the last that could be borne.
    var error: EngineHostError {
        if case .refused(let failure) = cause { .engine(failure) } else { .lostTooOften(reason: reason) }
    }
}
