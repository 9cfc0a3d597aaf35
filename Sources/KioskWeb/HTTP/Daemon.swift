internal import CMicrohttpd
internal import Glibc
internal import Synchronization

/// libmicrohttpd with one polling thread and no listening socket: it is given connections whose request has arrived
/// completely.
///
/// Callbacks copy, hand over and return; none of them waits for the kiosk.
final class Daemon: Sendable {
    private let context: DaemonContext
    private let handle: Mutex<Handle>

    private struct Handle: @unchecked Sendable {
        // Sendable: what is called on it here may be called from any thread, and the lock around it ends with `stop`.
        var daemon: OpaquePointer?
    }

    /// - Parameters:
    ///   - connections: most at a time.
    ///   - idleSeconds: how long a reader may take nothing of its answer.
    ///   - route: called on the daemon's thread; must not wait.
    ///   - connectionEnded: called on the daemon's thread after each connection's end.
    /// - Throws: `KioskWebError.daemonRefused`.
    init(
        connections: Int, idleSeconds: Int, mostBodyBytes: Int, hub: EventHub,
        route: @escaping @Sendable (HTTPRequest) -> Answer,
        connectionEnded: @escaping @Sendable () -> Void
    ) throws(KioskWebError) {
        context = DaemonContext(mostBodyBytes: mostBodyBytes, hub: hub, route: route, connectionEnded: connectionEnded)
        // Twice as many as are ever handed over: a connection counts until the daemon has swept it up.
        let daemon = brews_mhd_start(
            Unmanaged.passUnretained(context).toOpaque(), accessHandler, requestBegins, requestEnds, connectionChanges,
            leaveEscaped, UInt32(connections * 2),
            UInt32(idleSeconds), 64 << 10)
        guard let daemon else { throw .daemonRefused }
        handle = Mutex(Handle(daemon: daemon))
    }

    /// Gives a connected socket away (`MHD_add_connection`), which the daemon then closes.
    ///
    /// - Returns: whether it was taken; it is closed in any case.
    func take(_ socket: Int32, from address: inout sockaddr_in) -> Bool {
        handle.withLock { handle in
            guard let daemon = handle.daemon else {
                close(socket)
                return false
            }
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    MHD_add_connection(daemon, socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == .YES
                }
            }
        }
    }

    /// Answers whatever rests: the kiosk will not any more.
    func finishAll() { context.finishAll() }

    /// Closes every connection and ends the thread (`MHD_stop_daemon`). Blocks for as long as a callback runs.
    func stop() {
        context.finishAll()
        let daemon = handle.withLock { handle in
            defer { handle.daemon = nil }
            return handle.daemon
        }
        if let daemon { MHD_stop_daemon(daemon) }
    }
}

/// What the callbacks work with. Kept alive by the daemon's owner until the daemon has stopped.
private final class DaemonContext: Sendable {
    let mostBodyBytes: Int
    let hub: EventHub
    let route: @Sendable (HTTPRequest) -> Answer
    let connectionEnded: @Sendable () -> Void
    /// Exchanges that rest, `nil` once the daemon stops.
    private let resting = Mutex<[ObjectIdentifier: Exchange]?>([:])

    init(
        mostBodyBytes: Int, hub: EventHub, route: @escaping @Sendable (HTTPRequest) -> Answer,
        connectionEnded: @escaping @Sendable () -> Void
    ) {
        self.mostBodyBytes = mostBodyBytes
        self.hub = hub
        self.route = route
        self.connectionEnded = connectionEnded
    }

    /// - Returns: whether the exchange may rest; not while the daemon stops.
    func keep(_ exchange: Exchange, _ connection: OpaquePointer) -> Bool {
        resting.withLock { resting in
            guard resting != nil else { return false }
            resting?[ObjectIdentifier(exchange)] = exchange
            exchange.rest(DaemonConnection(connection))
            return true
        }
    }

    func forget(_ exchange: Exchange) { resting.withLock { $0?[ObjectIdentifier(exchange)] = nil } }

    func finishAll() {
        let exchanges = resting.withLock { resting in
            defer { resting = nil }
            return resting.map { Array($0.values) } ?? []
        }
        for exchange in exchanges { exchange.finish(.text(503, "The kiosk is stopping.")) }
    }
}

/// Makes the request's `Exchange`, which libmicrohttpd carries from here on; `requestEnds` releases it.
private func requestBegins(
    _ context: UnsafeMutableRawPointer?, _ uri: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context, let uri else { return nil }
    let daemon = Unmanaged<DaemonContext>.fromOpaque(context).takeUnretainedValue()
    return Unmanaged.passRetained(Exchange(target: String(cString: uri), mostBytes: daemon.mostBodyBytes)).toOpaque()
}

private func requestEnds(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    guard let context, let pointer = request?.pointee else { return }
    request?.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    exchange.end()
    Unmanaged<DaemonContext>.fromOpaque(context).takeUnretainedValue().forget(exchange)
}

private func connectionChanges(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ socket: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let context, change == .CONNECTION_NOTIFY_CLOSED else { return }
    Unmanaged<DaemonContext>.fromOpaque(context).takeUnretainedValue().connectionEnded()
}

/// Targets are compared as they were sent, so nothing is decoded.
private func leaveEscaped(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int { text.map { strlen($0) } ?? 0 }

private func accessHandler(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?, _ uploadSize: UnsafeMutablePointer<Int>?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let uploadSize, let pointer = request?.pointee else { return .NO }
    let daemon = Unmanaged<DaemonContext>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    let step = exchange.advance(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee))
    uploadSize.pointee = 0
    switch step {
    case .wait: return .YES
    case .send(let response): return queue(response, on: connection)
    case .route(let target, let body):
        let request = HTTPRequest(
            method: String(cString: method), target: target, headers: headers(of: connection), body: body)
        switch daemon.route(request) {
        case .now(let response): return queue(response, on: connection)
        case .events: return stream(on: connection, hub: daemon.hub)
        case .later(let work):
            guard daemon.keep(exchange, connection) else {
                return queue(.text(503, "The kiosk is stopping."), on: connection)
            }
            Task { exchange.finish(await work()) }
            return .YES
        }
    }
}

/// Every header line, those that came twice twice (`MHD_get_connection_values`).
private func headers(of connection: OpaquePointer) -> [HTTPRequest.Header] {
    var headers: [HTTPRequest.Header] = []
    withUnsafeMutablePointer(to: &headers) { list in
        _ = MHD_get_connection_values(
            connection, .HEADER_KIND,
            { context, _, name, value in
                if let name {
                    context?.assumingMemoryBound(to: [HTTPRequest.Header].self).pointee.append(
                        .init(String(cString: name), value.map { String(cString: $0) } ?? ""))
                }
                return .YES
            }, list)
    }
    return headers
}

private func queue(_ answer: HTTPResponse, on connection: OpaquePointer) -> MHD_Result {
    let made = answer.body.withUnsafeBytes { bytes in
        // The bytes are copied and not written to, whatever the signature says.
        MHD_create_response_from_buffer(
            bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let made else { return .NO }
    defer { MHD_destroy_response(made) }
    MHD_add_response_header(made, "Content-Type", answer.contentType)
    for (name, value) in HTTPResponse.security { MHD_add_response_header(made, name, value) }
    for header in answer.headers { MHD_add_response_header(made, header.name, header.value) }
    return MHD_queue_response(connection, UInt32(answer.status), made)
}

/// A stream's reader, as libmicrohttpd carries it.
private final class StreamReader: Sendable {
    let stream: EventStream
    let hub: EventHub

    init(stream: EventStream, hub: EventHub) {
        self.stream = stream
        self.hub = hub
    }
}

private func stream(on connection: OpaquePointer, hub: EventHub) -> MHD_Result {
    guard let stream = hub.open() else { return queue(.text(503, "The kiosk is stopping."), on: connection) }
    stream.attach(DaemonConnection(connection))
    let reader = Unmanaged.passRetained(StreamReader(stream: stream, hub: hub))
    let made = MHD_create_response_from_callback(
        .max, 32 << 10,
        { context, _, buffer, most in
            guard let context, let buffer else { return -1 }
            let stream = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue().stream
            // -1 is MHD_CONTENT_READER_END_OF_STREAM, a macro with a cast.
            return stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: most)) ?? -1
        }, reader.toOpaque(),
        { context in
            guard let context else { return }
            let reader = Unmanaged<StreamReader>.fromOpaque(context).takeRetainedValue()
            reader.stream.detach()
            reader.hub.remove(reader.stream)
        })
    guard let made else {
        hub.remove(stream)
        reader.release()
        return .NO
    }
    defer { MHD_destroy_response(made) }
    MHD_add_response_header(made, "Content-Type", "text/event-stream")
    for (name, value) in HTTPResponse.security { MHD_add_response_header(made, name, value) }
    return MHD_queue_response(connection, 200, made)
}
