internal import Foundation
internal import Glibc
internal import PlatformSupport

/// A private folder in memory for the files of one program, removed with it. What a guest is told must never be on a
/// disk.
final class PiperFolder {
    /// Interval between looks at a file that is still being written.
    private static let pollMilliseconds: Int32 = 1

    private let folder: MemoryFolder
    var path: String { folder.path }

    /// Makes a folder, and removes those that ended processes have left.
    ///
    /// - Parameter base: path of a file system in memory.
    /// - Throws: `PiperError.cannotStart` where none can be made.
    init(in base: String = MemoryFolder.memory) throws(PiperError) {
        do { folder = try MemoryFolder(prefix: "brews-piper-", in: base) } catch {
            throw .cannotStart(error.description)
        }
    }

    /// Name of the file that a line of the program's output names; `nil` for other lines. Both programs write the whole
    /// path: the one alone on a line of its output, the other with words before it among the errors.
    func file(namedBy line: some Sequence<UInt8>) -> String? {
        let line = String(decoding: Array(line), as: UTF8.self)
        guard let start = line.range(of: path + "/")?.upperBound, line.hasSuffix(".wav") else { return nil }
        let name = String(line[start...])
        return name.contains("/") ? nil : name
    }

    /// Takes a file out of the folder and returns its samples. A file may be named before its last bytes are written.
    ///
    /// - Throws: `PiperError` for a file that is no speech at this rate, or is not complete in time.
    func take(_ name: String, sampleRate: Int, maxBytes: Int, until end: ContinuousClock.Instant) throws(PiperError)
        -> [UInt8]
    {
        let file = path + "/" + name
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("it wrote no file \(name)") }
        defer { close(descriptor) }
        unlink(file)
        repeat {
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { break }
            guard status.st_size <= maxBytes + PiperWave.maxHeaderBytes else { throw .tooLong(bytes: maxBytes) }
            var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
            guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { break }
            switch PiperWave.samples(of: bytes, sampleRate: sampleRate) {
            case .complete(let samples): return samples
            case .incomplete: poll(nil, 0, Self.pollMilliseconds)
            case .foreign: throw .failed("it wrote a file that is no speech at \(sampleRate) Hz")
            }
        } while ContinuousClock().now < end
        throw .failed("it wrote a file that is not complete")
    }
}

/// The WAV files that Piper writes: 16 bits, mono.
enum PiperWave {
    /// More than the bytes before the samples.
    static let maxHeaderBytes = 4_096

    enum Contents: Equatable {
        case complete([UInt8])
        /// A file that is still being written.
        case incomplete
        case foreign
    }

    /// The samples' bytes in the contents of a file.
    static func samples(of file: [UInt8], sampleRate: Int) -> Contents {
        func number(_ offset: Int, bytes: Int) -> Int {
            file[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func holds(_ text: StaticString, at offset: Int) -> Bool {
            file[offset...].prefix(4).elementsEqual(text.description.utf8)
        }
        guard file.count >= 12 else { return .incomplete }
        guard holds("RIFF", at: 0), holds("WAVE", at: 8) else { return .foreign }
        var offset = 12, hasFormat = false
        while offset + 8 <= file.count {
            let size = number(offset + 4, bytes: 4), body = offset + 8
            if holds("data", at: offset) {
                guard hasFormat else { return .foreign }
                // Python's `wave` writes the sizes when it closes the file.
                guard size >= 2, body + size <= file.count else { return .incomplete }
                return body + size == file.count ? .complete(Array(file[body...])) : .foreign
            }
            guard body + size <= file.count else { return .incomplete }
            if holds("fmt ", at: offset) {
                guard size >= 16, number(body, bytes: 2) == 1, number(body + 2, bytes: 2) == 1,
                    number(body + 4, bytes: 4) == sampleRate, number(body + 14, bytes: 2) == 16
                else { return .foreign }
                hasFormat = true
            }
            offset = body + size + size % 2
        }
        return .incomplete
    }
}
