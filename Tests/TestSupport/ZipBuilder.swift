/// Writes zip archives byte by byte, so that every lie an archive can tell is one changed field.
public struct ZipBuilder: Sendable {
    public struct Entry: Sendable {
        public var name: [UInt8]
        public var contents: [UInt8]
        public var mode = 0o100644
        public var attributes = 0
        public var flags = 0
        public var method = 0
        public var needed = 20
        public var disk = 0
        public var extra: [UInt8] = []
        public var localExtra: [UInt8] = []
        /// What the directory says instead of the truth.
        public var size: Int?
        public var compressed: Int?
        public var crc: Int?
        /// What the local header says instead of the directory.
        public var localName: [UInt8]?
        public var localSize: Int?
        /// Place of the local header instead of the true one.
        public var offset: Int?
        /// Size before it was packed; `nil` for stored contents.
        public var unpacked: Int?

        public init(_ name: String, _ contents: [UInt8] = Array("contents\n".utf8)) {
            self.name = Array(name.utf8)
            self.contents = contents
        }

        public static func folder(_ name: String) -> Entry {
            var entry = Entry(name, [])
            entry.mode = 0o40755
            return entry
        }
    }

    public var entries: [Entry]
    public var before: [UInt8] = []
    public var between: [UInt8] = []
    public var comment: [UInt8] = []
    /// Added to the number of entries, the size and the place of the directory in the end record.
    public var extraCount = 0
    public var directoryShift = 0

    public init(_ entries: [Entry]) { self.entries = entries }

    public func bytes() -> [UInt8] {
        var file = before
        var directory: [UInt8] = []
        for entry in entries {
            let place = file.count
            let size = entry.size ?? entry.unpacked ?? entry.contents.count
            let compressed = entry.compressed ?? entry.contents.count
            let crc = entry.crc ?? Self.crc(entry.contents)
            let localName = entry.localName ?? entry.name
            file +=
                Self.long(0x0403_4B50) + Self.short(entry.needed) + Self.short(entry.flags) + Self.short(entry.method)
                + Self.long(0)
            file +=
                Self.long(crc) + Self.long(compressed) + Self.long(entry.localSize ?? size)
                + Self.short(localName.count) + Self.short(entry.localExtra.count)
            file += localName + entry.localExtra + entry.contents + between
            directory +=
                Self.long(0x0201_4B50) + Self.short(0x031E) + Self.short(entry.needed) + Self.short(entry.flags)
                + Self.short(entry.method) + Self.long(0)
            directory +=
                Self.long(crc) + Self.long(compressed) + Self.long(size) + Self.short(entry.name.count)
                + Self.short(entry.extra.count) + Self.short(0)
            directory +=
                Self.short(entry.disk) + Self.short(0) + Self.long(entry.mode << 16 | entry.attributes)
                + Self.long(entry.offset ?? place)
            directory += entry.name + entry.extra
        }
        let start = file.count
        let count = entries.count + extraCount
        file +=
            directory + Self.long(0x0605_4B50) + Self.short(0) + Self.short(0) + Self.short(count) + Self.short(count)
        file += Self.long(directory.count) + Self.long(start + directoryShift) + Self.short(comment.count) + comment
        return file
    }

    public static func short(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    public static func long(_ value: Int) -> [UInt8] { short(value) + short(value >> 16) }
    public static func field(_ identity: Int, _ data: [UInt8]) -> [UInt8] { short(identity) + short(data.count) + data }

    /// CRC-32, bit by bit: a second way to the number that zlib gives.
    public static func crc(_ bytes: [UInt8]) -> Int {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return Int(crc ^ 0xFFFF_FFFF)
    }

    /// A deflate stream of `count` zero bytes, about a thousandth of that long: a literal zero, then copies of 258
    /// bytes at distance 1, by fixed codes.
    public static func zeros(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.put(0b011, 3)
        bits.putCode(0b0011_0000, 8)
        var left = count - 1
        // Eight copies are 13 bytes; from the second time on they can be repeated as they are, which makes large
        // streams cheap to write.
        if left >= 16 * 258 {
            for _ in 0..<8 {
                bits.putCode(0b1100_0101, 8)
                bits.putCode(0, 5)
            }
            let cycles = left / (8 * 258) - 1
            bits.repeatLast(13, times: cycles)
            left -= (cycles + 1) * 8 * 258
        }
        while left >= 258 {
            bits.putCode(0b1100_0101, 8)
            bits.putCode(0, 5)
            left -= 258
        }
        for _ in 0..<left { bits.putCode(0b0011_0000, 8) }
        bits.putCode(0, 7)
        return bits.finish()
    }

    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var current = 0
        private var filled = 0

        mutating func put(_ value: Int, _ count: Int) {
            for bit in 0..<count {
                current |= (value >> bit & 1) << filled
                filled += 1
                if filled == 8 {
                    bytes.append(UInt8(current))
                    current = 0
                    filled = 0
                }
            }
        }

        /// Huffman codes go in with their highest bit first.
        mutating func putCode(_ code: Int, _ count: Int) {
            for bit in (0..<count).reversed() { put(code >> bit & 1, 1) }
        }

        mutating func repeatLast(_ count: Int, times: Int) {
            let cycle = bytes.suffix(count)
            bytes.reserveCapacity(bytes.count + count * times)
            for _ in 0..<times { bytes += cycle }
        }

        mutating func finish() -> [UInt8] { filled == 0 ? bytes : bytes + [UInt8(current)] }
    }
}
