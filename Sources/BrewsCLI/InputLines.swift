internal import Ordering

/// Reads standard input line by line. Bytes that are not UTF-8 are repaired. A line longer than the parser's limit is
/// cut just past it, which bounds memory.
struct InputLines {
    private static let longest = SpokenWords.mostCharacters * 8

    private var block: ArraySlice<UInt8> = []

    /// The next line without its end; `nil` at the end of the input.
    mutating func next() throws -> String? {
        var line: [UInt8] = []
        var hasLine = false
        while true {
            while let byte = block.popFirst() {
                if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
                hasLine = true
                if line.count < Self.longest { line.append(byte) }
            }
            block = try InputFile.standardInputBlock()[...]
            if block.isEmpty { return hasLine ? String(decoding: line, as: UTF8.self) : nil }
        }
    }
}
