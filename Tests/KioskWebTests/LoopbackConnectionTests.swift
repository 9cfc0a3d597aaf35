import Foundation
import Glibc
import Synchronization
import Testing

@testable import TestSupport

/// The client of these tests leaves the connections of the tests beside it alone.
struct LoopbackConnectionTests {
    /// Runs `body` with a port that is taken and at which nobody listens.
    private static func withSilentPort(_ body: (Int) -> Void) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isBound)
        body(Int(UInt16(bigEndian: address.sin_port)))
    }

    @Test("A connection that is refused closes its descriptor once: the number may be another test's by then")
    func refusedOnce() throws {
        let closed = Mutex<[Int32]>([])
        try Self.withSilentPort { port in
            #expect(throws: POSIXError.self) {
                try LoopbackConnection(port: port, seconds: 1) { descriptor in
                    closed.withLock { $0.append(descriptor) }
                    close(descriptor)
                }
            }
        }
        #expect(closed.withLock(\.count) == 1)
    }
}
