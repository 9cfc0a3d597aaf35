internal import CZlib

/// CRC-32 by zlib (`crc32`).
struct Checksum {
    private var state: UInt = 0
    var value: Int { Int(state) }

    mutating func add(_ block: UnsafeRawBufferPointer) {
        guard let bytes = block.bindMemory(to: UInt8.self).baseAddress else { return }
        state = crc32(state, bytes, UInt32(block.count))
    }
}

/// Decompression with zlib (`inflate`) in a buffer of fixed size.
final class Inflater {
    static let blockBytes = 64 << 10

    /// On the heap: zlib checks that its address does not change.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Returns: `nil` when zlib cannot allocate memory.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // A negative window selects raw deflate, the form in archives.
        guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unpacks `count` bytes of a file, all of which must belong to one deflate stream.
    ///
    /// - Returns: `false` when they are not one complete stream.
    /// - Throws: what `take` throws.
    func run(_ file: ArchiveFile, offset: Int, count: Int, _ take: (UnsafeRawBufferPointer) throws -> Void) throws
        -> Bool
    {
        let input = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockBytes, alignment: 16)
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockBytes, alignment: 16)
        defer {
            input.deallocate()
            output.deallocate()
        }
        var consumed = 0
        var status = Z_OK
        while status == Z_OK {
            if stream.pointee.avail_in == 0, consumed < count {
                let block = UnsafeMutableRawBufferPointer(rebasing: input.prefix(min(input.count, count - consumed)))
                guard file.read(into: block, at: offset + consumed) == block.count else { return false }
                consumed += block.count
                stream.pointee.next_in = block.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_in = UInt32(block.count)
            }
            stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            // At the end of input zlib returns Z_BUF_ERROR, so the loop ends.
            status = inflate(stream, Z_NO_FLUSH)
            guard status == Z_OK || status == Z_STREAM_END else { return false }
            let filled = output.count - Int(stream.pointee.avail_out)
            if filled > 0 { try take(UnsafeRawBufferPointer(rebasing: output.prefix(filled))) }
        }
        return stream.pointee.avail_in == 0 && consumed == count
    }
}

extension ArchiveFile {
    /// Passes a part of the file on in blocks.
    func forEachBlock(offset: Int, count: Int, orThrow error: ZipError, _ take: (UnsafeRawBufferPointer) throws -> Void)
        throws
    {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Inflater.blockBytes, alignment: 16)
        defer { buffer.deallocate() }
        var done = 0
        while done < count {
            let block = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(min(buffer.count, count - done)))
            guard read(into: block, at: offset + done) == block.count else { throw error }
            try take(UnsafeRawBufferPointer(block))
            done += block.count
        }
    }
}
