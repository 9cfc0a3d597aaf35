internal import PlatformSupport
internal import Speech
internal import Synchronization

/// Exclusive use of a child for one task. The child returns to its pool with the task's last reply, or when the lease
/// is released, after the task has been cancelled.
final class ChildLease: Sendable {
    private enum Phase: Equatable, Sendable {
        /// No request was sent yet.
        case free
        case busy
        /// The child is back in the pool or lost.
        case over
    }

    let task: UInt64
    private let child: EngineChild
    private let pool: ChildPool
    private let worker: SerialWorker
    private let replacesWorn: Bool
    private let phase = Mutex(Phase.free)

    /// Acquires a child from the pool. It blocks and must run on the worker.
    ///
    /// - Parameters:
    ///   - pool: the pool.
    ///   - worker: runs every blocking call on this child.
    ///   - replacesWorn: whether a failure of an engine that has worked before in this process counts as a loss, so
    ///     that a fresh process can try the same.
    ///   - abort: ends the wait.
    /// - Throws: as `ChildPool.acquire`.
    init(from pool: ChildPool, worker: SerialWorker, replacesWorn: Bool = false, abort: AbortFlag) throws {
        child = try pool.acquire(abort: abort)
        task = child.nextTask()
        self.pool = pool
        self.worker = worker
        self.replacesWorn = replacesWorn
    }

    deinit {
        let phase = phase.withLock { $0 }
        guard phase != .over else { return }
        // After any pending call of the worker on this child.
        worker.submit { [child, pool, task] in
            do {
                if phase == .busy { try child.cancelAndDrain(task, deadline: pool.settings.leastDeadline) }
                pool.release(child)
            } catch let loss as EngineLoss {
                pool.recordLoss(of: child, loss)
            } catch {
                // Cancelling sends a few bytes without an abort flag, so only a loss can occur.
                pool.recordLoss(of: child, child.protocolViolation())
            }
        }
    }

    var engineName: String { child.greeting?.engine ?? "" }

    /// Sends a request of the task and waits for the reply. It blocks and must run on the worker.
    ///
    /// - Throws: `EngineLoss`, which is reported to the pool; `EngineHostError`; or `CancellationError`.
    func exchange(_ request: HostRequest, deadline: Duration, abort: AbortFlag) throws -> HostReply {
        phase.withLock { $0 = .busy }
        do {
            let reply = try child.exchange(request, deadline: deadline, abort: abort)
            switch reply {
            case .failed(task, let failure): if replacesWorn, child.hasServed { throw child.worn(failure) }
            case .result(task, let result): if result.utteranceEnd != nil { child.served() }
            default: if reply.endedTask == task { child.served() }
            }
            if reply.endedTask == task {
                phase.withLock { $0 = .over }
                pool.release(child)
            }
            return reply
        } catch let loss as EngineLoss {
            throw lost(loss)
        } catch let error as EngineHostError {
            // The request was too large and was not sent; only the first of a task can be.
            phase.withLock { $0 = .free }
            throw error
        }
    }

    /// Handles a reply that is not allowed in this state.
    func protocolViolation() -> EngineLoss { lost(child.protocolViolation()) }

    private func lost(_ loss: EngineLoss) -> EngineLoss {
        phase.withLock { $0 = .over }
        pool.recordLoss(of: child, loss)
        return loss
    }
}
