/// The header of a WAV file: everything before its samples.
struct WaveHeader: Equatable {
    var format: WaveFormat
    /// Bytes of audio announced by the header; `nil` when its writer did not know the length (a pipe, an interrupted
    /// recording).
    var dataBytes: Int?
    /// Bytes from the start of the file to the first sample.
    var byteCount = 12

    /// Sizes from here on are placeholders of writers that could not seek back.
    private static let unknownSize = 0x7FFF_0000
    /// Largest chunk skipped before the audio (names, cues); larger ones mean damage.
    private static let largestSkippedChunk = 16 << 20

    /// Reads the chunks up to the samples.
    ///
    /// - Parameter magic: the first 12 bytes, already read.
    init(magic: [UInt8], from source: ByteSource) throws(AudioFileError) {
        try Self.checkMagic(magic)
        var format: WaveFormat?
        while true {
            let head = try source.read(8)
            guard head.count == 8 else { throw .missingChunk(format == nil ? "fmt " : "data") }
            let id = String(decoding: head.prefix(4), as: UTF8.self)
            let size = head.littleEndian(at: 4, bytes: 4)
            byteCount += 8
            if id == "data" {
                guard let format else { throw .missingChunk("fmt ") }
                self.format = format
                // Writers that fill the sizes in at the end leave 0 when they do not come to it. In an empty recording
                // with other chunks behind it the size of the whole reaches past the header.
                let whole = magic.littleEndian(at: 4, bytes: 4) + 8
                let isUnfinished = size == 0 && (whole <= byteCount || whole >= Self.unknownSize)
                dataBytes = isUnfinished || size >= Self.unknownSize ? nil : size
                return
            }
            guard size <= Self.largestSkippedChunk else {
                throw .damagedHeader("its '\(id)' chunk claims \(size) bytes")
            }
            let padded = size + size % 2
            let body = try source.read(padded)
            guard body.count >= size else { throw .missingChunk(id == "fmt " ? id : "data") }
            byteCount += body.count
            if id == "fmt " { format = try WaveFormat(formatChunk: Array(body.prefix(size))) }
        }
    }

    private static func checkMagic(_ magic: [UInt8]) throws(AudioFileError) {
        guard !magic.isEmpty else { throw .empty }
        // Compared as bytes: as text, some sizes between the two words join with a letter of them to one character.
        guard magic.starts(with: Array("RIFF".utf8)) else { throw .notWave(hint: Self.knownKind(magic)) }
        guard magic.count == 12 else { throw .missingChunk("fmt ") }
        guard magic.suffix(4) == Array("WAVE".utf8)[...] else { throw .notWave(hint: "a RIFF file of another kind") }
    }

    /// Names the audio container of another format, for the error message.
    static func knownKind(_ magic: [UInt8]) -> String? {
        let kinds: [(prefix: [UInt8], name: String)] = [
            (Array("OggS".utf8), "it is Ogg"), (Array("fLaC".utf8), "it is FLAC"), (Array("ID3".utf8), "it is MP3"),
            ([0xFF, 0xFB], "it is MP3"),
            (Array("RIFX".utf8), "it is a big-endian RIFX file"), (Array("RF64".utf8), "it is an RF64 file"),
            (Array("FORM".utf8), "it is AIFF"),
            (Array("caff".utf8), "it is a CAF file"), ([0x1A, 0x45, 0xDF, 0xA3], "it is WebM or Matroska"),
            (Array("#!AMR".utf8), "it is AMR"),
        ]
        if let kind = kinds.first(where: { magic.starts(with: $0.prefix) }) { return kind.name }
        return magic.count >= 8 && Array(magic[4..<8]) == Array("ftyp".utf8) ? "it is MP4" : nil
    }
}
