/// A JSON value of a menu file with its line, for error messages.
struct MenuText {
    indirect enum Value {
        case object([Member])
        case array([MenuText])
        case string(String)
        case number(Int)
        case fraction(String)
        case bool(Bool)
        case null
    }

    struct Member {
        var key: String
        var line: Int
        var value: MenuText
    }

    var line: Int
    var value: Value
}

/// An error or warning about a menu file.
public struct MenuFinding: Error, Equatable, Sendable, CustomStringConvertible {
    /// How serious a finding is.
    public enum Severity: String, Equatable, Sendable {
        /// The menu cannot be used.
        case error
        /// The menu works, but guests may be misunderstood.
        case warning
    }

    /// How serious the finding is.
    public let severity: Severity
    /// 1-based line of the file.
    public let line: Int
    /// Path of the value, for example `items[3].price`; empty for the whole file.
    public let key: String
    /// The finding as a sentence without the place.
    public let reason: String

    /// Creates a finding.
    public init(severity: Severity, line: Int, key: String, reason: String) {
        self.severity = severity
        self.line = line
        self.key = key
        self.reason = reason
    }

    /// The finding as `line:key: reason`, for messages that begin with `file:`.
    public var description: String { "\(line):\(key.isEmpty ? "menu" : key): \(reason)" }
}

/// Parser of JSON (RFC 8259) with `//` and `/* */` comments. It keeps the lines of values.
struct MenuTextParser {
    /// Deepest nesting of a menu.
    static let deepest = 16
    /// Largest number of elements of a list and members of an object. Parsing stops beyond it.
    static let mostElements = MenuLoader.mostItems

    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var depth = 0
    /// Keys that are given twice. They are no syntax errors: parsing goes on to find all others.
    private var repeated: [MenuFinding] = []

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Returns: the value, and a finding for every key that is given twice in its object; the first one counts.
    /// - Throws: the first syntax error.
    static func parse(_ bytes: [UInt8]) throws(MenuFinding) -> (text: MenuText, repeated: [MenuFinding]) {
        var parser = MenuTextParser(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
        let value = try parser.value(at: "")
        try parser.skipSpace()
        guard parser.offset == parser.bytes.count else {
            throw parser.fault("there is text after the end of the menu", at: "")
        }
        return (value, parser.repeated)
    }

    private func fault(_ reason: String, at key: String, line: Int? = nil) -> MenuFinding {
        MenuFinding(severity: .error, line: line ?? self.line, key: key, reason: reason)
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() throws(MenuFinding) {
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                offset += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                offset += 1
            case UInt8(ascii: "/"):
                try skipComment()
            default:
                return
            }
        }
    }

    private mutating func skipComment() throws(MenuFinding) {
        let second = offset + 1 < bytes.count ? bytes[offset + 1] : 0
        if second == UInt8(ascii: "/") {
            while let byte = next, byte != UInt8(ascii: "\n") { offset += 1 }
        } else if second == UInt8(ascii: "*") {
            let opened = fault("a comment is opened here and never closed", at: "")
            offset += 2
            while true {
                guard let byte = next else { throw opened }
                if byte == UInt8(ascii: "\n") { line += 1 }
                offset += 1
                if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") { break }
            }
            offset += 1
        } else {
            throw fault("unexpected '/'", at: "")
        }
    }

    private mutating func value(at key: String) throws(MenuFinding) -> MenuText {
        try skipSpace()
        let start = line
        guard let byte = next else { throw fault("the file ends where a value should be", at: key) }
        switch byte {
        case UInt8(ascii: "{"): return MenuText(line: start, value: .object(try object(at: key)))
        case UInt8(ascii: "["): return MenuText(line: start, value: .array(try array(at: key)))
        case UInt8(ascii: "\""): return MenuText(line: start, value: .string(try string(at: key)))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return MenuText(line: start, value: try number(at: key))
        default: return MenuText(line: start, value: try word(at: key))
        }
    }

    private mutating func descend(at key: String) throws(MenuFinding) {
        depth += 1
        offset += 1
        guard depth <= Self.deepest else { throw fault("nested deeper than \(Self.deepest) levels", at: key) }
    }

    private func makeRoom(after count: Int, at key: String) throws(MenuFinding) {
        guard count < Self.mostElements else {
            throw fault("more than \(Self.mostElements) entries, which is the most a menu may have", at: key)
        }
    }

    private mutating func object(at key: String) throws(MenuFinding) -> [MenuText.Member] {
        try descend(at: key)
        defer { depth -= 1 }
        var members: [MenuText.Member] = []
        var seen: Set<String> = []
        try skipSpace()
        if next == UInt8(ascii: "}") { offset += 1; return [] }
        while true {
            try skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("expected a key in quotes", at: key) }
            let start = line
            let name = try string(at: key)
            let path = key.isEmpty ? name : key + "." + name
            try makeRoom(after: members.count, at: key)
            if !seen.insert(name).inserted { repeated.append(fault("the key is given twice", at: path)) }
            try skipSpace()
            guard next == UInt8(ascii: ":") else { throw fault("expected ':' after the key", at: path) }
            offset += 1
            members.append(.init(key: name, line: start, value: try value(at: path)))
            guard try separator(closing: UInt8(ascii: "}"), at: path) else { return members }
        }
    }

    private mutating func array(at key: String) throws(MenuFinding) -> [MenuText] {
        try descend(at: key)
        defer { depth -= 1 }
        var elements: [MenuText] = []
        try skipSpace()
        if next == UInt8(ascii: "]") { offset += 1; return [] }
        while true {
            try makeRoom(after: elements.count, at: key)
            let path = "\(key)[\(elements.count)]"
            elements.append(try value(at: path))
            guard try separator(closing: UInt8(ascii: "]"), at: path) else { return elements }
        }
    }

    /// Reads `,` (more follows) or the closing bracket (nothing follows).
    private mutating func separator(closing: UInt8, at path: String) throws(MenuFinding) -> Bool {
        // A missing separator is reported at the line of the value, an extra comma at its own line.
        let valueLine = line
        try skipSpace()
        guard let byte = next else { throw fault("the file ends inside this value", at: path) }
        guard byte == UInt8(ascii: ",") || byte == closing else {
            throw fault(
                "expected ',' or '\(Character(Unicode.Scalar(closing)))' after this value", at: path, line: valueLine)
        }
        offset += 1
        if byte == closing { return false }
        let commaLine = line
        try skipSpace()
        if next == closing { throw fault("a comma before the closing bracket", at: path, line: commaLine) }
        return true
    }

    private mutating func number(at key: String) throws(MenuFinding) -> MenuText.Value {
        let start = offset
        while let byte = next, "+-.eE0123456789".utf8.contains(byte) { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        let digits = text.drop { $0 == "-" }
        if digits.first == "0", digits.dropFirst().first?.isNumber ?? false {
            throw fault("'\(text)' begins with a zero, which JSON does not allow", at: key)
        }
        if let whole = Int(text) { return .number(whole) }
        guard Double(text) != nil else { throw fault("'\(text)' is not a number", at: key) }
        return .fraction(text)
    }

    private mutating func word(at key: String) throws(MenuFinding) -> MenuText.Value {
        let start = offset
        while let byte = next, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { offset += 1 }
        switch String(decoding: bytes[start..<offset], as: UTF8.self) {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: throw fault("expected a value", at: key)
        }
    }

    private mutating func string(at key: String) throws(MenuFinding) -> String {
        offset += 1
        var scalars = String.UnicodeScalarView()
        var run = offset
        func flush(_ end: Int) -> String.UnicodeScalarView {
            String(decoding: bytes[run..<end], as: UTF8.self).unicodeScalars
        }
        while true {
            guard let byte = next, byte != UInt8(ascii: "\n") else {
                throw fault("a string is not closed on its line", at: key)
            }
            if byte == UInt8(ascii: "\"") {
                defer { offset += 1 }
                // Strings without escapes are copied at once.
                if scalars.isEmpty { return String(decoding: bytes[run..<offset], as: UTF8.self) }
                scalars.append(contentsOf: flush(offset))
                return String(scalars)
            }
            guard byte >= 0x20 else { throw fault("a control character in a string", at: key) }
            offset += 1
            if byte == UInt8(ascii: "\\") {
                scalars.append(contentsOf: flush(offset - 1))
                scalars.append(try escape(at: key))
                run = offset
            }
        }
    }

    private mutating func escape(at key: String) throws(MenuFinding) -> Unicode.Scalar {
        guard let byte = next else { throw fault("a string is not closed on its line", at: key) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"): return try unicodeEscape(at: key)
        default: throw fault("an unknown escape in a string", at: key)
        }
    }

    private mutating func unicodeEscape(at key: String) throws(MenuFinding) -> Unicode.Scalar {
        let first = try hexDigits(at: key)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard bytes[offset...].starts(with: Array("\\u".utf8)) else {
            throw fault("half a surrogate pair in a string", at: key)
        }
        offset += 2
        let second = try hexDigits(at: key)
        guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else {
            throw fault("half a surrogate pair in a string", at: key)
        }
        return scalar
    }

    private mutating func hexDigits(at key: String) throws(MenuFinding) -> UInt32 {
        let digits = bytes[offset...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else {
            throw fault("a \\u escape needs four hexadecimal digits", at: key)
        }
        offset += 4
        return value
    }
}
