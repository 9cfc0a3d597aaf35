internal import Dispatch
internal import Foundation
internal import Glibc

/// A TCP connection to this machine that a test writes and reads as it likes, byte by byte if need be.
///
/// Calls that wait do so on threads of their own, never on the cooperative pool.
public final class LoopbackConnection: Sendable {
    /// What a server answered.
    public struct Reply: Sendable {
        public let status: Int
        /// Names in lower case, in their order.
        public let headers: [(name: String, value: String)]
        public let body: [UInt8]

        public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    private static let threads = DispatchQueue(label: "brews.test-loopback", attributes: .concurrent)
    private let descriptor: Int32
    private let closing: @Sendable (Int32) -> Void

    /// Connects to 127.0.0.1 (`connect(2)`).
    ///
    /// - Parameter seconds: how long a later read may wait.
    /// - Throws: `POSIXError` when nobody listens.
    public convenience init(port: Int, seconds: Int = 60) throws {
        try self.init(port: port, seconds: seconds) { close($0) }
    }

    /// Connects like the public initialiser.
    ///
    /// - Parameter closing: closes the descriptor; called once, also when nobody listens.
    init(port: Int, seconds: Int, closing: @escaping @Sendable (Int32) -> Void) throws {
        self.closing = closing
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = descriptor
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // All properties are set, so `deinit` runs after this error, too: a second `close` here would end whatever
        // another thread had opened under the same number since the first.
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit { if descriptor >= 0 { closing(descriptor) } }

    /// Writes everything, or as much as the other side takes before it is gone.
    public func send(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            done += count
        }
    }

    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Writes nothing more.
    public func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next bytes, empty at the end, when the connection was reset, and when nothing came in the time given to
    /// `init`.
    public func receive() async -> [UInt8] {
        await onThread { connection in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            // A signal that comes while it waits is no end.
            var count: Int
            repeat { count = recv(connection.descriptor, &buffer, buffer.count, 0) } while count < 0 && errno == EINTR
            return Array(buffer.prefix(max(0, count)))
        }
    }

    /// Everything up to the end of the connection.
    public func receiveAll() async -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let part = await receive()
            guard !part.isEmpty else { return all }
            all += part
        }
    }

    /// Reads until `isEnough` of all that has come.
    public func receive(until isEnough: (String) -> Bool) async -> String {
        var all: [UInt8] = []
        while true {
            let text = String(decoding: all, as: UTF8.self)
            if isEnough(text) { return text }
            let part = await receive()
            guard !part.isEmpty else { return text }
            all += part
        }
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable (LoopbackConnection) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Self.threads.async { continuation.resume(returning: body(self)) }
        }
    }

    /// Sends one request and reads its answer, to the length it names or to the connection's end.
    ///
    /// - Returns: `nil` when the connection was closed without an answer.
    /// - Throws: `POSIXError` when nobody listens.
    public static func exchange(port: Int, _ request: [UInt8], seconds: Int = 60) async throws -> Reply? {
        let connection = try LoopbackConnection(port: port, seconds: seconds)
        connection.send(request)
        var all: [UInt8] = []
        while true {
            // Not every server closes a connection because it was asked to.
            if let reply = Reply(all), let length = reply.header("content-length").flatMap(Int.init),
                reply.body.count >= length
            {
                return reply
            }
            let part = await connection.receive()
            guard !part.isEmpty else { return Reply(all) }
            all += part
        }
    }
}

extension LoopbackConnection.Reply {
    /// Reads an answer; `nil` where it has no status line and head. Chunked bodies stay as they are.
    public init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        self.status = status
        headers = lines.dropFirst().compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)) : nil
        }
        body = Array(bytes[end.upperBound...])
    }
}
