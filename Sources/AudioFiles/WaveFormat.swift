/// The sample layout of a WAV file (`fmt ` chunk).
public struct WaveFormat: Equatable, Sendable {
    /// Encoding of a sample.
    public enum Encoding: Equatable, Sendable {
        /// Unsigned 8-bit, or signed little-endian 16, 24 or 32-bit integers.
        case integer(bits: Int)
        /// IEEE 754 little-endian, 32 or 64 bits, full scale ±1.
        case float(bits: Int)
    }

    /// Encoding of the samples.
    public var encoding: Encoding
    /// Channels, 1…32; they are averaged to mono.
    public var channels: Int
    /// Samples per second and channel, 1,000…768,000.
    public var sampleRate: Int

    static let sampleRates = 1_000...768_000

    /// A sample layout.
    public init(encoding: Encoding, channels: Int, sampleRate: Int) {
        self.encoding = encoding
        self.channels = channels
        self.sampleRate = sampleRate
    }

    /// 16-bit mono at 16 kHz, the format inside Brews and the default of raw input.
    public static let speech = WaveFormat(encoding: .integer(bits: 16), channels: 1, sampleRate: 16_000)

    var bytesPerSample: Int {
        switch encoding {
        case .integer(let bits), .float(let bits): bits / 8
        }
    }

    var bytesPerFrame: Int { bytesPerSample * channels }
}

extension WaveFormat {
    private static let codecs: [Int: String] = [
        2: "Microsoft ADPCM", 6: "A-law", 7: "mu-law", 0x11: "IMA ADPCM", 0x31: "GSM 6.10", 0x50: "MPEG audio",
        0x55: "MP3", 0x161: "WMA",
    ]

    /// Reads the body of a `fmt ` chunk (Microsoft, "Multiple Channel Audio Data and WAVE Files").
    init(formatChunk chunk: [UInt8]) throws(AudioFileError) {
        guard chunk.count >= 16 else {
            throw .damagedHeader("its format chunk has \(chunk.count) bytes instead of 16 or more")
        }
        var tag = chunk.littleEndian(at: 0, bytes: 2)
        let channels = chunk.littleEndian(at: 2, bytes: 2)
        let rate = chunk.littleEndian(at: 4, bytes: 4)
        let blockAlign = chunk.littleEndian(at: 12, bytes: 2)
        let bits = chunk.littleEndian(at: 14, bytes: 2)
        let extensible = 0xFFFE
        if tag == extensible {
            guard chunk.count >= 40 else { throw .damagedHeader("its extensible format chunk is too short") }
            tag = chunk.littleEndian(at: 24, bytes: 2)
        }
        guard (1...32).contains(channels) else { throw .damagedHeader("it claims \(channels) channels") }
        guard Self.sampleRates.contains(rate) else { throw .damagedHeader("it claims a sample rate of \(rate) Hz") }
        switch (tag, bits) {
        case (1, 8), (1, 16), (1, 24), (1, 32): encoding = .integer(bits: bits)
        case (3, 32), (3, 64): encoding = .float(bits: bits)
        case (1, _): throw .unsupported("\(bits)-bit PCM")
        case (3, _): throw .unsupported("\(bits)-bit float samples")
        default: throw .compressed(codec: Self.codecs[tag] ?? "WAV format \(tag)")
        }
        self.channels = channels
        sampleRate = rate
        guard blockAlign == bytesPerFrame else {
            throw .damagedHeader(
                "its block size is \(blockAlign) bytes where \(channels) × \(bits) bits make \(bytesPerFrame)")
        }
    }
}

extension Array<UInt8> {
    /// An unsigned little-endian number of up to 4 bytes. Traps if they are out of bounds.
    func littleEndian(at offset: Int, bytes: Int) -> Int {
        (0..<bytes).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
    }
}
