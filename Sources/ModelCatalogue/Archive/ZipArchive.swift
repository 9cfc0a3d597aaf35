internal import Speech

/// A zip archive whose headers were all checked before unpacking (APPNOTE.TXT, PKWARE).
///
/// Accepts only what models need: regular files and folders with plain names, stored or deflated, contiguous from the
/// first byte to the end record. Links, devices, encryption, 64-bit sizes, several disks, and paths that lead outside
/// or differ only in case are refused. The caller receives bytes and decides where to write them.
public struct ZipArchive: Sendable {
    /// A file or folder.
    public struct Entry: Equatable, Sendable {
        /// Path with `/`, without a trailing one.
        public let path: String
        /// Whether the entry is a folder.
        public let isFolder: Bool
        /// Unpacked size in bytes.
        public let bytes: Int
        let compressed: Int
        let isDeflated: Bool
        let crc: Int
        let offset: Int
    }

    /// Path of the archive.
    public let path: String
    /// Files and folders in the order of the central directory.
    public let entries: [Entry]
    private let file: ArchiveFile

    private static let endBytes = 22
    private static let largestDirectory = 4 << 20
    /// Largest compression ratio of deflate (zlib's technical notes).
    private static let bestRatio = 1_032
    /// Highest "version needed" without 64-bit sizes or newer methods.
    private static let newestVersion = 20

    /// Reads and checks the headers.
    ///
    /// - Parameters:
    ///   - path: a regular file.
    ///   - limits: largest contents.
    /// - Throws: `ZipError` with the first problem.
    public init(path: String, limits: ZipLimits = ZipLimits()) throws(ZipError) {
        self.path = path
        file = try ArchiveFile(path)
        func refuse(_ reason: String) -> ZipError { ZipError(archive: path, reason: reason) }

        let directory = try Self.directory(file, path: path, limits: limits)
        var reader = ByteReader(directory.bytes[...])
        var names = NameSet()
        var found: [Entry] = []
        var places: [(start: Int, end: Int, sizesFollow: Bool)] = []
        var total = 0
        for _ in 0..<directory.count {
            guard let header = CentralHeader(&reader) else { throw refuse("its directory is damaged") }
            if let problem = Self.problem(header, depth: limits.depth) { throw refuse(problem) }
            let isFolder = header.name.last == UInt8(ascii: "/")
            let entryPath = String(decoding: isFolder ? header.name.dropLast() : header.name, as: UTF8.self)
            if let problem = names.add(entryPath, isFolder: isFolder) { throw refuse(problem) }
            total += header.size
            guard total <= limits.bytes else { throw refuse("it unpacks to more than \(limits.bytes) bytes") }
            let data = try Self.dataOffset(header, file, path: path)
            places.append((header.offset, data + header.compressed, ZipFlags.sizesFollow(header.flags)))
            found.append(
                Entry(
                    path: entryPath, isFolder: isFolder, bytes: header.size, compressed: header.compressed,
                    isDeflated: header.method == 8, crc: header.crc, offset: data)
            )
        }
        guard reader.left == 0 else { throw refuse("its directory has more than it counts") }
        if let problem = Self.gap(places, end: directory.offset) { throw refuse(problem) }
        entries = found
    }

    /// Finds the central directory, which must end at the end record, which must end the file.
    private static func directory(_ file: ArchiveFile, path: String, limits: ZipLimits) throws(ZipError) -> (
        bytes: [UInt8], count: Int, offset: Int
    ) {
        func refuse(_ reason: String) -> ZipError { ZipError(archive: path, reason: reason) }
        guard let end = file.bytes(at: file.size - endBytes, count: endBytes) else { throw refuse("it is too short") }
        var reader = ByteReader(end[...])
        guard reader.long() == 0x0605_4B50, let disk = reader.short(), let startDisk = reader.short(),
            let here = reader.short(), let count = reader.short(),
            let size = reader.long(), let offset = reader.long(), reader.short() == 0
        else { throw refuse("it does not end like a zip archive; it may be cut short") }
        guard disk == 0, startDisk == 0, here == count else { throw refuse("it spans several files") }
        guard count > 0 else { throw refuse("it is empty") }
        guard count <= limits.entries else { throw refuse("it has \(count) entries, more than \(limits.entries)") }
        guard size <= largestDirectory, offset + size == file.size - endBytes,
            let bytes = file.bytes(at: offset, count: size)
        else {
            throw refuse("its directory is not where its end says, or something was put before it")
        }
        return (bytes, count, offset)
    }

    private static func problem(_ header: CentralHeader, depth: Int) -> String? {
        let isFolder = header.name.last == UInt8(ascii: "/")
        let name = isFolder ? header.name.dropLast() : header.name
        if let problem = ZipName.problem(name, depth: depth) { return problem }
        let shown = ZipName.shown(name)
        guard ZipFlags.areKnown(header.flags) else { return "\(shown) is encrypted or needs a newer reader" }
        guard header.needed & 0xFF <= newestVersion else { return "\(shown) needs a newer reader" }
        guard header.disk == 0 else { return "\(shown) is on another disk" }
        guard header.method == 0 || header.method == 8 else { return "\(shown) is packed in an unknown way" }
        if let problem = ExtraFields.problem(header.extra) { return "\(shown): \(problem)" }
        // The upper half of the attributes is the Unix mode; 0 in archives made elsewhere.
        let kind = header.mode & 0xF000
        guard kind == 0 || kind == (isFolder ? 0x4000 : 0x8000) else {
            return "\(shown) is neither a regular file nor a folder"
        }
        guard isFolder || !header.isFolderByAttribute else { return "\(shown) is a file that says it is a folder" }
        guard !isFolder || header.size == 0 && header.compressed == 0 else {
            return "the folder \(shown) has contents of its own"
        }
        guard header.method == 8 || header.size == header.compressed else { return "\(shown) has two sizes" }
        guard header.size <= header.compressed * bestRatio else {
            return "\(shown) says it unpacks to more than it can"
        }
        return nil
    }

    /// Offset of an entry's data, after a local header that agrees with the directory.
    private static func dataOffset(_ header: CentralHeader, _ file: ArchiveFile, path: String) throws(ZipError) -> Int {
        let refusal = ZipError(archive: path, reason: "\(ZipName.shown(header.name)) is described in two ways")
        guard let fixed = file.bytes(at: header.offset, count: LocalHeader.fixedBytes) else { throw refusal }
        var reader = ByteReader(fixed[...])
        guard let local = LocalHeader(&reader), local.agrees(with: header),
            let rest = file.bytes(
                at: header.offset + LocalHeader.fixedBytes, count: local.nameLength + local.extraLength),
            rest.prefix(local.nameLength) == header.name
        else { throw refusal }
        if let problem = ExtraFields.problem(rest.dropFirst(local.nameLength)) {
            throw ZipError(archive: path, reason: "\(ZipName.shown(header.name)): \(problem)")
        }
        return header.offset + LocalHeader.fixedBytes + rest.count
    }

    /// Checks the bytes between entries: none, or the sizes that follow the previous entry's data.
    private static func gap(_ places: [(start: Int, end: Int, sizesFollow: Bool)], end: Int) -> String? {
        var position = 0
        var allowed = [0]
        for place in places.sorted(by: { $0.start < $1.start }) {
            guard allowed.contains(place.start - position) else {
                return place.start < position ? "its entries overlap" : "something lies between its entries"
            }
            position = place.end
            allowed = place.sizesFollow ? [12, 16] : [0]
        }
        return allowed.contains(end - position)
            ? nil : position > end ? "its entries overlap" : "something lies between its entries"
    }

    /// Unpacks a file in blocks; stops at the first byte beyond its announced size.
    ///
    /// - Parameters:
    ///   - entry: a file of this archive.
    ///   - take: receives the blocks in order; a buffer is valid during the call.
    /// - Throws: `ZipError` when the data differ from the headers, or what `take` throws.
    public func read(_ entry: Entry, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        func damaged(_ reason: String) -> ZipError { ZipError(archive: path, reason: "\(entry.path) \(reason)") }
        var checksum = Checksum()
        var given = 0
        func pass(_ block: UnsafeRawBufferPointer) throws {
            given += block.count
            guard given <= entry.bytes else {
                throw damaged("unpacks to more than the \(entry.bytes) bytes it promises")
            }
            checksum.add(block)
            try take(block)
        }
        if entry.isDeflated {
            guard let inflater = Inflater() else { throw damaged("cannot be unpacked: zlib does not start") }
            guard try inflater.run(file, offset: entry.offset, count: entry.compressed, pass) else {
                throw damaged("is damaged")
            }
        } else {
            try file.forEachBlock(
                offset: entry.offset, count: entry.compressed, orThrow: damaged("cannot be read"), pass)
        }
        guard given == entry.bytes else { throw damaged("unpacks to \(given) bytes instead of \(entry.bytes)") }
        guard checksum.value == entry.crc else { throw damaged("has the wrong checksum") }
    }
}

/// The paths of an archive, checked for conflicts.
private struct NameSet {
    /// Path as written and whether it is a folder, by lower-case path, as on file systems that ignore case.
    private var known: [String: (path: String, isFolder: Bool)] = [:]
    private var listed: Set<String> = []

    /// - Returns: the problem; `nil` when the path was added.
    mutating func add(_ path: String, isFolder: Bool) -> String? {
        guard listed.insert(path.lowercased()).inserted else { return "it has \(path) twice" }
        var parent = ""
        let parts = path.split(separator: "/").map(String.init)
        for (index, part) in parts.enumerated() {
            let whole = parent.isEmpty ? part : parent + "/" + part
            let here = (path: whole, isFolder: index < parts.count - 1 || isFolder)
            if let other = known.updateValue(here, forKey: whole.lowercased()), other != here {
                return other.path == whole
                    ? "\(whole) is a file and a folder" : "\(whole) and \(other.path) differ only in case"
            }
            parent = whole
        }
        return nil
    }
}
