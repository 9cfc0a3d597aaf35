/// Reader of one object of a menu file. It collects all findings.
struct MenuFields {
    private let members: [MenuText.Member]
    private let isObject: Bool
    let path: String
    let line: Int
    private(set) var findings: [MenuFinding] = []
    private var taken: Set<String> = []

    /// - Parameter text: The object. Any other value is a finding and is read as an empty object.
    init(_ text: MenuText, path: String) {
        self.path = path
        line = text.line
        if case .object(let members) = text.value {
            self.members = members
            isObject = true
        } else {
            members = []
            isObject = false
            findings.append(
                MenuFinding(severity: .error, line: text.line, key: path, reason: "must be an object in { }"))
        }
    }

    /// Ends reading. Keys that were not read are unknown ones.
    mutating func finish() -> [MenuFinding] {
        for member in members where !taken.contains(member.key) {
            let known = taken.sorted().joined(separator: ", ")
            complain("unknown key; known here: \(known)", member.key, line: member.line)
        }
        return findings
    }

    /// The keys of the object.
    var keys: [String] { members.map(\.key) }

    func key(_ name: String) -> String { path.isEmpty ? name : path + "." + name }

    func line(of name: String) -> Int { members.first { $0.key == name }?.line ?? line }

    mutating func complain(_ reason: String, _ name: String, line: Int? = nil) {
        findings.append(
            MenuFinding(severity: .error, line: line ?? self.line(of: name), key: key(name), reason: reason))
    }

    /// The value of a key; a required key that is missing is a finding.
    mutating func take(_ name: String, required: Bool = false) -> MenuText? {
        taken.insert(name)
        let value = members.first { $0.key == name }?.value
        if required, value == nil, isObject { complain("is missing", name, line: line) }
        return value
    }

    /// Text that is not blank, at most 200 characters, without control characters.
    mutating func string(_ name: String, required: Bool = false) -> String? {
        guard let text = take(name, required: required) else { return nil }
        return string(text, name)
    }

    private mutating func string(_ text: MenuText, _ name: String) -> String? {
        guard case .string(let string) = text.value else {
            complain("must be text in quotes", name, line: text.line)
            return nil
        }
        guard !string.allSatisfy(\.isWhitespace) else {
            complain("must not be empty", name, line: text.line)
            return nil
        }
        guard string.count <= 200, string.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            complain("must have at most 200 characters and no control characters", name, line: text.line)
            return nil
        }
        return string
    }

    /// An id: letters, digits, '-' and '_', at most 64.
    mutating func id(_ name: String) -> String {
        guard let id = string(name, required: true) else { return "" }
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if !isPlain || id.utf8.count > 64 {
            complain("'\(id)' is no id: use letters, digits, '-' and '_', at most 64", name)
        }
        return id
    }

    mutating func bool(_ name: String, default fallback: Bool) -> Bool {
        guard let text = take(name) else { return fallback }
        if case .bool(let value) = text.value { return value }
        complain("must be true or false", name, line: text.line)
        return fallback
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>, required: Bool = false) -> Int? {
        guard let text = take(name, required: required) else { return nil }
        switch text.value {
        case .number(let value) where range.contains(value):
            return value
        case .number(let value):
            complain("\(value) is outside \(range.lowerBound)…\(range.upperBound)", name, line: text.line)
        case .fraction(let value):
            complain(
                "\(value) must be a whole number; prices are in minor units, so $4.25 is written 425", name,
                line: text.line)
        case .object, .array, .string, .bool, .null:
            complain("must be a whole number without quotes", name, line: text.line)
        }
        return nil
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, default fallback: Choice) -> Choice
    where Choice.RawValue == String {
        guard let text = string(name) else { return fallback }
        if let choice = Choice(rawValue: text) { return choice }
        complain("'\(text)' must be one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "), name)
        return fallback
    }

    /// One text of a list or object, with its place for findings.
    struct Entry {
        var value: String
        var key: String
        var line: Int
    }

    mutating func complain(_ reason: String, _ entry: Entry) { complain(reason, entry.key, line: entry.line) }

    /// A list of texts; empty where it is absent.
    mutating func strings(_ name: String) -> [String] { entries(name).map(\.value) }

    /// A list of texts with their places; empty where it is absent.
    mutating func entries(_ name: String) -> [Entry] {
        array(name).enumerated().compactMap { index, element in
            let key = "\(name)[\(index)]"
            return string(element, key).map { Entry(value: $0, key: key, line: element.line) }
        }
    }

    /// A list of any values; empty where it is absent.
    ///
    /// - Parameter emptyReason: The finding for an empty list; `nil` where it may be empty.
    mutating func array(_ name: String, required: Bool = false, ifEmpty emptyReason: String? = nil) -> [MenuText] {
        guard let text = take(name, required: required) else { return [] }
        if case .array(let elements) = text.value {
            if elements.isEmpty, let emptyReason { complain(emptyReason, name, line: text.line) }
            return elements
        }
        complain("must be a list in [ ]", name, line: text.line)
        return []
    }

    /// An object of texts by key; empty where it is absent.
    mutating func dictionary(_ name: String) -> [(key: String, entry: Entry)] {
        guard let text = take(name) else { return [] }
        guard case .object(let members) = text.value else {
            complain("must be an object in { }", name, line: text.line)
            return []
        }
        return members.compactMap { member in
            let key = "\(name).\(member.key)"
            return string(member.value, key).map { (member.key, Entry(value: $0, key: key, line: member.line)) }
        }
    }
}
