internal import PlatformSupport
internal import Synchronization

/// A child at work on one task. It goes back to its pool with the task's last answer, or when the lease goes, after it
/// has let go of the task.
final class ChildLease: Sendable {
    private enum Phase: Equatable, Sendable {
        /// Nothing was asked yet.
        case free
        case busy
        /// The child is back in the pool or lost, and somebody else's.
        case over
    }

    let task: UInt64
    private let child: EngineChild
    private let pool: ChildPool
    private let worker: SerialWorker
    private let phase = Mutex(Phase.free)

    /// Takes a child from the pool. Blocks; for the worker only.
    ///
    /// - Parameter worker: makes every blocking call on this child.
    /// - Throws: as `ChildPool.acquire`.
    init(from pool: ChildPool, worker: SerialWorker, abort: AbortFlag) throws {
        child = try pool.acquire(abort: abort)
        task = child.nextTask()
        self.pool = pool
        self.worker = worker
    }

    deinit {
        let phase = phase.withLock { $0 }
        guard phase != .over else { return }
        // After whatever the worker still does with this child.
        worker.submit { [child, pool, task] in
            do {
                if phase == .busy { try child.settle(task, deadline: pool.settings.leastDeadline) }
                pool.release(child)
            } catch let loss as EngineLoss {
                pool.lost(child, loss)
            } catch {
                // Settling sends a few bytes without an abort flag; only a loss can come of it.
                pool.lost(child, child.nonsense())
            }
        }
    }

    var engineName: String { child.greeting?.engine ?? "" }

    /// Sends a request of the task and waits for the answer. Blocks; for the worker only.
    ///
    /// - Throws: `EngineLoss`, which the pool knows of then; `EngineHostError`; or `CancellationError`.
    func exchange(_ request: HostRequest, deadline: Duration, abort: AbortFlag) throws -> HostReply {
        phase.withLock { $0 = .busy }
        do {
            let reply = try child.exchange(request, deadline: deadline, abort: abort)
            if reply.endedTask == task {
                phase.withLock { $0 = .over }
                pool.release(child)
            }
            return reply
        } catch let loss as EngineLoss {
            throw lost(loss)
        } catch let error as EngineHostError {
            // The request was too large and not sent; only the first of a task can be.
            phase.withLock { $0 = .free }
            throw error
        }
    }

    /// The child said what it may not say now.
    func nonsense() -> EngineLoss { lost(child.nonsense()) }

    private func lost(_ loss: EngineLoss) -> EngineLoss {
        phase.withLock { $0 = .over }
        pool.lost(child, loss)
        return loss
    }
}
