internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#endif

/// SIGTERM and SIGINT as one call; a second one ends the process at once. One for the whole life of a process.
final class StopSignals: Sendable {
    private struct State {
        var isStopped = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    // Never written after `init`; a dispatch source may be used from any thread.
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

    /// What is to be done at a signal, instead of what was to be done before; at once where one has come already.
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
