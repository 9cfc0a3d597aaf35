internal import PlatformSupport
public import Speech
internal import Synchronization

/// The engine processes of one service: those at work, and those that wait for the next task.
///
/// Calls block while a process is started or asked. Safe from any thread.
final class ChildPool: Sendable {
    /// A child that waits, and since when.
    private struct Idle {
        let child: EngineChild
        let since: Duration
    }

    private struct State {
        /// The one used last comes last and is used next.
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

    /// Time after which a child that tasks at the same time needed, and that none has needed since, is ended. Such
    /// tasks come in a row.
    private static let longestIdle = Duration.seconds(60)

    let settings: EngineHostSettings
    let now: @Sendable () -> Duration
    private let command: ChildProcess.Command
    private let log: @Sendable (String) -> Void
    private let state: Mutex<State>

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
        self.command = confined
        self.settings = settings
        self.now = now
        self.log = log
        state = Mutex(State(policy: RestartPolicy(settings: settings)))
    }

    deinit {
        for idle in state.withLock({ $0.idle }) { idle.child.end() }
    }

    /// A child that is loaded and answers, for one owner until `release` or `lost`.
    ///
    /// - Parameter abort: ends the waiting.
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
                    try fillSpares()
                    return child
                }
            }
        } catch {
            state.withLock { $0.working -= 1 }
            throw error
        }
    }

    /// One try at a child; `nil` when it was lost and that was counted.
    private func readyChild(abort: AbortFlag?) throws -> EngineChild? {
        let child = try state.withLock({ $0.idle.popLast()?.child }) ?? start(abort: abort)
        do {
            try child.makeReady(settings, abort: abort)
            state.withLock { $0.policy.loaded() }
            return child
        } catch let loss as EngineLoss {
            count(loss, of: child)
            return nil
        } catch {
            forget(child)
            throw error
        }
    }

    /// Starts a child after the wait that the losses before it ask for.
    private func start(abort: AbortFlag?) throws -> EngineChild {
        let decision = state.withLock { $0.policy.decide(at: now()) }
        switch decision {
        case .giveUp(let error): throw error
        case .start(let delay):
            let end = now() + delay
            let patience = Patience(now: now, end: end, abort: abort)
            while now() < end {
                do throws(ChannelError) {
                    try patience.wait(for: nil)
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

    /// Starts what is missing of the spare children, unless losses ask for patience.
    private func fillSpares() throws(EngineHostError) {
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

    /// Takes a child back whose task is over. One that is worn out is replaced at once, so that its successor has
    /// loaded by the next task.
    func release(_ child: EngineChild) {
        state.withLock { $0.working -= 1 }
        let time = now()
        guard child.isWorn(settings) else {
            let unneeded = state.withLock { state in
                state.idle.append(Idle(child: child, since: time))
                let most = max(0, state.working + state.idle.count - 1 - settings.spares)
                let unneeded = state.idle.prefix(most).prefix { time - $0.since >= Self.longestIdle }
                state.idle.removeFirst(unneeded.count)
                return Array(unneeded)
            }
            for idle in unneeded { forget(idle.child) }
            return
        }
        forget(child)
        log("the engine's process was replaced after its time")
        let successor = try? startNow()
        state.withLock { state in
            state.recycled += 1
            if let successor { state.idle.append(Idle(child: successor, since: time)) }
        }
    }

    /// Takes note that a child was lost by its owner.
    func lost(_ child: EngineChild, _ loss: EngineLoss) {
        count(loss, of: child)
        state.withLock { $0.working -= 1 }
    }

    /// A successor has caught up with what its predecessor was lost over.
    ///
    /// - Parameter time: since the loss was noticed.
    func recovered(in time: Duration) {
        state.withLock { state in
            state.policy.recovered()
            state.recoveries.record(time)
        }
    }

    /// A task was done without a loss.
    func succeeded() { state.withLock { $0.policy.recovered() } }

    private func count(_ loss: EngineLoss, of child: EngineChild) {
        forget(child)
        log(loss.reason)
        state.withLock { state in
            state.policy.lost(loss, at: now())
            state.losses += 1
            if case .hung = loss.cause { state.hangs += 1 }
            state.lastLoss = loss.reason
        }
    }

    private func forget(_ child: EngineChild) {
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

/// What became of a service's processes so far.
public struct EngineHostHealth: Sendable {
    /// The processes that live now.
    public let processIdentifiers: [Int32]
    /// Processes that died, hung or spoke nonsense.
    public let losses: Int
    /// Those of them that hung.
    public let hangs: Int
    /// Processes replaced for their age or size.
    public let recycled: Int
    /// Why the last one was lost, in one phrase.
    public let lastLoss: String?
    /// Times from noticing a loss in a recognition until its successor had read again what was said.
    public let recoveries: LatencyRecorder
}
