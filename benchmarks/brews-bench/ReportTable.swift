internal import Foundation

/// The rows that a benchmark printed as JSON, and their table in Markdown.
struct ReportTable {
    let rows: [Any]

    /// - Parameter output: one JSON value a line.
    init(output: Data) {
        rows = output.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONSerialization.jsonObject(with: Data($0))
        }
    }

    /// The table of some columns; a value that a row does not have is an empty cell.
    func markdown(_ columns: [ReportStep.Column]) -> String {
        let lines = rows.map { row in columns.map { Self.text(Self.value(at: $0.path, of: row)) } }
        let rule = Array(repeating: "---", count: columns.count)
        return ([columns.map(\.title), rule] + lines)
            .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    private static func value(at path: String, of row: Any) -> Any? {
        path.split(separator: ".").reduce(Optional(row)) { value, key in
            (value as? [String: Any])?[String(key)]
        }
    }

    /// A whole number as it is; any other with three digits that count.
    private static func text(_ value: Any?) -> String {
        guard let number = value as? Double else { return value as? String ?? "" }
        if number == number.rounded(), abs(number) < 1e9 { return "\(Int(number))" }
        let places = max(0, 2 - Int(log10(abs(number)).rounded(.down)))
        return String(format: "%.\(min(places, 6))f", number)
    }
}
