internal import Dispatch
internal import Glibc
internal import Synchronization

/// What a child prints, line by line to a log, within bounds: C libraries are talkative, and a log must not fill a
/// disk.
enum ChildOutput {
    private struct State {
        var line: [UInt8] = []
        var lines = 0
    }

    /// Longer lines are cut.
    private static let longestLine = 400
    /// Lines of one child after which the rest is dropped.
    private static let mostLines = 500

    /// Passes lines on until the child has closed its output, which it does at the latest when it ends.
    ///
    /// - Parameter log: gets each line without its end, in order, on a queue of its own.
    static func forward(_ output: FileDescriptor, to log: @escaping @Sendable (String) -> Void) {
        let source = DispatchSource.makeReadSource(
            fileDescriptor: output.number, queue: DispatchQueue(label: "brews.child-output"))
        let state = Mutex(State())
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(output.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                state.withLock { take(bytes.prefix(count), &$0, log) }
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                state.withLock { endLine(&$0, log) }
                // The handler holds its source until here.
                source.cancel()
            }
        }
        // The descriptor must stay open until the source is cancelled: this handler holds it.
        source.setCancelHandler { withExtendedLifetime(output) {} }
        source.activate()
    }

    private static func take(_ bytes: some Sequence<UInt8>, _ state: inout State, _ log: (String) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine(&state, log)
            } else if state.line.count < longestLine {
                state.line.append(byte)
            }
        }
    }

    private static func endLine(_ state: inout State, _ log: (String) -> Void) {
        defer { state.line = [] }
        guard !state.line.isEmpty, state.lines <= mostLines else { return }
        state.lines += 1
        log(
            state.lines > mostLines
                ? "further lines of this child are dropped" : String(decoding: state.line, as: UTF8.self))
    }
}
