internal import Dispatch
internal import Foundation
internal import Glibc
internal import PlatformSupport
internal import Synchronization

/// The child's side: serves an engine to the parent process, and ends with it.
///
/// ```
/// guard EngineHostServer.isChild else { return }
/// await EngineHostServer.serve(
///     environment: ProcessInfo.processInfo.environment,
///     describe: { EngineFailure(code: 1, text: "\($0)") },
///     load: { HostedEngine(name: "vosk", model: "brews-en", voiceService: try VoskVoiceService(model: model)) })
/// ```
public enum EngineHostServer {
    /// The descriptor of a child's channel.
    public static let channel: Int32 = 3

    /// Largest number of waiting requests: the one that is due and up to two `cancel`.
    private static let maxWaiting = 8

    /// Longest duration of one engine call. The host does not always wait for a result, so it may not detect a second
    /// pass that hangs. No engine is given more than 30 s of audio at once, and one that needs three times as long is
    /// of no use.
    public static let longestCall = Duration.seconds(90)

    /// Whether this process was started as a child, that is, has a channel.
    public static var isChild: Bool {
        var kind: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(channel, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 && kind == Int32(SOCK_STREAM.rawValue)
    }

    /// Confines this process, loads the engine, greets the host, and serves until the host closes the channel. A
    /// separate thread watches the channel and ends the process whatever the engine is doing. (`PR_SET_PDEATHSIG`
    /// cannot be used: it fires when the *thread* that started the child ends.)
    ///
    /// - Parameters:
    ///   - environment: this process's environment with the limits set by the host.
    ///   - longestCall: an engine call that takes longer ends this process; the host starts another, which decodes the
    ///     open utterance again.
    ///   - describe: converts an engine's error for the host.
    ///   - load: creates the engine. An error is reported to the host, which retries a few times, because a disk may
    ///     fail once.
    public static func serve(
        environment: [String: String], longestCall: Duration = longestCall,
        describe: @escaping @Sendable (any Error) -> EngineFailure, load: () throws -> HostedEngine
    ) async -> Never {
        let confinement = Confinement(environment: environment)
        confinement.apply()
        let channel = MessageChannel(FileDescriptor(owning: Self.channel))
        let requests = read(channel)
        let replies = ReplyWriter(channel)
        do {
            let engine = try load()
            confinement.limitGrowth()
            replies.send(.hello(engine: engine.name, model: engine.model))
            watchCalls(longestCall)
            let dispatcher = TaskDispatcher(engine: engine, replies: replies, describe: describe)
            for await request in requests { dispatcher.process(request) }
        } catch {
            replies.send(.unavailable(describe(error)))
            for await _ in requests {}
        }
        _exit(0)
    }

    /// Ends this process when an engine call does not return.
    private static func watchCalls(_ longest: Duration) {
        Thread.detachNewThread {
            while SerialWorker.longestRun <= longest { usleep(UInt32(longest / .microseconds(1) / 8)) }
            FileHandle.standardError.write(Data("a call of the engine has not returned for \(longest)\n".utf8))
            _exit(70)
        }
    }

    /// Reads requests on a separate thread.
    private static func read(_ channel: MessageChannel) -> AsyncStream<HostRequest> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: HostRequest.self, bufferingPolicy: .bufferingOldest(maxWaiting))
        DispatchQueue(label: "brews.engine-host-reader", qos: .userInitiated).async {
            while true {
                do {
                    let request = try HostRequest(channel.receive(.endless))
                    // A host sends one request at a time; one that sends more, or invalid messages, is broken.
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

/// The channel for replies to the host.
struct ReplyWriter: Sendable {
    private let channel: MessageChannel

    init(_ channel: MessageChannel) { self.channel = channel }

    /// Sends a reply. This blocks while the host does not read.
    func send(_ reply: HostReply) {
        do {
            try channel.send(try reply.message(), .endless)
        } catch is ChannelError {
            _exit(0)
        } catch {
            // No engine has a reply of this size.
            _exit(70)
        }
    }
}
