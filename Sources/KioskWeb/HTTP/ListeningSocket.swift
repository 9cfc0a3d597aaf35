// CEpoll includes the sockets' header; the compiler takes its constants for part of whichever module it has read
// first.
internal import CEpoll
internal import Glibc

/// A TCP socket that listens on 127.0.0.1 and nowhere else; closed when it goes.
final class ListeningSocket: Sendable {
    let descriptor: Int32
    let port: Int

    /// Binds and listens (`socket(2)`, `bind(2)`, `listen(2)`), at once again on a port whose last server has just
    /// gone.
    ///
    /// - Parameter port: 0 for any that is free.
    /// - Throws: `KioskWebError.portUnavailable`, or `failed`.
    init(port: Int) throws(KioskWebError) {
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.error("socket") }
        do throws(KioskWebError) {
            self.port = try Self.bind(descriptor, port: port)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func bind(_ descriptor: Int32, port: Int) throws(KioskWebError) -> Int {
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, length) }
        }
        guard bound == 0, listen(descriptor, 1_024) == 0 else {
            throw .portUnavailable(port: port, code: Int(errno), message: String(cString: strerror(errno)))
        }
        let named = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard named == 0 else { throw error("getsockname") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    static func error(_ function: String) -> KioskWebError {
        .failed(function: function, code: Int(errno), message: String(cString: strerror(errno)))
    }
}
