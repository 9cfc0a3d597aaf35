/// Splits bytes into the records of a list: lines of JSON, or rows of CSV by RFC 4180.
///
/// Memory is bounded by the longest record. A record that cannot be read is reported, and reading goes on with the line
/// after its first one.
struct RecordReader {
    /// A record with the number of its first line, from 1.
    enum Record: Equatable {
        case fields([String], line: Int)
        case broken(reason: String, line: Int)
    }

    /// Longest record, in bytes.
    static let longest = 1 << 16
    private static let quote = UInt8(ascii: "\""), newline = UInt8(ascii: "\n"), feed = UInt8(ascii: "\r")
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private enum Scan {
        case record([String], next: Int)
        case broken(String, next: Int)
        case needsMore
    }

    private let source: BlockSource
    /// The character between fields; `nil` for one field a line.
    var separator: UInt8?
    private var bytes: [UInt8] = []
    private var position = 0
    private var line = 1
    private var isAtEnd = false
    private var isAtStart = true

    init(source: BlockSource, separator: UInt8?) {
        self.source = source
        self.separator = separator
    }

    /// The bytes of the first line, which remain to be read.
    mutating func firstLine() throws(CatalogueError) -> [UInt8] {
        while true {
            if let end = bytes.firstIndex(of: Self.newline) { return Array(bytes[..<end]) }
            guard !isAtEnd, bytes.count < Self.longest else { return bytes }
            try refill()
        }
    }

    /// The next record that is not empty; `nil` at the end.
    mutating func next() throws(CatalogueError) -> Record? {
        while true {
            if position == bytes.count, isAtEnd { return nil }
            switch scan() {
            case .needsMore: try refill()
            case .record(let fields, let next):
                let start = take(to: next)
                if fields.contains(where: { !$0.isEmpty }) { return .fields(fields, line: start) }
            case .broken(let reason, let next): return .broken(reason: reason, line: take(to: next))
            }
        }
    }

    /// Counts the lines up to a position and moves there.
    private mutating func take(to next: Int) -> Int {
        let start = line
        for index in position..<next where bytes[index] == Self.newline { line += 1 }
        position = next
        return start
    }

    private mutating func refill() throws(CatalogueError) {
        bytes.removeFirst(position)
        position = 0
        let block = try source.next()
        isAtEnd = block.isEmpty
        bytes += block
        guard isAtStart else { return }
        // The mark at the beginning of texts from some programs.
        if bytes.count < Self.mark.count, !isAtEnd { return try refill() }
        isAtStart = false
        if bytes.starts(with: Self.mark) { bytes.removeFirst(Self.mark.count) }
    }

    private func lineEnd(from start: Int) -> Int {
        bytes[start...].firstIndex(of: Self.newline).map { $0 + 1 } ?? bytes.count
    }

    private func scan() -> Scan {
        bytes.withUnsafeBufferPointer { buffer in scan(buffer) }
    }

    private func scan(_ buffer: UnsafeBufferPointer<UInt8>) -> Scan {
        var fields: [String] = [], field: [UInt8] = []
        var index = position, isQuoted = false, wasQuoted = false
        func broken(_ reason: String) -> Scan { .broken(reason, next: lineEnd(from: position)) }
        /// Closes the field; `false` where it is not text.
        func close() -> Bool {
            guard let text = String(validating: field, as: UTF8.self) else { return false }
            fields.append(text)
            field.removeAll(keepingCapacity: true)
            wasQuoted = false
            return true
        }
        let noText = "it is not text in UTF-8; save the file as UTF-8"
        while index < buffer.count {
            guard index - position < Self.longest else {
                return broken(
                    isQuoted ? "a quotation mark is not closed" : "it is longer than \(Self.longest >> 10) KiB")
            }
            let byte = buffer[index]
            if isQuoted {
                guard byte == Self.quote else {
                    field.append(byte)
                    index += 1
                    continue
                }
                guard index + 1 < buffer.count || isAtEnd else { return .needsMore }
                if index + 1 < buffer.count, buffer[index + 1] == Self.quote {
                    field.append(byte)
                    index += 2
                } else {
                    (isQuoted, wasQuoted) = (false, true)
                    index += 1
                }
                continue
            }
            switch byte {
            case Self.newline:
                return close() ? .record(fields, next: index + 1) : broken(noText)
            case Self.feed where index + 1 == buffer.count && !isAtEnd: return .needsMore
            case Self.feed where index + 1 == buffer.count || buffer[index + 1] == Self.newline: index += 1
            case Self.quote where separator != nil && field.isEmpty && !wasQuoted:
                isQuoted = true
                index += 1
            case separator:
                guard close() else { return broken(noText) }
                index += 1
            default:
                guard !wasQuoted else { return broken("text follows a closed quotation mark") }
                field.append(byte)
                index += 1
            }
        }
        guard isAtEnd else { return .needsMore }
        guard !isQuoted else { return broken("a quotation mark is not closed") }
        return close() ? .record(fields, next: index) : broken(noText)
    }
}
