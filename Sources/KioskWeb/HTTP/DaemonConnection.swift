internal import CMicrohttpd

/// A connection of libmicrohttpd's that may rest until somebody has something for it.
struct DaemonConnection: @unchecked Sendable {
    // Sendable: `resume` may be called from any thread, and the daemon's own is the only one that suspends. The pointer
    // lives until the daemon reports the request's end, or frees the stream's reader; whoever keeps this value forgets
    // it then, under the lock it is kept under.
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// `MHD_suspend_connection`; only from the daemon's own thread.
    func suspend() { MHD_suspend_connection(pointer) }

    /// `MHD_resume_connection`; only on a connection that is suspended.
    func resume() { MHD_resume_connection(pointer) }
}
