internal import Dispatch
internal import Glibc
internal import Synchronization

/// Forwards a child's output to a log, line by line and limited, because C libraries may print a lot and a log must not
/// fill the disk.
enum ChildOutput {
    private struct State {
        var line: [UInt8] = []
        var lines = 0
    }

    /// Longer lines are cut.
    private static let maxLineBytes = 400
    /// Lines per child after which the rest is dropped.
    private static let maxLines = 500

    /// Forwards lines until the child closes its output, at the latest when it ends.
    ///
    /// - Parameters:
    ///   - output: the host's end of the child's output.
    ///   - log: receives each line without its end, in order, on a separate queue.
    static func forward(_ output: FileDescriptor, to log: @escaping @Sendable (String) -> Void) {
        let source = DispatchSource.makeReadSource(
            fileDescriptor: output.number, queue: DispatchQueue(label: "brews.child-output"))
        let state = Mutex(State())
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(output.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                state.withLock { process(bytes.prefix(count), &$0, log) }
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                state.withLock { endLine(&$0, log) }
                // The handler retains its source until here.
                source.cancel()
            }
        }
        // The descriptor must stay open until the source is cancelled, so this handler retains it.
        source.setCancelHandler { withExtendedLifetime(output) {} }
        source.activate()
    }

    private static func process(_ bytes: some Sequence<UInt8>, _ state: inout State, _ log: (String) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine(&state, log)
            } else if state.line.count < maxLineBytes {
                state.line.append(byte)
            }
        }
    }

    private static func endLine(_ state: inout State, _ log: (String) -> Void) {
        defer { state.line = [] }
        guard !state.line.isEmpty, state.lines <= maxLines else { return }
        state.lines += 1
        log(
            state.lines > maxLines
                ? "further lines of this child are dropped" : String(decoding: state.line, as: UTF8.self))
    }
}
