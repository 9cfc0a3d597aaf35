internal import CSQLite

#if canImport(Glibc)
    internal import Glibc
#endif

/// Durability of a file system, by its type (`statfs(2)`).
public enum FileSystemKind: Equatable, Sendable {
    /// Keeps synchronised data through a power failure.
    case durable(String)
    /// Loses data or is unreliable: memory, overlay, network, FAT.
    case unsafe(String)
    /// An unknown type. It is accepted, with a warning.
    case unknown(Int)

    /// Name for messages.
    public var name: String {
        switch self {
        case .durable(let name), .unsafe(let name): name
        case .unknown(let type): "a file system of type 0x" + String(type, radix: 16)
        }
    }

    /// Classifies a file system.
    ///
    /// - Parameter type: `f_type` of `statfs(2)`, from `linux/magic.h` and the file systems' sources.
    public init(type: Int) {
        // The upper half is undefined on 32-bit machines and after sign extension.
        let type = type & 0xFFFF_FFFF
        if let name = Self.durable[type] {
            self = .durable(name)
        } else if let name = Self.unsafe[type] {
            self = .unsafe(name)
        } else {
            self = .unknown(type)
        }
    }

    private static let durable = [
        0xEF53: "ext4", 0x9123_683E: "btrfs", 0x5846_5342: "xfs", 0xF2F5_2010: "f2fs", 0x2FC1_2FC1: "zfs",
        0xCA45_1A4E: "bcachefs", 0x3153_464A: "jfs", 0x3434: "nilfs2",
        0x2405_1905: "ubifs",
    ]
    private static let unsafe = [
        0x0102_1994: "tmpfs (memory)", 0x8584_58F6: "ramfs (memory)", 0x9584_58F6: "hugetlbfs (memory)",
        0x794C_7630: "overlayfs (a layer that may be memory)",
        0x6175_6673: "aufs (a layer that may be memory)", 0x4D44: "vfat", 0x2011_BAB0: "exfat", 0x5346_544E: "ntfs",
        0x7366_746E: "ntfs", 0x6969: "nfs (network)",
        0xFF53_4D42: "cifs (network)", 0xFE53_4D42: "smb (network)", 0x517B: "smb (network)",
        0x0102_1997: "9p (network)", 0x6573_5546: "fuse",
        0x7371_7368: "squashfs", 0x9660: "iso9660", 0x0000_9FA0: "proc", 0x6265_6572: "sysfs", 0x72B6: "jffs2",
        0xF15F: "ecryptfs", 0x5346_4846: "drvfs",
    ]

    /// Whether the file system is mounted read-only (`statvfs(3)`).
    static func isReadOnly(_ path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }

    /// The file system of a folder or file, and its free bytes for this process.
    ///
    /// - Throws: `StoreError.file`.
    public static func of(_ path: String) throws(StoreError) -> (kind: FileSystemKind, freeBytes: Int) {
        var status = statfs()
        guard statfs(path, &status) == 0 else {
            throw .file(action: "look at the disk of", path: path, reason: String(cString: strerror(errno)))
        }
        let free = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(status.f_bsize))
        return (FileSystemKind(type: Int(status.f_type)), free.overflow ? Int.max : free.partialValue)
    }
}
