internal import Foundation
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#endif

/// An HTTP server on the loopback interface for one test: answers each request as a closure says, and remembers what
/// was asked.
public final class LocalHTTPServer: Sendable {
    public struct Request: Equatable, Sendable {
        public let path: String
        /// Names in lower case.
        public let headers: [String: String]
        /// 0 for the first request.
        public let index: Int
    }

    public struct Reply: Sendable {
        public var status = 200
        /// An empty `Content-Length` stands for none.
        public var headers: [String: String] = [:]
        public var body: [UInt8] = []
        /// Bytes of the body after which the connection is cut.
        public var cut: Int?

        public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [], cut: Int? = nil) {
            self.status = status
            self.headers = headers
            self.body = body
            self.cut = cut
        }

        /// A file with an `ETag`, whole or from the byte that the request names, as RFC 9110 has it.
        public static func file(_ contents: [UInt8], tag: String, to request: Request, cut: Int? = nil) -> Reply {
            let first = request.headers["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
            guard let first, request.headers["if-range"] == "\"\(tag)\"", first < contents.count else {
                return Reply(headers: ["ETag": "\"\(tag)\""], body: contents, cut: cut)
            }
            let headers = [
                "ETag": "\"\(tag)\"", "Content-Range": "bytes \(first)-\(contents.count - 1)/\(contents.count)",
            ]
            return Reply(status: 206, headers: headers, body: Array(contents[first...]), cut: cut)
        }
    }

    private let listener: Int32
    public let port: Int
    private let seen = Mutex<[Request]>([])

    /// Everything asked so far, in order.
    public var requests: [Request] { seen.withLock { $0 } }

    /// `http://127.0.0.1:PORT` with a path after it.
    public func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    public init(_ answer: @escaping @Sendable (Request) -> Reply) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        // Before `port`, the last property, is set: afterwards `deinit` would run, too.
        guard isReady else {
            close(listener)
            throw CocoaError(.fileWriteUnknown)
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                // The server is gone when its listener was shut down.
                guard connection >= 0 else { break }
                self?.serve(connection, answer)
                close(connection)
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32, _ answer: (Request) -> Reply) {
        guard let text = Self.readHead(connection) else { return }
        let lines = text.split(separator: "\r\n").map(String.init)
        guard let words = lines.first?.split(separator: " "), words.count >= 2 else { return }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        let request = seen.withLock { all in
            let request = Request(path: String(words[1]), headers: headers, index: all.count)
            all.append(request)
            return request
        }
        let reply = answer(request)
        var head = "HTTP/1.1 \(reply.status) Reply\r\nConnection: close\r\n"
        if reply.headers["Content-Length"] == nil { head += "Content-Length: \(reply.body.count)\r\n" }
        for (name, value) in reply.headers where !value.isEmpty { head += "\(name): \(value)\r\n" }
        Self.send(Array((head + "\r\n").utf8), to: connection)
        Self.send(Array(reply.body.prefix(reply.cut ?? reply.body.count)), to: connection)
    }

    private static func readHead(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 65_536 {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
            if let text = String(bytes: bytes, encoding: .utf8), text.contains("\r\n\r\n") { return text }
        }
        return nil
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            done += count
        }
    }
}
