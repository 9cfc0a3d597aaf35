internal import Foundation

/// The format of a list.
public enum ListFormat: String, CaseIterable, Sendable {
    /// Comma, semicolon or tab separated values; the first line names the columns.
    case csv
    /// One JSON object a line.
    case jsonLines = "jsonl"

    /// The format that a file's name tells; `nil` for other names.
    public init?(path: String) {
        let name = path.lowercased()
        if [".csv", ".tsv", ".txt"].contains(where: name.hasSuffix) {
            self = .csv
        } else if [".jsonl", ".ndjson", ".json"].contains(where: name.hasSuffix) {
            self = .jsonLines
        } else {
            return nil
        }
    }
}

/// A row of a list that was not taken.
public struct BrokenRow: Equatable, Sendable, CustomStringConvertible {
    /// Line of the file, from 1.
    public let line: Int
    /// Why, to follow a colon.
    public let reason: String

    /// Line and reason.
    public var description: String { "line \(line): \(reason)" }
}

/// Reads the items of a list one by one.
struct ListReader {
    enum Row {
        case item(CatalogueItem)
        case broken(BrokenRow)
    }

    private let kind: CatalogueKind
    private let format: ListFormat
    private let currency: String
    private var records: RecordReader
    /// Names of the columns; `nil` before the first line of CSV was read.
    private var columns: [String]?

    /// - Parameter currency: ISO 4217 code of prices without one.
    init(as kind: CatalogueKind, format: ListFormat, source: BlockSource, currency: String = "USD") {
        self.kind = kind
        self.format = format
        self.currency = currency
        records = RecordReader(source: source, separator: nil)
    }

    /// The next row; `nil` at the end.
    ///
    /// - Throws: `CatalogueError.nothingToImport` for CSV without a column for titles.
    mutating func next() throws(CatalogueError) -> Row? {
        if format == .csv, columns == nil { try readColumns() }
        guard let record = try records.next() else { return nil }
        switch record {
        case .broken(let reason, let line): return .broken(BrokenRow(line: line, reason: reason))
        case .fields(let values, let line):
            do throws(ItemFields.Refusal) {
                let fields: [(name: String, value: String)]
                if let columns { fields = try Self.named(values, columns) } else { fields = try Self.object(values[0]) }
                return .item(try ItemFields.item(fields, kind: kind, currency: currency))
            } catch {
                return .broken(BrokenRow(line: line, reason: error.reason))
            }
        }
    }

    private mutating func readColumns() throws(CatalogueError) {
        let line = try records.firstLine()
        func count(_ mark: Character) -> Int { line.count { $0 == mark.asciiValue } }
        let separator = ([",", ";", "\t"] as [Character]).max { count($0) < count($1) }
        records.separator = separator?.asciiValue
        guard case .fields(let names, _) = try records.next() else {
            throw .nothingToImport(reason: "the list is empty")
        }
        guard ItemFields.haveTitle(names) else {
            throw .nothingToImport(
                reason: "the first line names no column 'title' (or 'name'); it names: "
                    + names.joined(separator: ", ").prefix(200))
        }
        columns = names
    }

    private static func named(_ values: [String], _ names: [String]) throws(ItemFields.Refusal) -> [(
        name: String, value: String
    )] {
        guard values.count == names.count else {
            throw ItemFields.Refusal(reason: "it has \(values.count) fields, and the first line names \(names.count)")
        }
        return Array(zip(names, values))
    }

    /// The fields of a JSON object. Lists are joined by semicolons.
    private static func object(_ line: String) throws(ItemFields.Refusal) -> [(name: String, value: String)] {
        let value: Any
        do { value = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed) } catch {
            throw ItemFields.Refusal(reason: "it is not JSON")
        }
        guard let object = value as? [String: Any] else {
            throw ItemFields.Refusal(reason: "it is no JSON object with named fields")
        }
        return object.sorted { $0.key < $1.key }.compactMap { name, value in text(value).map { (name, $0) } }
    }

    private static func text(_ value: Any) -> String? {
        switch value {
        case let text as String: text
        case let number as NSNumber: number.description
        case let list as [Any]: list.compactMap(text).joined(separator: "; ")
        default: nil
        }
    }
}
