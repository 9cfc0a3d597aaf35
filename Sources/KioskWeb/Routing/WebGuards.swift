/// Who may ask: pages of this server, and programs of this machine that name it exactly.
struct WebGuards: Sendable {
    /// Header in which the page shows the token that its document came with.
    static let tokenHeader = "x-brews-token"

    let token: String
    /// Exact values of `Host`.
    let hosts: [String]

    /// - Parameter port: the server's; 80 is left out of addresses, as browsers do.
    init(port: Int, token: String) {
        self.token = token
        hosts = ["127.0.0.1", "localhost"].map { port == 80 ? $0 : "\($0):\(port)" }
    }

    /// Why a request is refused, or `nil`. Foreign names that lead here (DNS rebinding) fail at `Host`, foreign pages
    /// at `Sec-Fetch-Site`, which scripts cannot set.
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

    /// What a request that changes something must fulfil in addition.
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
