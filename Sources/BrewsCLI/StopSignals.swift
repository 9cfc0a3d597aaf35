internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#endif

/// Calls a handler at the first SIGTERM or SIGINT; a second signal ends the process at once. One instance for a
/// process.
final class StopSignals: Sendable {
    private struct State {
        var isStopped = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    // Sendable: written only in `init`; a dispatch source may be used from any thread.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    init() {
        let numbers = [SIGTERM, SIGINT]
        for number in numbers { signal(number, SIG_IGN) }
        sources = numbers.map { DispatchSource.makeSignalSource(signal: $0) }
        for (source, number) in zip(sources, numbers) {
            source.setEventHandler { [weak self] in
                signal(number, SIG_DFL)
                self?.stop()
            }
            source.resume()
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Sets the handler, replacing the previous one; called at once if a signal has already arrived.
    func whenStopped(_ action: @escaping @Sendable () -> Void) {
        let isStopped = state.withLock { state in
            state.action = action
            return state.isStopped
        }
        if isStopped { action() }
    }

    private func stop() {
        let action = state.withLock { state in
            state.isStopped = true
            return state.action
        }
        action?()
    }
}
