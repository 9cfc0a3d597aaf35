internal import PlatformSupport
internal import Synchronization

/// One engine process and the conversation with it.
///
/// Calls block. One thread at a time owns a child: the pool hands it out and takes it back.
final class EngineChild: Sendable {
    private struct State {
        var greeting: Greeting?
        var lastTask: UInt64 = 0
        /// Resident bytes when it was first handed back: once its engine was loaded, or its first task was over.
        var baseline: Int?
    }

    struct Greeting: Equatable, Sendable {
        let engine: String
        let model: String
    }

    /// Time a process that closed its channel has to end by itself, so that its own reason is known.
    private static let lastBreath = Duration.milliseconds(500)

    let started: Duration
    private let process: ChildProcess
    private let channel: MessageChannel
    private let now: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Starts the process; it loads its engine meanwhile.
    ///
    /// - Throws: `EngineHostError.cannotStart`.
    init(
        _ command: ChildProcess.Command, now: @escaping @Sendable () -> Duration,
        log: @escaping @Sendable (String) -> Void
    ) throws(EngineHostError) {
        let parts = try ChildProcess.start(command)
        process = parts.process
        channel = parts.channel
        ChildOutput.forward(parts.output, to: log)
        started = now()
        self.now = now
    }

    var identifier: Int32 { process.identifier }
    var residentBytes: Int? { process.residentBytes }
    var greeting: Greeting? { state.withLock { $0.greeting } }

    /// A number for the next task.
    func nextTask() -> UInt64 {
        state.withLock { state in
            state.lastTask += 1
            return state.lastTask
        }
    }

    /// Ends the process.
    func end() { _ = process.end() }

    /// Waits for the engine to be loaded, or for a sign of life of one that was loaded before.
    ///
    /// - Throws: `EngineLoss`, or `CancellationError` when `abort` is raised.
    func makeReady(_ settings: EngineHostSettings, abort: AbortFlag?) throws {
        guard greeting == nil else {
            let number = nextTask()
            guard case .pong(number) = try exchange(.ping(number), deadline: settings.leastDeadline, abort: abort)
            else { throw nonsense() }
            return
        }
        switch try receive(Patience(settings.loadDeadline, now: now, abort: abort), deadline: settings.loadDeadline) {
        case .hello(let engine, let model): state.withLock { $0.greeting = Greeting(engine: engine, model: model) }
        case .unavailable(let failure): throw loss(.refused(failure))
        default: throw nonsense()
        }
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter deadline: time until the answer after which the child counts as hung.
    /// - Throws: `EngineLoss` (the process is ended then), `EngineHostError.tooLarge`, or `CancellationError` when
    ///   `abort` is raised.
    func exchange(_ request: HostRequest, deadline: Duration, abort: AbortFlag?) throws -> HostReply {
        let patience = Patience(deadline, now: now, abort: abort)
        try send(request, patience, deadline: deadline)
        return try receive(patience, deadline: deadline)
    }

    /// Lets go of a task that was abandoned, and waits until the engine has.
    ///
    /// - Throws: `EngineLoss`.
    func settle(_ task: UInt64, deadline: Duration) throws {
        let patience = Patience(deadline, now: now, abort: nil)
        try send(.cancel(task: task), patience, deadline: deadline)
        while try receive(patience, deadline: deadline).endedTask != task {}
    }

    /// Whether it has lived or grown enough to be replaced.
    func isWorn(_ settings: EngineHostSettings) -> Bool {
        let leastGrowth = 32 << 20
        guard now() - started < settings.recycleAge else { return true }
        // Where the system does not tell, age alone decides: replaced after each task, it would never have an engine
        // that is warm.
        guard let resident = residentBytes else { return false }
        return state.withLock { state in
            guard let baseline = state.baseline else {
                state.baseline = resident
                return false
            }
            return resident > max(Int(Double(baseline) * settings.recycleGrowth), baseline + leastGrowth)
        }
    }

    /// The loss of a child that said what it may not say now.
    func nonsense() -> EngineLoss { loss(.spokeNonsense(.valueOutOfRange("order of messages"))) }

    private func send(_ request: HostRequest, _ patience: Patience, deadline: Duration) throws {
        let message: [UInt8]
        do {
            message = try request.message()
        } catch WireError.lengthOutOfRange(let bytes) {
            throw EngineHostError.tooLarge(bytes: bytes)
        }
        do throws(ChannelError) {
            try channel.send(message, patience)
        } catch {
            throw translated(error, deadline)
        }
    }

    private func receive(_ patience: Patience, deadline: Duration) throws -> HostReply {
        let message: [UInt8]
        do throws(ChannelError) {
            message = try channel.receive(patience)
        } catch {
            throw translated(error, deadline)
        }
        do throws(WireError) {
            return try HostReply(message)
        } catch {
            throw loss(.spokeNonsense(error))
        }
    }

    private func translated(_ error: ChannelError, _ deadline: Duration) -> any Error {
        switch error {
        case .closed: loss(.died(process.end(grace: Self.lastBreath)))
        case .late: loss(.hung(deadline))
        case .damaged(let damage): loss(.spokeNonsense(damage))
        case .interrupted: CancellationError()
        }
    }

    private func loss(_ cause: EngineLoss.Cause) -> EngineLoss {
        end()
        return EngineLoss(cause: cause, wasLoading: greeting == nil)
    }
}
