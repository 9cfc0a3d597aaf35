internal import Foundation
internal import TestSupport

/// A page without a browser: shows the token, sends actions, follows the events.
struct KioskClient: Sendable {
    private let port: Int
    private let token: String

    struct Refused: Error {}

    init(port: Int) async throws {
        self.port = port
        let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        guard let page = try await LoopbackConnection.exchange(port: port, Array(request.utf8))?.text,
            let match = page.firstMatch(of: /brews-token" content="([0-9a-f]{64})"/)
        else { throw Refused() }
        token = String(match.1)
    }

    /// Sends an action.
    ///
    /// - Parameter json: a `KioskAction`.
    /// - Throws: `Refused`, or `POSIXError` when nobody listens.
    func act(_ json: String) async throws {
        let head = [
            "POST /action HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)",
            "X-Brews-Token: \(token)", "Content-Type: application/json",
            "Content-Length: \(json.utf8.count)", "Connection: close",
        ]
        let request = head.joined(separator: "\r\n") + "\r\n\r\n" + json
        guard let reply = try await LoopbackConnection.exchange(port: port, Array(request.utf8)), reply.status < 300
        else { throw Refused() }
    }

    /// Follows the snapshots until one is as wanted.
    ///
    /// - Returns: `nil` when the kiosk has gone.
    func snapshot(where wanted: ([String: Any]) -> Bool) async throws -> [String: Any]? {
        let connection = try LoopbackConnection(port: port, seconds: 20)
        connection.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        var found: [String: Any]?
        var read = 0
        _ = await connection.receive { text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            defer { read = lines.count }
            for line in lines.dropFirst(read) where line.hasPrefix("data: {") {
                guard
                    let snapshot = try? JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8))
                        as? [String: Any], wanted(snapshot)
                else { continue }
                found = snapshot
                return true
            }
            return false
        }
        return found
    }
}
