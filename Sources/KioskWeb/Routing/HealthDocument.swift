internal import Foundation
internal import Ordering

/// The kiosk's health as JSON for a watchdog or a person, and as text for Prometheus.
struct HealthDocument: Encodable {
    var canOrder: Bool
    /// Whether a guest's call for the staff awaits an answer.
    var needsStaff: Bool
    var parts: [KioskHealth.Part]
    /// Seconds since the page's last heartbeat; absent before the first one.
    var secondsSinceHeartbeat: Double?
    /// Figures of the web server by Prometheus name.
    var server: [String: Double]

    init(_ health: KioskHealth, sinceHeartbeat: Duration?, server: [String: Double]) {
        canOrder = health.canOrder
        needsStaff = health.needsStaff
        parts = health.parts
        secondsSinceHeartbeat = sinceHeartbeat.map { ($0 / .milliseconds(100)).rounded() / 10 }
        self.server = server
    }

    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { Array($0) } ?? []
    }

    /// Prometheus text format: a type and a value per figure, and the state of each part as 0 ok, 1 degraded, 2 failed.
    static func metrics(_ health: KioskHealth, sinceHeartbeat: Duration?, server: [String: Double]) -> [UInt8] {
        var figures = health.figures.merging(server) { own, _ in own }
        figures["brews_can_order"] = health.canOrder ? 1 : 0
        figures["brews_needs_staff"] = health.needsStaff ? 1 : 0
        if let sinceHeartbeat { figures["brews_display_heartbeat_age_seconds"] = sinceHeartbeat / .seconds(1) }
        var text = ""
        for (name, value) in figures.sorted(by: { $0.key < $1.key }) where isName(name) {
            text += "# TYPE \(name) \(name.hasSuffix("_total") ? "counter" : "gauge")\n\(name) \(number(value))\n"
        }
        text += "# TYPE brews_part_state gauge\n"
        for part in health.parts {
            let state = part.state == .ok ? 0 : part.state == .degraded ? 1 : 2
            text += "brews_part_state{part=\"\(part.name.filter { $0.isLetter && $0.isASCII })\"} \(state)\n"
        }
        return Array(text.utf8)
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !(48...57).contains(name.utf8.first ?? 48)
            && name.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95 || $0 == 58
            }
    }

    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}
