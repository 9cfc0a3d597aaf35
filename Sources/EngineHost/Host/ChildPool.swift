internal import PlatformSupport
public import Speech
internal import Synchronization

/// The engine processes of one service: those at work and those waiting for a task.
///
/// Calls block while a process is started or awaited. Thread-safe.
final class ChildPool: Sendable {
    /// A waiting child with the start of its wait.
    private struct Idle {
        let child: EngineChild
        let since: Duration
    }

    private struct State {
        /// In order of last use; the last is used next.
        var idle: [Idle] = []
        var working = 0
        var policy: RestartPolicy
        var identifiers: Set<Int32> = []
        var losses = 0
        var hangs = 0
        var recycled = 0
        var lastLoss: String?
        var recoveries = LatencyRecorder(capacity: 1_000)
    }

    /// Idle time after which a child is ended that was needed only for simultaneous tasks. Such tasks come in
    /// succession.
    private static let maxIdle = Duration.seconds(60)

    let settings: EngineHostSettings
    let now: @Sendable () -> Duration
    /// One heap for all threads of a child (`mallopt(3)`, `M_ARENA_MAX`). With one heap per thread, memory freed by a
    /// recognition is not reused by the next one on another thread: creating a recogniser with a menu's phrases takes
    /// 320 MB for a moment, and two heaps of that size exceed `memoryHeadroom`.
    private static let heaps = ["MALLOC_ARENA_MAX": "1"]

    private let command: ChildProcess.Command
    private let log: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// Creates an empty pool.
    ///
    /// - Throws: `EngineHostError.invalidSetting`.
    init(
        _ command: ChildProcess.Command, settings: EngineHostSettings, now: @escaping @Sendable () -> Duration,
        log: @escaping @Sendable (String) -> Void
    )
        throws(EngineHostError)
    {
        try settings.validate()
        var confined = command
        confined.environment.merge(
            Confinement(memoryLimit: settings.memoryLimit, memoryHeadroom: settings.memoryHeadroom).environment
        ) { _, new in new }
        confined.environment.merge(Self.heaps) { given, _ in given }
        self.command = confined
        self.settings = settings
        self.now = now
        self.log = log
        state = Mutex(State(policy: RestartPolicy(settings: settings)))
    }

    deinit {
        for idle in state.withLock({ $0.idle }) { idle.child.end() }
    }

    /// Returns a loaded, responsive child for one owner until `release` or `recordLoss`.
    ///
    /// - Parameter abort: ends the wait.
    /// - Throws: `EngineHostError`, or `CancellationError` when `abort` is raised.
    func acquire(abort: AbortFlag? = nil) throws -> EngineChild {
        let isFree = state.withLock { state in
            guard state.working < settings.mostChildren else { return false }
            state.working += 1
            return true
        }
        guard isFree else { throw EngineHostError.tooManyTasks(limit: settings.mostChildren) }
        do {
            while true {
                if let child = try readyChild(abort: abort) {
                    try startSpares()
                    return child
                }
            }
        } catch {
            state.withLock { $0.working -= 1 }
            throw error
        }
    }

    /// One attempt; `nil` when the child was lost and the loss was counted.
    private func readyChild(abort: AbortFlag?) throws -> EngineChild? {
        let child = try state.withLock({ $0.idle.popLast()?.child }) ?? start(abort: abort)
        do {
            try child.makeReady(settings, abort: abort)
            state.withLock { $0.policy.recordLoad() }
            return child
        } catch let loss as EngineLoss {
            count(loss, of: child)
            return nil
        } catch {
            terminate(child)
            throw error
        }
    }

    /// Starts a child after the restart delay.
    private func start(abort: AbortFlag?) throws -> EngineChild {
        let decision = state.withLock { $0.policy.decide(at: now()) }
        switch decision {
        case .giveUp(let error): throw error
        case .start(let delay):
            let end = now() + delay
            let limit = WaitLimit(now: now, end: end, abort: abort)
            while now() < end {
                do throws(ChannelError) {
                    try limit.wait(for: nil)
                } catch {
                    if error == .interrupted { throw CancellationError() }
                }
            }
            return try startNow()
        }
    }

    private func startNow() throws(EngineHostError) -> EngineChild {
        let child = try EngineChild(command, now: now, log: log)
        state.withLock { _ = $0.identifiers.insert(child.identifier) }
        return child
    }

    /// Starts the missing spare children, unless a restart delay applies.
    private func startSpares() throws(EngineHostError) {
        let missing = state.withLock { state in
            guard state.policy.decide(at: now()) == .start(after: .zero) else { return 0 }
            return max(0, settings.spares - state.idle.count)
        }
        for _ in 0..<missing {
            let child = try startNow()
            let idle = Idle(child: child, since: now())
            state.withLock { $0.idle.insert(idle, at: 0) }
        }
    }

    /// Returns a child after its task. A child due for recycling is replaced at once, so that its successor is loaded
    /// before the next task.
    func release(_ child: EngineChild) {
        state.withLock { $0.working -= 1 }
        let time = now()
        guard child.needsRecycling(settings) else {
            let unneeded = state.withLock { state in
                state.idle.append(Idle(child: child, since: time))
                let most = max(0, state.working + state.idle.count - 1 - settings.spares)
                let unneeded = state.idle.prefix(most).prefix { time - $0.since >= Self.maxIdle }
                state.idle.removeFirst(unneeded.count)
                return Array(unneeded)
            }
            for idle in unneeded { terminate(idle.child) }
            return
        }
        terminate(child)
        log("the engine's process was replaced after its time")
        let successor = try? startNow()
        state.withLock { state in
            state.recycled += 1
            if let successor { state.idle.append(Idle(child: successor, since: time)) }
        }
    }

    /// Records the loss of a child by its owner.
    func recordLoss(of child: EngineChild, _ loss: EngineLoss) {
        count(loss, of: child)
        state.withLock { $0.working -= 1 }
    }

    /// Records that a successor has caught up.
    ///
    /// - Parameter time: time since the loss was detected.
    func recordRecovery(in time: Duration) {
        state.withLock { state in
            state.policy.recordRecovery()
            state.recoveries.record(time)
        }
    }

    /// Records a task without a loss.
    func recordSuccess() { state.withLock { $0.policy.recordRecovery() } }

    private func count(_ loss: EngineLoss, of child: EngineChild) {
        terminate(child)
        log(loss.reason)
        state.withLock { state in
            state.policy.recordLoss(loss, at: now())
            state.losses += 1
            if case .hung = loss.cause { state.hangs += 1 }
            state.lastLoss = loss.reason
        }
    }

    private func terminate(_ child: EngineChild) {
        child.end()
        state.withLock { _ = $0.identifiers.remove(child.identifier) }
    }

    var health: EngineHostHealth {
        state.withLock { state in
            EngineHostHealth(
                processIdentifiers: state.identifiers.sorted(), losses: state.losses, hangs: state.hangs,
                recycled: state.recycled, lastLoss: state.lastLoss,
                recoveries: state.recoveries)
        }
    }
}

/// The history of a service's processes.
public struct EngineHostHealth: Sendable {
    /// Ids of the running processes.
    public let processIdentifiers: [Int32]
    /// Number of processes that died, hung, violated the protocol, or whose engine failed at what it had done before.
    public let losses: Int
    /// Number of those that hung.
    public let hangs: Int
    /// Number of processes replaced because of their age or size.
    public let recycled: Int
    /// Reason of the last loss, as one phrase.
    public let lastLoss: String?
    /// Times from the detection of a loss in a recognition until its successor had caught up.
    public let recoveries: LatencyRecorder
}
