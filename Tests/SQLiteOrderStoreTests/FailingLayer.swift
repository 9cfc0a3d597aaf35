internal import CSQLite
internal import Foundation
internal import Synchronization

/// The system's VFS (`sqlite3_vfs`), whose reads and writes fail where a test requires it. Files are real.
final class FailingLayer: Sendable {
    /// SQLite's code with which a read or write of a file fails; `nil` for success.
    typealias Rule = @Sendable (_ path: String, _ isWrite: Bool) -> Int32?

    let name: String
    fileprivate let rule = Mutex<Rule?>(nil)
    private let layer: Address<sqlite3_vfs>
    private static let count = Atomic<Int>(0)

    init() {
        name = "failing layer \(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
        let pointer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        pointer.initialize(to: system.pointer.pointee)
        pointer.pointee.pNext = nil
        pointer.pointee.zName = UnsafePointer(strdup(name))
        pointer.pointee.xOpen = openFile
        layer = Address(pointer: pointer)
        sqlite3_vfs_register(pointer, 0)
        layers.withLock { $0[Int(bitPattern: pointer)] = self }
    }

    /// Unregisters the VFS; its stores must be closed.
    func remove() {
        layers.withLock { $0[Int(bitPattern: layer.pointer)] = nil }
        sqlite3_vfs_unregister(layer.pointer)
    }

    func fail(_ rule: Rule?) { self.rule.withLock { $0 = rule } }

    /// Identity of a file: kept when it is renamed, different for a new file of the same name.
    static func inode(_ path: String) -> UInt {
        var status = stat()
        return stat(path, &status) == 0 ? UInt(status.st_ino) : 0
    }
}

/// Safe: written before any read.
private struct Address<Pointee>: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Pointee>
}

private let system: Address<sqlite3_vfs> = {
    guard let found = sqlite3_vfs_find(nil) else { fatalError("SQLite has no file layer") }
    return Address(pointer: found)
}()

/// By the address of their `sqlite3_vfs`.
private let layers = Mutex<[Int: FailingLayer]>([:])
/// Open files with the system's methods, by the address of their `sqlite3_file`.
private let files = Mutex<[Int: (layer: FailingLayer, path: String, system: Address<sqlite3_io_methods>)]>([:])
/// Our methods by the address of the system's; there are several, because databases are locked and logs are not.
private let methods = Mutex<[Int: Address<sqlite3_io_methods>]>([:])

private func failure(_ file: UnsafeMutablePointer<sqlite3_file>?, isWrite: Bool) -> Int32? {
    guard let found = files.withLock({ $0[Int(bitPattern: file)] }), let rule = found.layer.rule.withLock({ $0 }) else {
        return nil
    }
    let code = rule(found.path, isWrite)
    if code != nil { errno = EIO }
    return code
}

private func systemMethods(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
    files.withLock { $0[Int(bitPattern: file)] }?.system.pointer.pointee
}

private let openFile:
    @convention(c) (
        UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
        UnsafeMutablePointer<Int32>?
    ) -> Int32 = {
        layer, path, file, flags, outFlags in
        let code = system.pointer.pointee.xOpen?(layer, path, file, flags, outFlags) ?? SQLITE_CANTOPEN
        guard code == SQLITE_OK, let file, let found = file.pointee.pMethods,
            let layer = layers.withLock({ $0[Int(bitPattern: layer)] })
        else { return code }
        let known = Address(pointer: UnsafeMutablePointer(mutating: found))
        files.withLock { $0[Int(bitPattern: file)] = (layer, path.map { String(cString: $0) } ?? "", known) }
        file.pointee.pMethods = methods.withLock { methods in
            if let own = methods[Int(bitPattern: found)] { return UnsafePointer(own.pointer) }
            var table = found.pointee
            table.xRead = { file, target, count, offset in
                failure(file, isWrite: false) ?? systemMethods(file)?.xRead?(file, target, count, offset)
                    ?? SQLITE_IOERR
            }
            table.xWrite = { file, source, count, offset in
                failure(file, isWrite: true) ?? systemMethods(file)?.xWrite?(file, source, count, offset)
                    ?? SQLITE_IOERR
            }
            table.xClose = { file in
                let close = systemMethods(file)?.xClose
                files.withLock { $0[Int(bitPattern: file)] = nil }
                return close?(file) ?? SQLITE_IOERR
            }
            let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            own.initialize(to: table)
            methods[Int(bitPattern: found)] = Address(pointer: own)
            return UnsafePointer(own)
        }
        return code
    }
