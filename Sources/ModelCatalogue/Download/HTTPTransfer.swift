internal import CCurl
internal import Foundation
internal import PlatformSupport

/// A request for a file from an offset on.
struct HTTPRequest: Equatable, Sendable {
    let address: String
    /// First byte; 0 for the whole file.
    var offset = 0
    /// `ETag` or `Last-Modified` under which `offset` is valid.
    var validator: String?
}

/// The head of the final answer, after redirections.
struct HTTPResponse: Equatable, Sendable {
    var status = 0
    /// Names in lower case.
    var headers: [String: String] = [:]

    /// Announced size of the body in bytes.
    var length: Int? { headers["content-length"].flatMap(Int.init) }

    /// First byte and whole size of a partial answer (`Content-Range: bytes 5-9/10`, RFC 9110).
    var range: (first: Int, total: Int?)? {
        guard let text = headers["content-range"], text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let first = parts[0].split(separator: "-").first.flatMap({ Int($0) }) else {
            return nil
        }
        return (first, Int(parts[1]))
    }

    /// Validator for a later request; a weak `ETag` does not promise equal bytes.
    var validator: String? {
        if let tag = headers["etag"], tag.hasPrefix("\"") { return tag }
        return headers["last-modified"]
    }
}

/// How a transfer ended.
enum TransferEnd: Equatable, Sendable {
    case complete
    /// Temporary failure with libcurl's reason.
    case broken(String)
    /// Permanent failure with libcurl's reason (a bad certificate, too many redirections).
    case hopeless(String)
}

/// An HTTP GET with libcurl's easy interface, on the calling thread.
struct HTTPTransfer {
    /// Longest wait for a connection and for a byte on it, in seconds.
    static let connectSeconds = 15, stallSeconds = 30
    static let mostRedirects = 5

    let library: CurlLibrary
    let stop: AbortFlag

    /// Runs the transfer.
    ///
    /// - Parameters:
    ///   - head: called once before the first byte of the body; `false` ends the transfer without its body.
    ///   - body: receives the body in blocks.
    /// - Throws: what `head` or `body` throws, `CancellationError` after `stop` was raised, `DownloadError` when
    ///   libcurl does not start.
    func run(
        _ request: HTTPRequest, head: @escaping (HTTPResponse) throws -> Bool,
        body: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> TransferEnd {
        guard let handle = library.makeHandle() else {
            throw DownloadError.libraryMissing(reason: "curl_easy_init failed")
        }
        defer { library.freeHandle(handle) }
        let context = TransferContext(stop: stop, head: head, body: body)
        var lines: UnsafeMutablePointer<curl_slist>?
        defer { library.freeList(lines) }
        if request.offset > 0, let validator = request.validator {
            for line in ["Range: bytes=\(request.offset)-", "If-Range: \(validator)"] {
                guard let longer = library.append(lines, line) else {
                    throw DownloadError.libraryMissing(reason: "curl_slist_append failed")
                }
                lines = longer
            }
        }
        // `context` retains the receiver during the transfer; libcurl has only its address.
        let pointer = Unmanaged.passUnretained(context).toOpaque()
        guard settings(handle, request, lines, pointer) else { throw DownloadError.address(request.address) }
        let code = withExtendedLifetime(context) { library.perform(handle) }
        if stop.isRaised { throw CancellationError() }
        if let error = context.error { throw error }
        // After an interrupted transfer the last head may belong to a redirection or a proxy.
        if code == CURLE_OK { try context.finishHead() }
        let reason = library.describe(code).map { String(cString: $0) } ?? "code \(code.rawValue)"
        if context.isDeclined || code == CURLE_OK { return .complete }
        return Self.isHopeless(code) ? .hopeless(reason) : .broken(reason)
    }

    private static func isHopeless(_ code: CURLcode) -> Bool {
        [
            CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_TOO_MANY_REDIRECTS, CURLE_PEER_FAILED_VERIFICATION,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
        ]
        .contains(code)
    }

    private func settings(
        _ handle: UnsafeMutableRawPointer, _ request: HTTPRequest, _ lines: UnsafeMutablePointer<curl_slist>?,
        _ context: UnsafeMutableRawPointer
    )
        -> Bool
    {
        let set = library.setOption
        // Redirections from https must not leave https.
        let protocols = request.address.hasPrefix("https:") ? "https" : "http,https"
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_FOLLOWLOCATION, 1), (CURLOPT_MAXREDIRS, Self.mostRedirects), (CURLOPT_NOSIGNAL, 1),
            (CURLOPT_NOPROGRESS, 0),
            (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            (CURLOPT_CONNECTTIMEOUT, Self.connectSeconds), (CURLOPT_LOW_SPEED_LIMIT, 1),
            (CURLOPT_LOW_SPEED_TIME, Self.stallSeconds),
        ]
        let texts: [(CURLoption, String)] = [
            (CURLOPT_URL, request.address), (CURLOPT_PROTOCOLS_STR, protocols),
            (CURLOPT_REDIR_PROTOCOLS_STR, protocols), (CURLOPT_USERAGENT, "brews"),
        ]
        var codes =
            numbers.map { brews_curl_set_long(set, handle, $0, $1) }
            + texts.map { brews_curl_set_text(set, handle, $0, $1) }
        if let lines { codes.append(brews_curl_set_pointer(set, handle, CURLOPT_HTTPHEADER, lines)) }
        codes += [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA].map {
            brews_curl_set_pointer(set, handle, $0, context)
        }
        codes.append(
            brews_curl_set_receiver(set, handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                TransferContext.from(context).header(UnsafeRawBufferPointer(start: bytes, count: size * count))
                    ? size * count : 0
            })
        codes.append(
            brews_curl_set_receiver(set, handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                TransferContext.from(context).data(UnsafeRawBufferPointer(start: bytes, count: size * count))
                    ? size * count : 0
            })
        codes.append(
            brews_curl_set_watcher(set, handle) { context, _, _, _, _ in
                TransferContext.from(context).stop.isRaised ? 1 : 0
            })
        return codes.allSatisfy { $0 == CURLE_OK }
    }
}

/// Receives libcurl's callbacks, on the thread of the transfer.
private final class TransferContext {
    let stop: AbortFlag
    private let head: (HTTPResponse) throws -> Bool
    private let body: (UnsafeRawBufferPointer) throws -> Void
    private var response = HTTPResponse()
    private var isHeadGiven = false
    private(set) var isDeclined = false
    private(set) var error: (any Error)?

    init(
        stop: AbortFlag, head: @escaping (HTTPResponse) throws -> Bool,
        body: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.stop = stop
        self.head = head
        self.body = body
    }

    static func from(_ pointer: UnsafeMutableRawPointer?) -> TransferContext {
        // `run` passed this pointer and keeps the object until libcurl returns.
        guard let pointer else { preconditionFailure("libcurl lost the context it was given") }
        return Unmanaged<TransferContext>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Takes a line of a head. A redirection or an interim answer begins a new head.
    func header(_ line: UnsafeRawBufferPointer) -> Bool {
        let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("HTTP/") {
            response = HTTPResponse(status: text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
        } else if let colon = text.firstIndex(of: ":") {
            response.headers[text[..<colon].lowercased()] = text[text.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        return true
    }

    func data(_ block: UnsafeRawBufferPointer) -> Bool {
        do {
            try finishHead()
            guard !isDeclined else { return false }
            try body(block)
            return true
        } catch {
            self.error = error
            return false
        }
    }

    /// Delivers the head once, also without a body.
    func finishHead() throws {
        guard !isHeadGiven, response.status > 0 else { return }
        isHeadGiven = true
        isDeclined = try !head(response)
    }
}
