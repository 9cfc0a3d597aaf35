/// A reader of Kaldi's binary format: tokens ended by a space, numbers preceded by their size in bytes, and matrices of
/// 32-bit floats or compressed to 16 or 8 bits (`CompressedMatrix`).
///
/// Every read is checked against the remaining bytes, and every count before memory is allocated for it.
package struct KaldiReader {
    /// A compressed matrix, with values quantised uniformly between their minimum and maximum.
    package struct CompressedMatrix: Sendable {
        /// Bytes per value of each compressed format.
        fileprivate static let sizes = ["CM2": 2, "CM3": 1]

        package let rows: Int
        package let columns: Int
        fileprivate let minimum: Float
        /// Quantisation step.
        fileprivate let step: Float
        /// The quantised values as stored in the file, row after row: 8 or 16 bits each.
        fileprivate let bytes: [UInt8]

        /// Returns a range of the values in row-major order.
        package func values(_ range: Range<Int>) -> [Float] {
            [Float](unsafeUninitializedCapacity: range.count) { target, filled in
                guard let base = target.baseAddress else { return }
                expand(range, into: base)
                filled = range.count
            }
        }

        /// Writes a range of the values, in row-major order.
        ///
        /// - Parameter target: memory for as many values.
        package func expand(_ range: Range<Int>, into target: UnsafeMutablePointer<Float>) {
            let minimum = minimum, step = step, isWide = bytes.count > rows * columns, first = range.lowerBound
            bytes.withUnsafeBytes { source in
                guard !isWide else {
                    for index in 0..<range.count {
                        let level = source.loadUnaligned(fromByteOffset: 2 * (first + index), as: UInt16.self)
                        target[index] = minimum + step * Float(UInt16(littleEndian: level))
                    }
                    return
                }
                guard let levels = source.baseAddress?.advanced(by: first) else { return }
                for index in 0..<range.count {
                    target[index] = minimum + step * Float(levels.load(fromByteOffset: index, as: UInt8.self))
                }
            }
        }
    }

    private static let maxTokenLength = 128

    private let bytes: [UInt8]
    package private(set) var offset = 0

    /// Creates a reader.
    ///
    /// - Throws: `AcousticModelError` when the bytes do not begin as a binary Kaldi file.
    package init(_ bytes: [UInt8]) throws(AcousticModelError) {
        self.bytes = bytes
        guard try byte() == 0, try byte() == UInt8(ascii: "B") else {
            throw .damaged(offset: 0, expected: "a binary Kaldi file")
        }
    }

    private var left: Int { bytes.count - offset }

    package func damaged(_ expected: String) -> AcousticModelError { .damaged(offset: offset, expected: expected) }

    private mutating func byte() throws(AcousticModelError) -> UInt8 {
        guard left > 0 else { throw damaged("more bytes") }
        defer { offset += 1 }
        return bytes[offset]
    }

    package mutating func token() throws(AcousticModelError) -> String {
        var text: [UInt8] = []
        while true {
            let next = try byte()
            if next == UInt8(ascii: " ") { break }
            guard next > 0x20, next < 0x7F, text.count < Self.maxTokenLength else { throw damaged("a token") }
            text.append(next)
        }
        return String(decoding: text, as: UTF8.self)
    }

    package mutating func expect(_ wanted: String) throws(AcousticModelError) {
        guard try token() == wanted else { throw damaged(wanted) }
    }

    /// Reads lines up to the first empty one.
    ///
    /// - Parameter most: largest number of lines.
    package mutating func lines(most: Int) throws(AcousticModelError) -> [String] {
        var lines: [String] = []
        guard try byte() == UInt8(ascii: "\n") else { throw damaged("the network's description") }
        while true {
            guard let end = bytes[offset...].prefix(4_096).firstIndex(of: UInt8(ascii: "\n")), lines.count < most else {
                throw damaged("a line of the network's description")
            }
            let line = bytes[offset..<end]
            offset = end + 1
            if line.isEmpty { return lines }
            lines.append(String(decoding: line, as: UTF8.self))
        }
    }

    private mutating func word() throws(AcousticModelError) -> UInt32 {
        guard left >= 4 else { throw damaged("four bytes") }
        defer { offset += 4 }
        return (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }

    package mutating func integer() throws(AcousticModelError) -> Int {
        guard try byte() == 4 else { throw damaged("an integer of four bytes") }
        return Int(Int32(bitPattern: try word()))
    }

    package mutating func float() throws(AcousticModelError) -> Float {
        guard try byte() == 4 else { throw damaged("a float of four bytes") }
        return try finite(Float(bitPattern: try word()))
    }

    private func finite(_ value: Float) throws(AcousticModelError) -> Float {
        guard value.isFinite else { throw damaged("a finite number") }
        return value
    }

    package mutating func flag() throws(AcousticModelError) -> Bool {
        switch try byte() {
        case UInt8(ascii: "T"): return true
        case UInt8(ascii: "F"): return false
        default: throw damaged("T or F")
        }
    }

    package mutating func integers() throws(AcousticModelError) -> [Int] {
        let count = try count(bytesEach: 4)
        var values: [Int] = []
        for _ in 0..<count { values.append(Int(Int32(bitPattern: try word()))) }
        return values
    }

    package mutating func vector() throws(AcousticModelError) -> [Float] {
        try expect("FV")
        return try floats(try count(bytesEach: 4))
    }

    /// Reads a matrix, in row-major order.
    package mutating func matrix() throws(AcousticModelError) -> (rows: Int, columns: Int, values: [Float]) {
        switch try token() {
        case "FM":
            let rows = try integer(), columns = try integer()
            try require(rows, columns, bytesEach: 4)
            return (rows, columns, try floats(rows * columns))
        case let kind where CompressedMatrix.sizes[kind] != nil:
            let matrix = try compressedMatrix(kind)
            return (matrix.rows, matrix.columns, matrix.values(0..<matrix.rows * matrix.columns))
        default: throw damaged("a matrix")
        }
    }

    /// Reads a compressed matrix without expanding it.
    package mutating func compressedMatrix() throws(AcousticModelError) -> CompressedMatrix {
        try compressedMatrix(try token())
    }

    private mutating func compressedMatrix(_ kind: String) throws(AcousticModelError) -> CompressedMatrix {
        guard let size = CompressedMatrix.sizes[kind] else { throw damaged("a compressed matrix") }
        let minimum = try finite(Float(bitPattern: try word())), range = try finite(Float(bitPattern: try word()))
        guard (minimum + range).isFinite else { throw damaged("finite numbers") }
        let rows = Int(Int32(bitPattern: try word())), columns = Int(Int32(bitPattern: try word()))
        try require(rows, columns, bytesEach: size)
        let start = offset
        offset += size * rows * columns
        return CompressedMatrix(
            rows: rows, columns: columns, minimum: minimum, step: range / (size == 1 ? 255 : 65_535),
            bytes: Array(bytes[start..<offset]))
    }

    private func require(_ rows: Int, _ columns: Int, bytesEach size: Int) throws(AcousticModelError) {
        guard rows > 0, columns > 0, rows <= left / size, columns <= left / size / rows else {
            throw damaged("a matrix that fits into the file")
        }
    }

    /// Reads a count of items that must fit into the remaining bytes.
    package mutating func count(bytesEach size: Int) throws(AcousticModelError) -> Int {
        let count = try integer()
        guard count >= 0, count <= left / size else { throw damaged("a count that fits into the file") }
        return count
    }

    private mutating func floats(_ count: Int) throws(AcousticModelError) -> [Float] {
        guard count <= left / 4 else { throw damaged("\(count) floats") }
        let start = offset
        let values = [Float](unsafeUninitializedCapacity: count) { target, filled in
            bytes.withUnsafeBytes { source in
                for index in 0..<count {
                    target.initializeElement(
                        at: index,
                        to: Float(
                            bitPattern: UInt32(
                                littleEndian: source.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)))
                    )
                }
            }
            filled = count
        }
        offset += count * 4
        guard values.allSatisfy(\.isFinite) else { throw .damaged(offset: start, expected: "finite numbers") }
        return values
    }
}
