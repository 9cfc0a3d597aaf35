/// The head of a request, read from raw bytes without leniency (the strict half of RFC 9112): what two readers could
/// understand in two ways, such as two lengths, a length beside a transfer coding, or no host, is refused.
struct RequestHead: Equatable, Sendable {
    /// What became of the bytes so far.
    enum Reading: Equatable, Sendable {
        /// The head, or the body that it announces, is not complete.
        case incomplete
        /// Head and body are there.
        case complete(RequestHead)
        /// A status and why.
        case refused(Int, String)
    }

    /// What one request may be, in bytes.
    struct Limits: Equatable, Sendable {
        /// 16 KiB.
        var head = 16 << 10
        /// 64 KiB.
        var body = 64 << 10
    }

    var method: String
    var target: String
    var headers: [HTTPRequest.Header]
    /// Bytes of the head with its empty line.
    var headBytes: Int
    /// Bytes of the body, 0 where none was announced.
    var bodyBytes: Int

    /// Reads what has arrived of a connection's first request. Pure; from any thread.
    static func read(_ bytes: some RandomAccessCollection<UInt8>, limits: Limits = Limits()) -> Reading {
        let bytes = bytes.prefix(limits.head + limits.body)
        guard let end = endOfHead(bytes.prefix(limits.head)) else {
            // What is wrong in the part that is there is said at once; a head that never ends is cut off at its limit.
            if hasBadLineEnd(bytes.prefix(limits.head)) {
                return .refused(400, "a line does not end in CR LF, or has control characters")
            }
            return bytes.count >= limits.head
                ? .refused(431, "the head is longer than \(limits.head) bytes") : .incomplete
        }
        let head = bytes.prefix(end)
        guard var lines = lines(of: head) else {
            return .refused(400, "a line does not end in CR LF, or has control characters")
        }
        let first = lines.removeFirst().split(separator: 32, omittingEmptySubsequences: false)
        guard first.count == 3, isToken(first[0]), isTarget(first[1]) else {
            return .refused(400, "not a request line")
        }
        guard first[2].elementsEqual("HTTP/1.1".utf8) else { return .refused(505, "HTTP/1.1 is spoken here") }
        let method = text(first[0])
        guard ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"].contains(method) else {
            return .refused(501, "no such method")
        }

        var headers: [HTTPRequest.Header] = []
        for line in lines {
            guard let colon = line.firstIndex(of: 58), isToken(line[..<colon]) else {
                return .refused(400, "a header line without a name")
            }
            headers.append(HTTPRequest.Header(text(line[..<colon]), text(trimmed(line[line.index(after: colon)...]))))
        }
        return judged(
            RequestHead(method: method, target: text(first[1]), headers: headers, headBytes: end, bodyBytes: 0),
            arrived: bytes.count, limits: limits)
    }

    /// What the header list as a whole must fulfil.
    private static func judged(_ head: RequestHead, arrived: Int, limits: Limits) -> Reading {
        var head = head
        func values(_ name: String) -> [String] { head.headers.filter { $0.name == name }.map(\.value) }
        guard values("host").count == 1 else { return .refused(400, "one Host is needed") }
        guard values("transfer-encoding").isEmpty else {
            return .refused(501, "bodies come with their length, without a transfer coding")
        }
        guard values("expect").isEmpty else { return .refused(417, "no expectations are met") }
        guard values("upgrade").isEmpty else { return .refused(501, "there is no other protocol here") }
        let lengths = values("content-length")
        guard lengths.count <= 1 else { return .refused(400, "two lengths") }
        guard head.method == "POST" else {
            guard lengths.isEmpty || lengths == ["0"] else { return .refused(400, "a \(head.method) has no body") }
            return .complete(head)
        }
        guard let written = lengths.first else { return .refused(411, "a length is needed") }
        guard (1...9).contains(written.utf8.count), written.utf8.allSatisfy({ (48...57).contains($0) }),
            let length = Int(written)
        else {
            return .refused(400, "not a length")
        }
        guard length <= limits.body else { return .refused(413, "the body is longer than \(limits.body) bytes") }
        head.bodyBytes = length
        return arrived >= head.headBytes + length ? .complete(head) : .incomplete
    }

    /// Bytes up to and with the empty line, or `nil` where it is not there yet.
    private static func endOfHead(_ bytes: some RandomAccessCollection<UInt8>) -> Int? {
        var matched = 0
        var count = 0
        for byte in bytes {
            count += 1
            switch (byte, matched) {
            case (13, 0), (13, 2), (10, 1), (10, 3): matched += 1
            case (13, _): matched = 1
            default: matched = 0
            }
            if matched == 4 { return count }
        }
        return nil
    }

    /// Whether an unfinished head has what no head may have: a NUL, a CR or LF that stands alone.
    private static func hasBadLineEnd(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        var previous: UInt8 = 32
        for byte in bytes {
            if byte == 0 || (byte == 10) != (previous == 13) { return true }
            previous = byte
        }
        return false
    }

    /// The lines of a complete head without their ends; `nil` when CR or LF stands alone or a line has a control
    /// character.
    private static func lines(of head: some RandomAccessCollection<UInt8>) -> [ArraySlice<UInt8>]? {
        let head = Array(head)
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index < head.count {
            switch head[index] {
            case 13:
                guard index + 1 < head.count, head[index + 1] == 10 else { return nil }
                lines.append(head[start..<index])
                index += 2
                start = index
            case 0..<9, 10..<32, 127: return nil
            default: index += 1
            }
        }
        // The empty line at the end; one before it would be a head without a request line.
        guard lines.count >= 2, lines.popLast()?.isEmpty == true, lines.allSatisfy({ !$0.isEmpty }) else { return nil }
        return lines
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Origin form and printable ASCII: `/…`, never an absolute address.
    private static func isTarget(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == 47 && bytes.allSatisfy { (33...126).contains($0) }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return bytes[first...last]
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
