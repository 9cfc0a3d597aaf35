/// Request checks against other web sites: only pages of this server and local programs with the exact host name are
/// served.
struct WebGuards: Sendable {
    /// Header with the token that the page received in its document.
    static let tokenHeader = "x-brews-token"

    let token: String
    /// Accepted values of `Host`.
    let hosts: [String]

    /// - Parameters:
    ///   - port: port of the server. Port 80 is omitted from addresses, as in browsers.
    ///   - token: secret of this server start.
    init(port: Int, token: String) {
        self.token = token
        hosts = ["127.0.0.1", "localhost"].map { port == 80 ? $0 : "\($0):\(port)" }
    }

    /// The refusal of a request, or `nil`. `Host` stops DNS rebinding, and `Sec-Fetch-Site`, which scripts cannot set,
    /// stops pages of other origins.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        guard let host = request.only("host") else { return .text(400, "One Host is needed.") }
        guard hosts.contains(host) else { return .text(421, "This is not that host.") }
        guard request.values("transfer-encoding").isEmpty, request.values("content-length").count <= 1 else {
            return .text(400, "The length is in doubt.")
        }
        let sites = request.values("sec-fetch-site")
        guard sites.allSatisfy({ ["same-origin", "none"].contains($0) }) else {
            return .text(403, "Only this kiosk's own pages may ask.")
        }
        let origins = request.values("origin")
        guard origins.isEmpty || origins == ["http://\(host)"] else {
            return .text(403, "Only this kiosk's own pages may ask.")
        }
        return nil
    }

    /// The refusal of a request that changes something, or `nil`: checks `Origin`, the token and the content type.
    func refusalOfChange(_ request: HTTPRequest) -> HTTPResponse? {
        guard let host = request.only("host"), request.only("origin") == "http://\(host)" else {
            return .text(403, "An Origin is needed.")
        }
        guard let shown = request.only(Self.tokenHeader), Secret.matches(shown, token) else {
            return .text(403, "The page is out of date.")
        }
        let type = request.only("content-type")?.lowercased().filter { $0 != " " }
        guard type == "application/json" || type == "application/json;charset=utf-8" else {
            return .text(415, "Only JSON is taken.")
        }
        return nil
    }
}
