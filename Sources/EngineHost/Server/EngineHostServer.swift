internal import Dispatch
internal import Foundation
internal import Glibc
internal import PlatformSupport
internal import Synchronization

/// The child's side: serves an engine to the process that started this one, and ends with it.
public enum EngineHostServer {
    /// The descriptor at which a child finds its channel.
    public static let channel: Int32 = 3

    /// Requests that can wait at once: the one that is due and a `cancel` or two.
    private static let mostWaiting = 8

    /// Longest time that one call of an engine may take, of which the host need not know: a second reader that hangs is
    /// waited for by nobody. No engine is given more than half a minute of audio at once, and none is of use that takes
    /// three times as long.
    public static let longestCall = Duration.seconds(90)

    /// Whether this process was started as a child: it has a channel.
    public static var isChild: Bool {
        var kind: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(channel, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 && kind == Int32(SOCK_STREAM.rawValue)
    }

    /// Confines this process, loads the engine, greets the host, and serves until the host goes. Ends the process,
    /// whatever the engine is doing then: the end of the channel is seen by a thread that does nothing else.
    /// (`PR_SET_PDEATHSIG` is no way here: it fires when the *thread* that started the child ends.)
    ///
    /// - Parameters:
    ///   - environment: this process's, with what the host wants of it.
    ///   - longestCall: an engine's call that takes longer ends this process; the host starts another, which reads the
    ///     open utterance again.
    ///   - describe: turns an engine's error into what is sent to the host.
    ///   - load: makes the engine; an error is told to the host, which tries a few times: a disk may fail once.
    public static func serve(
        environment: [String: String], longestCall: Duration = longestCall,
        describe: @escaping @Sendable (any Error) -> EngineFailure, load: () throws -> HostedEngine
    ) async -> Never {
        let confinement = Confinement(environment: environment)
        confinement.apply()
        let channel = MessageChannel(FileDescriptor(owning: Self.channel))
        let requests = read(channel)
        let answers = Answers(channel)
        do {
            let engine = try load()
            confinement.boundGrowth()
            answers.send(.hello(engine: engine.name, model: engine.model))
            watchCalls(longestCall)
            let desk = TaskDispatcher(engine: engine, answers: answers, describe: describe)
            for await request in requests { desk.take(request) }
        } catch {
            answers.send(.unavailable(describe(error)))
            for await _ in requests {}
        }
        _exit(0)
    }

    /// Ends this process when a call of the engine does not return.
    private static func watchCalls(_ longest: Duration) {
        Thread.detachNewThread {
            while SerialWorker.longestRun <= longest { usleep(UInt32(longest / .microseconds(1) / 8)) }
            FileHandle.standardError.write(Data("a call of the engine has not returned for \(longest)\n".utf8))
            _exit(70)
        }
    }

    /// Reads requests on a thread of its own.
    private static func read(_ channel: MessageChannel) -> AsyncStream<HostRequest> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: HostRequest.self, bufferingPolicy: .bufferingOldest(mostWaiting))
        DispatchQueue(label: "brews.engine-host-reader", qos: .userInitiated).async {
            while true {
                do {
                    let request = try HostRequest(channel.receive(.endless))
                    // A host asks for one thing at a time; one that floods is broken, and so is one that sends what
                    // cannot be read.
                    guard case .enqueued = continuation.yield(request) else { _exit(70) }
                } catch ChannelError.closed {
                    _exit(0)
                } catch {
                    _exit(70)
                }
            }
        }
        return stream
    }
}

/// The way back to the host.
struct Answers: Sendable {
    private let channel: MessageChannel

    init(_ channel: MessageChannel) { self.channel = channel }

    /// Sends an answer. Blocks where the host does not read, which then waits for this very answer or is gone.
    func send(_ reply: HostReply) {
        do {
            try channel.send(try reply.message(), .endless)
        } catch is ChannelError {
            _exit(0)
        } catch {
            // No engine says so much in one piece.
            _exit(70)
        }
    }
}
