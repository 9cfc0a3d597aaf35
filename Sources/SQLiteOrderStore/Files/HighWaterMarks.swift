#if canImport(Glibc)
    internal import Glibc
#endif

/// How far a store's numbers may have gone, kept in a file of its own, so that a new database after a damaged or lost
/// one repeats none (fault F7).
///
/// The file is ahead of the numbers by a block, so that it is written once in so many orders.
struct HighWaterMarks: Equatable, Sendable {
    var sequence: Int
    var day: BusinessDay
    var number: Int

    /// Orders between two writes, and numbers that a new database leaves out at most.
    static let block = 50

    /// Whether a number is covered.
    func cover(_ sequence: Int, _ day: BusinessDay, _ number: Int) -> Bool {
        sequence <= self.sequence && day == self.day && number <= self.number
    }

    /// Marks for the numbers from here on.
    static func ahead(of sequence: Int, _ day: BusinessDay, _ number: Int) -> HighWaterMarks {
        HighWaterMarks(sequence: sequence + block, day: day, number: number + block)
    }

    /// One line: the numbers and their check sum.
    var text: String {
        let numbers = "brews-marks \(sequence) \(day.daysSince1970) \(number)"
        return "\(numbers) \(Self.checkSum(numbers))\n"
    }

    /// - Returns: `nil` for anything that `text` has not made.
    init?(text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let sequence = Int(parts[1]), let day = Int(parts[2]), let number = Int(parts[3]) else {
            return nil
        }
        self.init(sequence: sequence, day: BusinessDay(daysSince1970: day), number: number)
        guard self.text == text, sequence >= 0, number >= 0, sequence < Int.max / 2, number <= DailyNumbers.largest
        else { return nil }
    }

    init(sequence: Int, day: BusinessDay, number: Int) {
        self.sequence = sequence
        self.day = day
        self.number = number
    }

    /// FNV-1a of 64 bits, which finds damage and does not withstand intent.
    private static func checkSum(_ text: String) -> String {
        String(
            text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { sum, byte in (sum ^ UInt64(byte)) &* 0x100_0000_01B3 },
            radix: 16)
    }

    /// Reads a file.
    ///
    /// - Returns: `nil` where there is none that is whole.
    static func read(_ path: String) -> HighWaterMarks? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? HighWaterMarks(text: String(decoding: bytes.prefix(count), as: UTF8.self)) : nil
    }

    /// Replaces the file, which is the old or the new one whatever happens.
    func write(_ files: StoreFiles) throws(StoreError) {
        let target = files.marks, path = target + ".new"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreFiles.failure("write", path) }
        files.handOver(descriptor)
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
