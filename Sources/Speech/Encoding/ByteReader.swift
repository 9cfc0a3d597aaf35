/// Reads little-endian numbers and runs of bytes in order, never past the end.
///
/// ```swift
/// var reader = ByteReader(file[...])
/// guard let count = reader.integer(UInt32.self), let name = reader.take(Int(count)) else { throw Damage.cutOff }
/// ```
public struct ByteReader: Sendable {
    @usableFromInline let bytes: ArraySlice<UInt8>
    @usableFromInline var next: Int

    /// A reader at the first of some bytes.
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        next = bytes.startIndex
    }

    /// Bytes read so far.
    public var offset: Int { next - bytes.startIndex }

    /// Bytes not yet read.
    @inlinable public var left: Int { bytes.endIndex - next }

    /// The number of the next bytes; `nil`, without moving, where too few are left.
    @inlinable public mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
        let size = Value.bitWidth / 8
        guard left >= size else { return nil }
        var value: Value = 0
        for index in (0..<size).reversed() { value = value << 8 | Value(truncatingIfNeeded: bytes[next + index]) }
        next += size
        return value
    }

    /// The next bytes; `nil`, without moving, where too few are left.
    ///
    /// - Parameter count: a negative count gives `nil`.
    @inlinable public mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left else { return nil }
        defer { next += count }
        return bytes[next..<next + count]
    }
}

extension [UInt8] {
    /// Appends a number's bytes, the lowest first.
    @inlinable public mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
