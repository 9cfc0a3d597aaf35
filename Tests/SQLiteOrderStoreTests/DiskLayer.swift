internal import CSQLite
internal import Foundation
internal import Synchronization

/// SQLite VFS (`sqlite3_vfs`) over a `SimulatedDisk`. One disk per VFS; connections select it by `name`. For one
/// connection at a time: locks are always granted.
final class DiskLayer {
    let name: String
    /// The disk that is read and written. Replaced after a power failure.
    var disk: SimulatedDisk
    private let layer: UnsafeMutablePointer<sqlite3_vfs>
    private static let count = Atomic<Int>(0)

    init(_ disk: SimulatedDisk) {
        self.disk = disk
        name = "simulated disk \(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
        layer = .allocate(capacity: 1)
        layer.initialize(to: sqlite3_vfs())
        layer.pointee.iVersion = 2
        layer.pointee.szOsFile = Int32(OpenFile.bytes)
        layer.pointee.mxPathname = 512
        layer.pointee.zName = UnsafePointer(strdup(name))
        layer.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
        layer.pointee.xOpen = openFile
        layer.pointee.xDelete = { code(of($0)?.remove(text($1), synchronised: $2 != 0)) }
        layer.pointee.xAccess = { layer, path, _, result in
            result?.pointee = of(layer)?.exists(text(path)) == true ? 1 : 0
            return SQLITE_OK
        }
        layer.pointee.xFullPathname = { _, path, count, result in
            guard let path, let result, strlen(path) < Int(count) else { return SQLITE_CANTOPEN }
            strcpy(result, path)
            return SQLITE_OK
        }
        layer.pointee.xRandomness = { _, count, bytes in
            for index in 0..<Int(count) { bytes?[index] = CChar.random(in: .min ... .max) }
            return count
        }
        layer.pointee.xSleep = { _, microseconds in microseconds }
        layer.pointee.xCurrentTime = { _, time in
            time?.pointee = 2_461_000
            return SQLITE_OK
        }
        layer.pointee.xCurrentTimeInt64 = { _, time in
            time?.pointee = 2_461_000 * 86_400_000
            return SQLITE_OK
        }
        // The system error of the last failure.
        layer.pointee.xGetLastError = { layer, _, _ in of(layer)?.lastFailure == .readOnly ? EROFS : EIO }
        sqlite3_vfs_register(layer, 0)
    }

    deinit {
        sqlite3_vfs_unregister(layer)
        free(UnsafeMutableRawPointer(mutating: layer.pointee.zName))
        layer.deallocate()
    }
}

/// SQLite's memory for an open file: its own part, followed by our handle.
private enum OpenFile {
    static let bytes = MemoryLayout<sqlite3_file>.stride + MemoryLayout<UnsafeMutableRawPointer>.stride

    static func handle(_ file: UnsafeMutablePointer<sqlite3_file>?) -> FileHandle? {
        slot(file)?.pointee.map { Unmanaged<FileHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    static func slot(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
        file.map {
            (UnsafeMutableRawPointer($0) + MemoryLayout<sqlite3_file>.stride).assumingMemoryBound(
                to: UnsafeMutableRawPointer?.self)
        }
    }
}

private final class FileHandle {
    let layer: DiskLayer
    let name: String
    let isTemporary: Bool
    /// The folder is synchronised with the file's first synchronisation.
    var isNewLog: Bool

    init(layer: DiskLayer, name: String, isTemporary: Bool, isNewLog: Bool) {
        self.layer = layer
        self.name = name
        self.isTemporary = isTemporary
        self.isNewLog = isNewLog
    }
}

private func layer(_ layer: UnsafeMutablePointer<sqlite3_vfs>?) -> DiskLayer? {
    layer?.pointee.pAppData.map { Unmanaged<DiskLayer>.fromOpaque($0).takeUnretainedValue() }
}

private func of(_ pointer: UnsafeMutablePointer<sqlite3_vfs>?) -> SimulatedDisk? { layer(pointer)?.disk }

private func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

private func code(_ failure: SimulatedDisk.Failure?) -> Int32 {
    switch failure {
    case nil: SQLITE_OK
    case .full: SQLITE_FULL
    case .inputOutput, .readOnly, .noPower: SQLITE_IOERR | (3 << 8)
    }
}

private let openFile:
    @convention(c) (
        UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
        UnsafeMutablePointer<Int32>?
    ) -> Int32 = {
        pointer, path, file, flags, outFlags in
        guard let layer = layer(pointer), let file else { return SQLITE_CANTOPEN }
        let disk = layer.disk, name = path.map { String(cString: $0) } ?? disk.temporaryName()
        file.pointee.pMethods = nil
        OpenFile.slot(file)?.initialize(to: nil)
        let isNew = !disk.exists(name)
        if isNew {
            guard flags & SQLITE_OPEN_CREATE != 0 else { return SQLITE_CANTOPEN }
            if let failure = disk.create(name) { return failure == .full ? SQLITE_FULL : SQLITE_CANTOPEN }
        }
        let isLog = flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL) != 0
        let handle = FileHandle(
            layer: layer, name: name, isTemporary: flags & SQLITE_OPEN_DELETEONCLOSE != 0, isNewLog: isNew && isLog)
        OpenFile.slot(file)?.pointee = Unmanaged.passRetained(handle).toOpaque()
        outFlags?.pointee = flags
        file.pointee.pMethods = methods.pointer
        return SQLITE_OK
    }

/// Methods of an open file, created once. Safe: written before any read.
private struct Methods: @unchecked Sendable {
    let pointer: UnsafePointer<sqlite3_io_methods>
}

private let methods: Methods = {
    var table = sqlite3_io_methods()
    table.iVersion = 2
    table.xClose = { file in
        if let handle = OpenFile.handle(file), handle.isTemporary {
            _ = handle.layer.disk.remove(handle.name, synchronised: false)
        }
        OpenFile.slot(file)?.pointee.map { Unmanaged<FileHandle>.fromOpaque($0).release() }
        OpenFile.slot(file)?.pointee = nil
        return SQLITE_OK
    }
    table.xRead = { file, target, count, offset in
        guard let handle = OpenFile.handle(file), let target else { return SQLITE_IOERR }
        let bytes = handle.layer.disk.read(handle.name, at: Int(offset), count: Int(count))
        let buffer = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
        buffer.copyBytes(from: bytes)
        guard bytes.count < Int(count) else { return SQLITE_OK }
        memset(target + bytes.count, 0, Int(count) - bytes.count)
        return SQLITE_IOERR | (2 << 8)  // SQLITE_IOERR_SHORT_READ
    }
    table.xWrite = { file, source, count, offset in
        guard let handle = OpenFile.handle(file) else { return SQLITE_IOERR }
        return code(
            handle.layer.disk.write(
                handle.name, at: Int(offset), Array(UnsafeRawBufferPointer(start: source, count: Int(count)))))
    }
    table.xTruncate = { file, size in
        guard let handle = OpenFile.handle(file) else { return SQLITE_IOERR }
        return code(handle.layer.disk.truncate(handle.name, to: Int(size)))
    }
    table.xSync = { file, _ in
        guard let handle = OpenFile.handle(file) else { return SQLITE_IOERR }
        defer { handle.isNewLog = false }
        return code(handle.layer.disk.synchronise(handle.name, isNewLog: handle.isNewLog))
    }
    table.xFileSize = { file, size in
        guard let handle = OpenFile.handle(file) else { return SQLITE_IOERR }
        size?.pointee = Int64(handle.layer.disk.size(handle.name))
        return SQLITE_OK
    }
    table.xLock = { _, _ in SQLITE_OK }
    table.xUnlock = { _, _ in SQLITE_OK }
    table.xCheckReservedLock = { _, result in
        result?.pointee = 0
        return SQLITE_OK
    }
    table.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    // As the system's VFS reports for ext4.
    table.xSectorSize = { _ in 4_096 }
    table.xDeviceCharacteristics = { _ in 0x1000 }  // SQLITE_IOCAP_POWERSAFE_OVERWRITE
    table.xShmMap = { file, index, bytes, extend, result in
        guard let handle = OpenFile.handle(file) else { return SQLITE_IOERR }
        result?.pointee = handle.layer.disk.region(handle.name, Int(index), bytes: Int(bytes), extend: extend != 0).map
        { $0.assumingMemoryBound(to: UInt8.self) }.map {
            UnsafeMutableRawPointer($0)
        }
        return SQLITE_OK
    }
    table.xShmLock = { _, _, _, _ in SQLITE_OK }
    table.xShmBarrier = { _ in }
    table.xShmUnmap = { _, _ in SQLITE_OK }
    let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    pointer.initialize(to: table)
    return Methods(pointer: UnsafePointer(pointer))
}()
