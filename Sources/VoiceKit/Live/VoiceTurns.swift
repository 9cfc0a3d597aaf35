internal import Speech
internal import Synchronization

/// The gate of a live voice with the tasks that wait at it. Safe on any thread.
final class VoiceTurns: Sendable {
    private struct State {
        var gate = VoiceOpGate()
        var waiting: [VoiceOpGate.Ticket: CheckedContinuation<Bool, Never>] = [:]
        /// Tickets that were given up before their task waited.
        var abandoned: Set<VoiceOpGate.Ticket> = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The operations under way.
    var running: [VoiceOpGate.Operation] { state.withLock { $0.gate.running } }

    /// Waits for the turn of an operation.
    ///
    /// - Throws: `VoiceKitError.busy` after `limit`, `.closed`; `CancellationError`.
    func enter(
        _ operation: VoiceOpGate.Operation, overlapping: Bool, within limit: Duration, _ clock: MonotonicClock
    ) async throws -> VoiceOpGate.Ticket {
        let (ticket, starts) = try state.withLock { state in
            if state.isClosed { throw VoiceKitError.closed }
            return state.gate.request(operation, overlapping: overlapping)
        }
        guard !starts else { return ticket }
        let timer = Task {
            do { try await clock.sleep(limit) } catch { return }
            giveUp(ticket)
        }
        defer { timer.cancel() }
        let isMyTurn = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(for: ticket, $0) }
        } onCancel: {
            giveUp(ticket)
        }
        let isClosed = state.withLock { state in
            state.abandoned.remove(ticket)
            return state.isClosed
        }
        if isMyTurn, !isClosed, !Task.isCancelled { return ticket }
        leave(ticket)
        try Task.checkCancellation()
        throw isClosed ? VoiceKitError.closed : .busy(running.first ?? operation)
    }

    /// Ends an operation.
    func leave(_ ticket: VoiceOpGate.Ticket) {
        let next = state.withLock { state in
            state.gate.leave(ticket).compactMap { state.waiting.removeValue(forKey: $0) }
        }
        for continuation in next { continuation.resume(returning: true) }
    }

    /// Sends everyone away who waits, and lets nobody in any more.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(returning: false) }
    }

    private func wait(for ticket: VoiceOpGate.Ticket, _ continuation: CheckedContinuation<Bool, Never>) {
        let decided: Bool? = state.withLock { state in
            if state.isClosed || state.abandoned.contains(ticket) { return false }
            // Its turn may have come since it was requested.
            if state.gate.isRunning(ticket) { return true }
            state.waiting[ticket] = continuation
            return nil
        }
        if let decided { continuation.resume(returning: decided) }
    }

    private func giveUp(_ ticket: VoiceOpGate.Ticket) {
        let continuation = state.withLock { state in
            let continuation = state.waiting.removeValue(forKey: ticket)
            if continuation == nil, state.gate.isWaiting(ticket) { state.abandoned.insert(ticket) }
            return continuation
        }
        continuation?.resume(returning: false)
    }
}
