internal import CWhisper
internal import Synchronization

/// Captures libwhisper's log, which would otherwise go to standard error. The library has one log per process.
enum WhisperLog {
    private struct State {
        var lastError = ""
        var listener: (@Sendable (String) -> Void)?
    }

    private static let state = Mutex(State())
    /// Longer lines are cut. Lines contain file names and shapes at most.
    private static let maxLineLength = 300

    /// Redirects the library's log (`whisper_log_set`).
    static func redirect(_ setLog: whisper_log_set_fn) {
        setLog({ level, text, _ in WhisperLog.process(level, text) }, nil)
    }

    /// Passes every later line to `listener`, on the thread that logs.
    static func listen(_ listener: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.listener = listener }
    }

    /// Returns and clears the last error line.
    static func takeLastError() -> String {
        state.withLock { state in
            defer { state.lastError = "" }
            return state.lastError
        }
    }

    private static func process(_ level: ggml_log_level, _ text: UnsafePointer<CChar>?) {
        guard let text else { return }
        var line = String(String(cString: text).prefix(maxLineLength))
        while line.last?.isNewline == true { line.removeLast() }
        guard !line.isEmpty else { return }
        let listener = state.withLock { state in
            if level == GGML_LOG_LEVEL_ERROR { state.lastError = line }
            return state.listener
        }
        listener?(line)
    }
}
