internal import TestSupport

/// An in-memory disk that separates written from synchronised data, so that a power failure can be simulated.
///
/// It guarantees what POSIX guarantees: after a failure each sector of each write since the last `fsync` is present,
/// missing or garbage; sizes are old or new; file names exist once their folder was synchronised. Confined to one
/// thread at a time.
final class SimulatedDisk {
    enum Failure {
        case full, inputOutput, readOnly, noPower
    }

    private enum Change {
        case write(at: Int, bytes: [UInt8])
        case truncate(to: Int)
    }

    private struct File {
        var contents: [UInt8] = []
        /// Data on the medium.
        var durable: [UInt8] = []
        /// Data since the last synchronisation.
        var pending: [Change] = []
        var hasDurableName = false
    }

    private var files: [String: File] = [:]
    /// Removed files whose folder is not yet synchronised.
    private var removed: [String: [UInt8]] = [:]
    private var temporaries = 0
    /// Memory shared by the connections of a file; not part of the disk.
    private var shared: [String: [UnsafeMutableRawPointer]] = [:]

    /// Changes until the power fails; `nil` for never.
    var changesLeft: Int?
    /// Capacity in bytes.
    var capacity = Int.max
    /// Error of every change.
    var failure: Failure?
    private(set) var bytesWritten = 0
    private(set) var synchronisations = 0
    private(set) var changes = 0
    /// The last failure, for SQLite's request for the system error.
    var lastFailure: Failure?

    /// Bytes used by all files.
    var bytesUsed: Int { files.values.reduce(0) { $0 + $1.contents.count } }

    static let sectorBytes = 512

    deinit { for region in shared.values.joined() { region.deallocate() } }

    private func change(_ bytes: Int = 0) -> Failure? {
        if let left = changesLeft {
            guard left > 0 else { return remember(.noPower) }
            changesLeft = left - 1
        }
        if let failure { return remember(failure) }
        if bytes > 0, capacity < Int.max, bytesUsed + bytes > capacity { return remember(.full) }
        changes += 1
        return nil
    }

    private func remember(_ failure: Failure) -> Failure {
        lastFailure = failure
        return failure
    }

    // MARK: What SQLite does

    func exists(_ name: String) -> Bool { files[name] != nil }

    func temporaryName() -> String {
        temporaries += 1
        return "temporary \(temporaries)"
    }

    func create(_ name: String) -> Failure? {
        guard files[name] == nil else { return nil }
        if let failure = change(1) { return failure }
        files[name] = File()
        return nil
    }

    func remove(_ name: String, synchronised: Bool) -> Failure? {
        if let failure = change() { return failure }
        if let file = files.removeValue(forKey: name), file.hasDurableName { removed[name] = file.durable }
        if synchronised { synchroniseNames() }
        return nil
    }

    func size(_ name: String) -> Int { files[name]?.contents.count ?? 0 }

    func read(_ name: String, at offset: Int, count: Int) -> ArraySlice<UInt8> {
        let contents = files[name]?.contents ?? []
        guard offset < contents.count else { return [] }
        return contents[offset..<min(contents.count, offset + count)]
    }

    func write(_ name: String, at offset: Int, _ bytes: [UInt8]) -> Failure? {
        if let failure = change(max(0, offset + bytes.count - size(name))) { return failure }
        bytesWritten += bytes.count
        Self.apply(bytes, at: offset, to: &files[name, default: File()].contents)
        files[name]?.pending.append(.write(at: offset, bytes: bytes))
        return nil
    }

    func truncate(_ name: String, to size: Int) -> Failure? {
        if let failure = change() { return failure }
        Self.apply(size: size, to: &files[name, default: File()].contents)
        files[name]?.pending.append(.truncate(to: size))
        return nil
    }

    /// - Parameter isNewLog: whether SQLite's VFS also synchronises the folder, as it does once for a new journal.
    func synchronise(_ name: String, isNewLog: Bool) -> Failure? {
        if let failure = change() { return failure }
        synchronisations += 1
        // One change at a time, so that the two never share memory that the next write would have to copy.
        for change in files[name]?.pending ?? [] {
            switch change {
            case .write(let offset, let bytes): Self.apply(bytes, at: offset, to: &files[name, default: File()].durable)
            case .truncate(let size): Self.apply(size: size, to: &files[name, default: File()].durable)
            }
        }
        files[name]?.pending = []
        if isNewLog { synchroniseNames() }
        return nil
    }

    private func synchroniseNames() {
        removed = [:]
        for name in files.keys { files[name]?.hasDurableName = true }
    }

    func region(_ name: String, _ index: Int, bytes: Int, extend: Bool) -> UnsafeMutableRawPointer? {
        var regions = shared[name] ?? []
        while extend, regions.count <= index {
            let region = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
            region.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
            regions.append(region)
        }
        shared[name] = regions
        return index < regions.count ? regions[index] : nil
    }

    // MARK: The power

    /// The disk after power is restored.
    func afterPowerCut(_ generator: inout some RandomNumberGenerator) -> SimulatedDisk {
        let disk = SimulatedDisk()
        // How much of the pending data was written; sometimes all or nothing.
        let share = [0, 20, 50, 80, 95, 100].randomElement(using: &generator) ?? 50
        func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        for (name, durable) in removed.sorted(by: { $0.key < $1.key }) where files[name] == nil && happens(50) {
            disk.files[name] = File(contents: durable, durable: durable, hasDurableName: true)
        }
        for (name, file) in files.sorted(by: { $0.key < $1.key }) where file.hasDurableName || happens(50) {
            var contents = file.durable
            for change in file.pending {
                switch change {
                case .truncate(let size): if happens(share) { Self.apply(size: size, to: &contents) }
                case .write(let offset, let bytes):
                    var start = 0
                    while start < bytes.count {
                        let end = min(bytes.count, start + Self.sectorBytes - (offset + start) % Self.sectorBytes)
                        if happens(share) {
                            // The sector being written when the power failed may contain anything.
                            let isTorn = happens(2)
                            Self.apply(
                                isTorn
                                    ? (start..<end).map { _ in UInt8.random(in: 0...255, using: &generator) }
                                    : Array(bytes[start..<end]), at: offset + start,
                                to: &contents)
                        }
                        start = end
                    }
                }
            }
            disk.files[name] = File(contents: contents, durable: contents, hasDurableName: true)
        }
        return disk
    }

    private static func apply(_ bytes: [UInt8], at offset: Int, to contents: inout [UInt8]) {
        if contents.count < offset + bytes.count {
            contents += [UInt8](repeating: 0, count: offset + bytes.count - contents.count)
        }
        contents.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }

    private static func apply(size: Int, to contents: inout [UInt8]) {
        if size < contents.count {
            contents.removeLast(contents.count - size)
        } else {
            contents += [UInt8](repeating: 0, count: size - contents.count)
        }
    }
}
