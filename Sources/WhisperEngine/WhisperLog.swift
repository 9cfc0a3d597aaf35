internal import CWhisper
internal import Synchronization

/// What libwhisper says, kept off standard error. The library has one log for the whole process, and so has this.
enum WhisperLog {
    private struct State {
        var lastError = ""
        var listener: (@Sendable (String) -> Void)?
    }

    private static let state = Mutex(State())
    /// Longer lines are cut; they name files and shapes at most.
    private static let longestLine = 300

    /// Routes the library's lines here (`whisper_log_set`).
    static func silence(_ setLog: whisper_log_set_fn) {
        setLog({ level, text, _ in WhisperLog.take(level, text) }, nil)
    }

    /// Hands every line to `listener` from now on, on the thread that logs.
    static func listen(_ listener: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.listener = listener }
    }

    /// The last error line, and forgets it.
    static func takeLastError() -> String {
        state.withLock { state in
            defer { state.lastError = "" }
            return state.lastError
        }
    }

    private static func take(_ level: ggml_log_level, _ text: UnsafePointer<CChar>?) {
        guard let text else { return }
        var line = String(String(cString: text).prefix(longestLine))
        while line.last?.isNewline == true { line.removeLast() }
        guard !line.isEmpty else { return }
        let listener = state.withLock { state in
            if level == GGML_LOG_LEVEL_ERROR { state.lastError = line }
            return state.listener
        }
        listener?(line)
    }
}
