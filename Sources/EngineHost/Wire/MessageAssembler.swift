/// Cuts a stream of bytes into messages, however the bytes arrive.
struct MessageAssembler {
    private var bytes: [UInt8] = []

    /// Adds bytes as they came from the channel.
    mutating func append(_ new: some Sequence<UInt8>) { bytes.append(contentsOf: new) }

    /// Takes the next whole message out: type and fields, without the length.
    ///
    /// - Returns: `nil` when more bytes are needed.
    /// - Throws: `WireError.lengthOutOfRange` as soon as a length is seen that no message has, so nothing is collected
    ///   for it.
    mutating func next() throws(WireError) -> [UInt8]? {
        guard bytes.count >= WireFormat.headerBytes else { return nil }
        var length = 0
        for index in 0..<WireFormat.headerBytes { length |= Int(bytes[index]) << (8 * index) }
        guard (1...WireFormat.mostBytes).contains(length) else { throw .lengthOutOfRange(length) }
        let end = WireFormat.headerBytes + length
        guard bytes.count >= end else { return nil }
        let message = Array(bytes[WireFormat.headerBytes..<end])
        bytes.removeFirst(end)
        return message
    }
}
