internal import Speech

/// The format of what host and child say to each other: messages of a length, a type and fields, all little-endian.
///
/// A message is `UInt32` length of what follows, `UInt8` type, fields. Numbers have fixed widths; text and samples are
/// preceded by a `UInt32` count. Both sides are the same binary, so an unknown type or a field that does not fit is
/// damage and not another version; the version is there for the moment a binary is replaced under a running kiosk.
enum WireFormat {
    /// First bytes of a child's greeting: "BRWS".
    static let magic: UInt32 = 0x5357_5242
    /// Rises with every change of a message.
    static let version: UInt16 = 2
    /// Bytes of the length field.
    static let headerBytes = 4
    /// Largest length a message may have. 30 s of audio are 1 MB, the vocabulary of a menu of 5,000 items about 4 MB.
    static let mostBytes = 16 << 20
    /// Positions and counts beyond this are damage, and adding two of them cannot overflow.
    static let furthestPosition = 1 << 48
}

/// A message that cannot be read or written.
enum WireError: Error, Equatable, Sendable {
    case lengthOutOfRange(Int)
    case unknownType(UInt8)
    /// The message ended before the field, or went on after the last.
    case wrongLength
    case valueOutOfRange(String)
}

/// Writes the fields of one message.
struct WireWriter {
    private(set) var bytes: [UInt8]

    init(type: UInt8) { bytes = [0, 0, 0, 0, type] }

    mutating func put(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }

    mutating func put(_ value: Double) { put(value.bitPattern) }

    mutating func put(_ position: SamplePosition) { put(Int64(position.samples)) }

    mutating func put(_ text: String) {
        put(UInt32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put(_ samples: [Int16]) {
        put(UInt32(clamping: samples.count))
        bytes.reserveCapacity(bytes.count + 2 * samples.count)
        for sample in samples { put(sample) }
    }

    /// The message with its length filled in.
    ///
    /// - Throws: `WireError.lengthOutOfRange` when it is too long to be sent.
    consuming func message() throws(WireError) -> [UInt8] {
        let length = bytes.count - WireFormat.headerBytes
        guard length <= WireFormat.mostBytes else { throw .lengthOutOfRange(length) }
        for (index, byte) in withUnsafeBytes(of: UInt32(length).littleEndian, Array.init).enumerated() {
            bytes[index] = byte
        }
        return bytes
    }
}

/// Reads the fields of one message. Never allocates more than the message itself can fill.
struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private var next: Int

    /// - Parameter bytes: type and fields, without the length.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        next = bytes.startIndex
    }

    private var left: Int { bytes.endIndex - next }

    mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws(WireError) -> Value {
        let size = Value.bitWidth / 8
        guard left >= size else { throw .wrongLength }
        var value: Value = 0
        for index in 0..<size { value |= Value(truncatingIfNeeded: bytes[next + index]) << Value(8 * index) }
        next += size
        return value
    }

    mutating func flag() throws(WireError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: false
        case 1: true
        default: throw .valueOutOfRange("flag")
        }
    }

    /// A number of 0…1.
    mutating func share() throws(WireError) -> Double {
        let value = Double(bitPattern: try integer(UInt64.self))
        guard (0...1).contains(value) else { throw .valueOutOfRange("share") }
        return value
    }

    mutating func position() throws(WireError) -> SamplePosition {
        let value = try integer(Int64.self)
        guard (0...Int64(WireFormat.furthestPosition)).contains(value) else { throw .valueOutOfRange("position") }
        return SamplePosition(Int(value))
    }

    /// How many elements follow, each of at least so many bytes.
    mutating func count(ofBytes size: Int) throws(WireError) -> Int {
        let count = Int(try integer(UInt32.self))
        guard count <= left / size else { throw .wrongLength }
        return count
    }

    mutating func text() throws(WireError) -> String {
        let count = try count(ofBytes: 1)
        defer { next += count }
        return String(decoding: bytes[next..<next + count], as: UTF8.self)
    }

    mutating func samples() throws(WireError) -> [Int16] {
        let count = try count(ofBytes: 2)
        let start = next
        next += 2 * count
        return (0..<count).map {
            Int16(bitPattern: UInt16(bytes[start + 2 * $0]) | UInt16(bytes[start + 2 * $0 + 1]) << 8)
        }
    }

    /// - Throws: `WireError.wrongLength` when something is left over.
    func end() throws(WireError) {
        guard left == 0 else { throw .wrongLength }
    }
}
