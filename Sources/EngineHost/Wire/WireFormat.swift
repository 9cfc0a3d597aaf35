internal import Speech

/// The format of messages between host and child: a length, a type and fields, all little-endian.
///
/// A message is a `UInt32` length of what follows, a `UInt8` type, and its fields (`WireField`) in order. Numbers have
/// fixed widths; lists and texts are preceded by a `UInt32` count. Host and child are the same binary, so an unknown
/// type or a field that does not fit means damage. The version guards against a binary that is replaced while a kiosk
/// runs.
enum WireFormat {
    /// First bytes of a child's greeting: "BRWS".
    static let magic: UInt32 = 0x5357_5242
    /// Increased with every change of a message.
    static let version: UInt16 = 4
    /// Bytes of the length field.
    static let headerBytes = 4
    /// Largest length of a message in bytes. 30 s of audio are 1 MB, a vocabulary for 5,000 items is about 4 MB.
    static let mostBytes = 16 << 20
    /// Largest sample position; larger ones mean damage, and adding two of these cannot overflow.
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

/// A value that messages carry.
protocol WireField {
    /// Fewest bytes of a value, 1 or more; bounds the memory that a list's count can ask for.
    static var fewestBytes: Int { get }

    /// Appends the value.
    func write(to writer: inout WireWriter)

    /// Reads the value from where the reader stands.
    ///
    /// - Throws: `WireError` for bytes that are no value.
    init(from reader: inout WireReader) throws(WireError)
}

/// Writes the fields of one message.
struct WireWriter {
    private(set) var bytes: [UInt8]

    private init(type: UInt8) { bytes = [0, 0, 0, 0, type] }

    /// A whole message with its length.
    ///
    /// - Throws: `WireError.lengthOutOfRange` when it is too long to be sent.
    static func message<each Field: WireField>(_ type: UInt8, _ fields: repeat each Field) throws(WireError) -> [UInt8]
    {
        var writer = WireWriter(type: type)
        repeat (each fields).write(to: &writer)
        let length = writer.bytes.count - WireFormat.headerBytes
        guard length <= WireFormat.mostBytes else { throw .lengthOutOfRange(length) }
        for (index, byte) in withUnsafeBytes(of: UInt32(length).littleEndian, Array.init).enumerated() {
            writer.bytes[index] = byte
        }
        return writer.bytes
    }

    mutating func put(_ value: some FixedWidthInteger) { bytes.append(littleEndian: value) }

    mutating func put(_ new: some Collection<UInt8>) { bytes.append(contentsOf: new) }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }
}

/// Reads the fields of one message. Never allocates more than the message itself can fill.
struct WireReader {
    private var bytes: ByteReader

    /// - Parameter bytes: type and fields, without the length.
    init(_ bytes: ArraySlice<UInt8>) { self.bytes = ByteReader(bytes) }

    /// The next field.
    mutating func next<Field: WireField>(_ type: Field.Type = Field.self) throws(WireError) -> Field {
        try Field(from: &self)
    }

    mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(WireError) -> Value {
        guard let value = bytes.integer(type) else { throw .wrongLength }
        return value
    }

    mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard let taken = bytes.take(count) else { throw .wrongLength }
        return taken
    }

    /// The number of elements that follow, each of at least so many bytes.
    mutating func count(ofBytes size: Int) throws(WireError) -> Int {
        let count = Int(try integer(UInt32.self))
        guard count <= bytes.left / size else { throw .wrongLength }
        return count
    }

    /// - Throws: `WireError.wrongLength` when something is left over.
    func end() throws(WireError) {
        guard bytes.left == 0 else { throw .wrongLength }
    }
}
