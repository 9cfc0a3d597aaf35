internal import Speech
internal import Synchronization

/// Starts tasks and passes requests to the current one.
final class TaskDispatcher: Sendable {
    /// A running task with its mailbox.
    private final class Assignment: Sendable {
        let task: UInt64
        let mailbox = Mailbox()
        private let work = Mutex<Task<Void, Never>?>(nil)

        init(task: UInt64) { self.task = task }

        func begin(_ body: @escaping @Sendable () async -> Void) { work.withLock { $0 = Task(operation: body) } }

        func cancel() { work.withLock { $0 }?.cancel() }
    }

    /// The engine does not support the request.
    private struct NotServed: Error {}

    private let engine: HostedEngine
    private let replies: ReplyWriter
    private let describe: @Sendable (any Error) -> EngineFailure
    private let current = Mutex<Assignment?>(nil)

    init(engine: HostedEngine, replies: ReplyWriter, describe: @escaping @Sendable (any Error) -> EngineFailure) {
        self.engine = engine
        self.replies = replies
        self.describe = describe
    }

    /// Processes the next request, in order.
    func process(_ request: HostRequest) {
        switch request {
        case .ping(let number): replies.send(.pong(number))
        case .canHear(let word): replies.send(.hears(engine.voiceService?.canHear(word) ?? false))
        case .cancel(let task): assignment(task)?.cancel()
        case .next(let task), .audio(let task, _), .end(let task): assignment(task)?.mailbox.put(request)
        case .start(let task, let vocabulary):
            begin(task) { [engine, replies] mailbox in
                guard let service = engine.voiceService else { throw NotServed() }
                let results = try await service.startListening(
                    to: HostInput(task: task, mailbox: mailbox, replies: replies), vocabulary: vocabulary)
                replies.send(.started(task: task))
                var iterator = results.makeAsyncIterator()
                while true {
                    guard case .next = try await mailbox.take() else { throw NotServed() }
                    guard let result = try await iterator.next() else { return .closed(task: task) }
                    replies.send(.result(task: task, result))
                }
            }
        case .recognize(let task, let frame, let vocabulary):
            begin(task) { [engine] _ in
                guard let recognizer = engine.utteranceRecognizer else { throw NotServed() }
                return .words(task: task, try await recognizer.recognize(frame, vocabulary: vocabulary))
            }
        case .synthesize(let task, let text):
            begin(task) { [engine] _ in
                guard let synthesizer = engine.synthesizer else { throw NotServed() }
                return .speech(task: task, try await synthesizer.synthesize(text))
            }
        }
    }

    private func assignment(_ task: UInt64) -> Assignment? {
        current.withLock { $0?.task == task ? $0 : nil }
    }

    /// Starts a task.
    ///
    /// - Parameter work: performs the task and returns its last reply.
    private func begin(_ task: UInt64, _ work: @escaping @Sendable (Mailbox) async throws -> HostReply) {
        let assignment = Assignment(task: task)
        current.withLock { $0 = assignment }
        assignment.begin { [self] in
            let last: HostReply
            do {
                last = try await work(assignment.mailbox)
            } catch is CancellationError {
                last = .closed(task: task)
            } catch {
                last = .failed(task: task, describe(error))
            }
            // Before the reply, because the host may start the next task as soon as it has it.
            current.withLock { if $0 === assignment { $0 = nil } }
            replies.send(last)
        }
    }
}

/// The host's audio as the engine's input: requests a frame and returns it, or the end.
private actor HostInput: AudioInput {
    private let task: UInt64
    private let mailbox: Mailbox
    private let replies: ReplyWriter
    private var hasEnded = false

    init(task: UInt64, mailbox: Mailbox, replies: ReplyWriter) {
        self.task = task
        self.mailbox = mailbox
        self.replies = replies
    }

    func nextFrame() async throws -> AudioFrame? {
        guard !hasEnded else { return nil }
        replies.send(.audioNeeded(task: task))
        guard case .audio(_, let frame) = try await mailbox.take() else {
            hasEnded = true
            return nil
        }
        return frame
    }
}

/// A mailbox for one request, awaited by a task.
final class Mailbox: Sendable {
    private enum State {
        case empty
        case filled(HostRequest)
        case awaited(CheckedContinuation<HostRequest, any Error>)
        case cancelled
    }

    private let state = Mutex(State.empty)

    /// Stores a request. A second one replaces the first, which no host sends.
    func put(_ request: HostRequest) {
        let waiting: CheckedContinuation<HostRequest, any Error>? = state.withLock { state in
            switch state {
            case .awaited(let continuation):
                state = .empty
                return continuation
            case .empty, .filled:
                state = .filled(request)
                return nil
            case .cancelled: return nil
            }
        }
        waiting?.resume(returning: request)
    }

    /// Removes and returns the request, waiting for it.
    ///
    /// - Throws: `CancellationError` once the task is cancelled.
    func take() async throws -> HostRequest {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready: Result<HostRequest, any Error>? = state.withLock { state in
                    switch state {
                    case .filled(let request):
                        state = .empty
                        return .success(request)
                    case .empty:
                        state = .awaited(continuation)
                        return nil
                    case .cancelled, .awaited: return .failure(CancellationError())
                    }
                }
                if let ready { continuation.resume(with: ready) }
            }
        } onCancel: {
            let waiting: CheckedContinuation<HostRequest, any Error>? = state.withLock { state in
                defer { state = .cancelled }
                guard case .awaited(let continuation) = state else { return nil }
                return continuation
            }
            waiting?.resume(throwing: CancellationError())
        }
    }
}
