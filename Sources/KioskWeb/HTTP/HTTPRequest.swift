/// One request as the router sees it: nothing decoded, nothing merged.
struct HTTPRequest: Equatable, Sendable {
    struct Header: Equatable, Sendable {
        /// Lower case.
        var name: String
        /// Without blanks around it.
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    var method: String
    /// As it stood in the request line, still escaped and with its query.
    var target: String
    /// In their order, those that came twice twice.
    var headers: [Header] = []
    var body: [UInt8] = []

    func values(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

    /// The value of a header that must be there once and no more; `nil` otherwise.
    func only(_ name: String) -> String? {
        let values = values(name)
        return values.count == 1 ? values.first : nil
    }
}

/// One answer, complete.
struct HTTPResponse: Equatable, Sendable {
    var status: Int
    var contentType: String
    var body: [UInt8]
    /// In addition to those that every answer carries.
    var headers: [HTTPRequest.Header] = []
    /// Whether the document may use a camera.
    var usesCamera = false

    static func text(_ status: Int, _ sentence: String) -> HTTPResponse {
        HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: Array((sentence + "\n").utf8))
    }

    static func json(_ status: Int = 200, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: status, contentType: "application/json", body: body)
    }

    /// A picture or a recording; opened by itself it runs nothing and reads nothing.
    static func file(_ contentType: String, _ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200, contentType: contentType, body: bytes,
            headers: [.init("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")])
    }

    /// What every answer carries, refusals as well: the page runs its own files and nothing else, nobody may frame it,
    /// read it from another origin, guess at its types or keep it.
    static let security: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
                + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
                + "trusted-types 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Cache-Control", "no-store"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Referrer-Policy", "no-referrer"),
        // One request a connection: nothing that follows a request can be taken for another one.
        ("Connection", "close"),
    ]

    /// What a request gets that the server cannot serve any more.
    static let stopping = text(503, "The kiosk is stopping.")

    /// The head of an event stream, whose body goes on until the connection ends.
    static let eventStreamHead = HTTPResponse(status: 200, contentType: "text/event-stream", body: []).lines(nil)

    /// The head with its empty line.
    var head: [UInt8] { lines(body.count) }

    private func lines(_ length: Int?) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\nContent-Type: \(contentType)\r\n"
        if let length { head += "Content-Length: \(length)\r\n" }
        for (name, value) in Self.security { head += "\(name): \(value)\r\n" }
        head += "Permissions-Policy: camera=\(usesCamera ? "(self)" : "()"), geolocation=(), microphone=(), "
        head += "payment=(), usb=()\r\n"
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Answer"
        }
    }
}
