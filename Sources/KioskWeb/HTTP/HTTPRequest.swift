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

    static func text(_ status: Int, _ sentence: String) -> HTTPResponse {
        HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: Array((sentence + "\n").utf8))
    }

    static func json(_ status: Int = 200, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: status, contentType: "application/json", body: body)
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
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        // One request a connection: nothing that follows a request can be taken for another one.
        ("Connection", "close"),
    ]

    /// The answer as bytes, for connections that never reach the daemon.
    var bytes: [UInt8] {
        var head =
            "HTTP/1.1 \(status) \(Self.reason(status))\r\nContent-Type: \(contentType)\r\nContent-Length: "
            + "\(body.count)\r\n"
        for (name, value) in Self.security { head += "\(name): \(value)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 408: "Request Timeout"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 417: "Expectation Failed"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Answer"
        }
    }
}
