internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// Reads the health document (`/healthz`) of a kiosk on this machine.
struct HealthProbe: Sendable {
    private static let patience = timeval(tv_sec: 2, tv_usec: 0)
    private static let mostBytes = 65_536

    let port: Int

    /// Host header; port 80 is omitted, as browsers do.
    var host: String { port == 80 ? "127.0.0.1" : "127.0.0.1:\(port)" }

    private struct Document: Decodable {
        let secondsSinceHeartbeat: Double?
    }

    /// - Returns: `nil` when no kiosk answers within 2 s. Blocks a thread of its own.
    func ask() async -> PageHealth? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(returning: answer()) }
        }
    }

    private func answer() -> PageHealth? {
        guard let body = body(of: "/healthz"), let document = try? JSONDecoder().decode(Document.self, from: body)
        else { return nil }
        return PageHealth(silence: document.secondsSinceHeartbeat.map(Duration.seconds))
    }

    /// What the kiosk answers to a request for a path, of at most 64 KiB; `nil` when none answers within 2 s. Blocks.
    func body(of path: String) -> Data? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var patience = Self.patience
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8)
        guard connected == 0, send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            return nil
        }
        var bytes: [UInt8] = [], block = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < Self.mostBytes {
            let count = recv(descriptor, &block, block.count, 0)
            guard count > 0 else { break }
            bytes += block.prefix(count)
        }
        guard let head = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else { return nil }
        return Data(Data(bytes)[head.upperBound...])
    }
}
