internal import PlatformSupport
internal import Synchronization

/// An engine process with its message channel.
///
/// Calls block. A child has one owner at a time; the pool hands it out and takes it back.
final class EngineChild: Sendable {
    private struct State {
        var greeting: Greeting?
        var lastTask: UInt64 = 0
        /// Whether its engine has completed a task, or an utterance of one.
        var hasServed = false
        /// Resident bytes at its first return to the pool: after its engine was loaded, or after its first task.
        var baseline: Int?
    }

    struct Greeting: Equatable, Sendable {
        let engine: String
        let model: String
    }

    /// Time for a process that closed its channel to exit by itself, so that its own exit status is known.
    private static let exitGrace = Duration.milliseconds(500)

    let started: Duration
    private let process: ChildProcess
    private let channel: MessageChannel
    private let now: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Starts the process, which loads its engine meanwhile.
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

    /// Whether the engine has completed a task or an utterance in this process.
    var hasServed: Bool { state.withLock { $0.hasServed } }

    /// Records that the engine has completed a task or an utterance.
    func served() { state.withLock { $0.hasServed = true } }

    /// Returns the id of the next task.
    func nextTask() -> UInt64 {
        state.withLock { state in
            state.lastTask += 1
            return state.lastTask
        }
    }

    /// Ends the process.
    func end() { _ = process.end() }

    /// Waits until the engine is loaded; an engine loaded earlier is pinged.
    ///
    /// - Throws: `EngineLoss`, or `CancellationError` when `abort` is raised.
    func makeReady(_ settings: EngineHostSettings, abort: AbortFlag?) throws {
        guard greeting == nil else {
            let number = nextTask()
            guard case .pong(number) = try exchange(.ping(number), deadline: settings.leastDeadline, abort: abort)
            else { throw protocolViolation() }
            return
        }
        switch try receive(WaitLimit(settings.loadDeadline, now: now, abort: abort), deadline: settings.loadDeadline) {
        case .hello(let engine, let model): state.withLock { $0.greeting = Greeting(engine: engine, model: model) }
        case .unavailable(let failure): throw loss(.refused(failure))
        default: throw protocolViolation()
        }
    }

    /// Sends a request and waits for its reply.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - deadline: time after which the child counts as hung.
    ///   - abort: ends the wait.
    /// - Throws: `EngineLoss` (the process has been ended), `EngineHostError.tooLarge`, or `CancellationError` when
    ///   `abort` is raised.
    func exchange(_ request: HostRequest, deadline: Duration, abort: AbortFlag?) throws -> HostReply {
        let limit = WaitLimit(deadline, now: now, abort: abort)
        try send(request, limit, deadline: deadline)
        return try receive(limit, deadline: deadline)
    }

    /// Cancels an abandoned task and waits until the engine has ended it.
    ///
    /// - Throws: `EngineLoss`.
    func cancelAndDrain(_ task: UInt64, deadline: Duration) throws {
        let limit = WaitLimit(deadline, now: now, abort: nil)
        try send(.cancel(task: task), limit, deadline: deadline)
        while try receive(limit, deadline: deadline).endedTask != task {}
    }

    /// Returns whether the child is old or large enough to be replaced.
    func needsRecycling(_ settings: EngineHostSettings) -> Bool {
        let minGrowth = 32 << 20
        guard now() - started < settings.recycleAge else { return true }
        // Without a figure for the memory only the age counts; replacing the child after each task would never leave a
        // warm engine.
        guard let resident = residentBytes else { return false }
        return state.withLock { state in
            guard let baseline = state.baseline else {
                state.baseline = resident
                return false
            }
            return resident > max(Int(Double(baseline) * settings.recycleGrowth), baseline + minGrowth)
        }
    }

    /// Returns the loss of a child whose message is not allowed in this state.
    func protocolViolation() -> EngineLoss { loss(.protocolViolation(.valueOutOfRange("order of messages"))) }

    /// Returns the loss of a child whose engine failed at what it had done before.
    func worn(_ failure: EngineFailure) -> EngineLoss { loss(.worn(failure)) }

    private func send(_ request: HostRequest, _ limit: WaitLimit, deadline: Duration) throws {
        let message: [UInt8]
        do {
            message = try request.message()
        } catch WireError.lengthOutOfRange(let bytes) {
            throw EngineHostError.tooLarge(bytes: bytes)
        }
        do throws(ChannelError) {
            try channel.send(message, limit)
        } catch {
            throw translated(error, deadline)
        }
    }

    private func receive(_ limit: WaitLimit, deadline: Duration) throws -> HostReply {
        let message: [UInt8]
        do throws(ChannelError) {
            message = try channel.receive(limit)
        } catch {
            throw translated(error, deadline)
        }
        do throws(WireError) {
            return try HostReply(message)
        } catch {
            throw loss(.protocolViolation(error))
        }
    }

    private func translated(_ error: ChannelError, _ deadline: Duration) -> any Error {
        switch error {
        case .closed: loss(.died(process.end(grace: Self.exitGrace)))
        case .late: loss(.hung(deadline))
        case .damaged(let damage): loss(.protocolViolation(damage))
        case .interrupted: CancellationError()
        }
    }

    private func loss(_ cause: EngineLoss.Cause) -> EngineLoss {
        end()
        return EngineLoss(cause: cause, wasLoading: greeting == nil)
    }
}
