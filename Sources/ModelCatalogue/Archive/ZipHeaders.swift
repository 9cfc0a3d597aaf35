internal import Speech

/// An entry of the central directory (APPNOTE.TXT 4.3.12).
struct CentralHeader: Equatable {
    static let signature = 0x0201_4B50

    let madeBy: Int
    let needed: Int
    let flags: Int
    let method: Int
    let crc: Int
    let compressed: Int
    let size: Int
    let disk: Int
    let mode: Int
    let isFolderByAttribute: Bool
    /// Offset of the local header.
    let offset: Int
    let name: ArraySlice<UInt8>
    let extra: ArraySlice<UInt8>

    init?(_ reader: inout ByteReader) {
        guard reader.long() == Self.signature, let madeBy = reader.short(), let needed = reader.short(),
            let flags = reader.short(),
            let method = reader.short(), reader.long() != nil, let crc = reader.long(), let compressed = reader.long(),
            let size = reader.long(),
            let nameLength = reader.short(), let extraLength = reader.short(), let commentLength = reader.short(),
            let disk = reader.short(),
            reader.short() != nil, let attributes = reader.long(), let offset = reader.long(),
            let name = reader.take(nameLength),
            let extra = reader.take(extraLength), reader.take(commentLength) != nil
        else { return nil }
        self.madeBy = madeBy
        self.needed = needed
        self.flags = flags
        self.method = method
        self.crc = crc
        self.compressed = compressed
        self.size = size
        self.disk = disk
        mode = attributes >> 16
        isFolderByAttribute = attributes & 0x10 != 0
        self.offset = offset
        self.name = name
        self.extra = extra
    }
}

/// The local header before the data (APPNOTE.TXT 4.3.7). Readers that trust different copies see different files, so
/// both must agree.
struct LocalHeader: Equatable {
    static let signature = 0x0403_4B50
    static let fixedBytes = 30

    let flags: Int
    let method: Int
    let crc: Int
    let compressed: Int
    let size: Int
    let nameLength: Int
    let extraLength: Int

    init?(_ reader: inout ByteReader) {
        guard reader.long() == Self.signature, reader.short() != nil, let flags = reader.short(),
            let method = reader.short(), reader.long() != nil,
            let crc = reader.long(), let compressed = reader.long(), let size = reader.long(),
            let nameLength = reader.short(), let extraLength = reader.short()
        else { return nil }
        self.flags = flags
        self.method = method
        self.crc = crc
        self.compressed = compressed
        self.size = size
        self.nameLength = nameLength
        self.extraLength = extraLength
    }

    /// Whether both copies agree. When sizes follow the data, zeros are ignored.
    func agrees(with central: CentralHeader) -> Bool {
        guard flags == central.flags, method == central.method, nameLength == central.name.count else { return false }
        let follow = ZipFlags.sizesFollow(flags)
        return [(crc, central.crc), (compressed, central.compressed), (size, central.size)].allSatisfy {
            $0 == $1 || follow && $0 == 0
        }
    }
}

/// General purpose bits (APPNOTE.TXT 4.4.4).
enum ZipFlags {
    private static let level = 0x0006, dataDescriptor = 0x0008, utf8 = 0x0800

    static func sizesFollow(_ flags: Int) -> Bool { flags & dataDescriptor != 0 }

    /// Unknown flags (encryption, patches) change what the bytes mean.
    static func areKnown(_ flags: Int) -> Bool { flags & ~(level | dataDescriptor | utf8) == 0 }
}

/// Extra fields (APPNOTE.TXT 4.5).
enum ExtraFields {
    /// Fields that change an entry: 64-bit sizes, a link's target (PKWARE and ASi Unix), another name, encryption.
    private static let refused: [Int: String] = [
        0x0001: "64-bit sizes", 0x000D: "a Unix entry with a link's target",
        0x756E: "a Unix entry with a link's target", 0x7075: "a second name",
        0x0017: "encryption", 0x9901: "encryption",
    ]

    /// The problem; `nil` when the fields are harmless (times, owners).
    static func problem(_ bytes: ArraySlice<UInt8>) -> String? {
        var reader = ByteReader(bytes)
        while reader.left > 0 {
            guard let identity = reader.short(), let length = reader.short(), reader.take(length) != nil else {
                return "an extra field is cut short"
            }
            if let what = refused[identity] { return "it has \(what)" }
        }
        return nil
    }
}
