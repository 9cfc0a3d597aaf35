#if canImport(Glibc)
    internal import Glibc
#endif

/// Upper bounds of the numbers a store has used, in a separate file, so that a new database after damage or loss
/// repeats none (fault F7).
///
/// The bounds are ahead of the numbers by a block, so the file is written once per block of orders.
struct HighWaterMarks: Equatable, Sendable {
    var sequence: Int
    var day: BusinessDay
    var number: Int

    /// Orders between two writes; also the most numbers that a new database skips.
    static let block = 50

    /// Whether the bounds include these numbers.
    func covers(_ sequence: Int, _ day: BusinessDay, _ number: Int) -> Bool {
        sequence <= self.sequence && day == self.day && number <= self.number
    }

    /// Bounds for a block of numbers from here on.
    static func block(after sequence: Int, _ day: BusinessDay, _ number: Int) -> HighWaterMarks {
        HighWaterMarks(sequence: sequence + block, day: day, number: number + block)
    }

    /// One line: the numbers and their checksum.
    var text: String {
        let numbers = "brews-marks \(sequence) \(day.daysSince1970) \(number)"
        return "\(numbers) \(Self.checkSum(numbers))\n"
    }

    /// Parses a line.
    ///
    /// - Returns: `nil` if the checksum does not match.
    init?(text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let sequence = Int(parts[1]), let day = Int(parts[2]), let number = Int(parts[3]) else {
            return nil
        }
        self.init(sequence: sequence, day: BusinessDay(daysSince1970: day), number: number)
        guard self.text == text, sequence >= 0, number >= 0, sequence < Int.max / 2, number <= DailyNumbers.maxNumber
        else { return nil }
    }

    init(sequence: Int, day: BusinessDay, number: Int) {
        self.sequence = sequence
        self.day = day
        self.number = number
    }

    /// 64-bit FNV-1a. It detects damage, not manipulation.
    private static func checkSum(_ text: String) -> String {
        String(
            text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { sum, byte in (sum ^ UInt64(byte)) &* 0x100_0000_01B3 },
            radix: 16)
    }

    /// Reads the file.
    ///
    /// - Returns: `nil` if it is missing or damaged.
    static func read(_ path: String) -> HighWaterMarks? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? HighWaterMarks(text: String(decoding: bytes.prefix(count), as: UTF8.self)) : nil
    }

    /// Replaces the file atomically.
    func write(_ files: StoreFiles) throws(StoreError) {
        let target = files.marks, path = target + ".new"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreFiles.failure("write", path) }
        files.adoptFolderOwner(descriptor)
        let bytes = Array(text.utf8)
        let isWhole = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let error = StoreFiles.failure("write", path)
        close(descriptor)
        guard isWhole else {
            unlink(path)
            throw error
        }
        guard rename(path, target) == 0 else { throw StoreFiles.failure("replace", target) }
        files.syncFolder()
    }
}
