internal import AudioFiles

/// A file that is no usable recording, and what must be said about it.
struct BadWave: CustomStringConvertible, Sendable {
    let description: String
    let bytes: [UInt8]
    let error: AudioFileError

    private init(_ description: String, _ bytes: [UInt8], _ error: AudioFileError) {
        self.description = description
        self.bytes = bytes
        self.error = error
    }

    private static func wave(_ change: (inout WaveBytes) -> Void = { _ in }) -> [UInt8] {
        var wave = WaveBytes()
        wave.audio = [UInt8](repeating: 1, count: 100)
        change(&wave)
        return wave.bytes
    }

    private static func padded(_ magic: [UInt8]) -> [UInt8] { magic + [UInt8](repeating: 0, count: 200) }

    static let containers: [BadWave] = [
        BadWave("empty file", [], .empty),
        BadWave("one byte", [0x52], .notWave(hint: nil)),
        BadWave("text", Array("two lattes, please\n".utf8), .notWave(hint: nil)),
        BadWave("zeros", padded([]), .notWave(hint: nil)),
        BadWave("MP3 with a tag", padded(Array("ID3".utf8) + [4, 0]), .notWave(hint: "it is MP3")),
        BadWave("MP3 without a tag", padded([0xFF, 0xFB, 0x90, 0x64]), .notWave(hint: "it is MP3")),
        BadWave("Ogg", padded(Array("OggS".utf8)), .notWave(hint: "it is Ogg")),
        BadWave("FLAC", padded(Array("fLaC".utf8)), .notWave(hint: "it is FLAC")),
        BadWave(
            "RF64", padded(Array("RF64".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WAVEds64".utf8)),
            .notWave(hint: "it is an RF64 file")),
        BadWave(
            "big-endian RIFX", padded(Array("RIFX".utf8) + [0, 0, 0, 9] + Array("WAVE".utf8)),
            .notWave(hint: "it is a big-endian RIFX file")),
        BadWave("AIFF", padded(Array("FORM".utf8) + [0, 0, 0, 9] + Array("AIFF".utf8)), .notWave(hint: "it is AIFF")),
        BadWave("CAF", padded(Array("caff".utf8)), .notWave(hint: "it is a CAF file")),
        BadWave("WebM", padded([0x1A, 0x45, 0xDF, 0xA3]), .notWave(hint: "it is WebM or Matroska")),
        BadWave("AMR", padded(Array("#!AMR\n".utf8)), .notWave(hint: "it is AMR")),
        BadWave("MP4", padded([0, 0, 0, 24] + Array("ftypM4A ".utf8)), .notWave(hint: "it is MP4")),
        BadWave(
            "AVI", padded(Array("RIFF".utf8) + [9, 0, 0, 0] + Array("AVI ".utf8)),
            .notWave(hint: "a RIFF file of another kind")),
    ]

    static let codecs: [BadWave] = [
        (0x02, "Microsoft ADPCM"), (0x06, "A-law"), (0x07, "mu-law"), (0x11, "IMA ADPCM"), (0x31, "GSM 6.10"),
        (0x50, "MPEG audio"), (0x55, "MP3"),
        (0x161, "WMA"), (0x1234, "WAV format 4660"), (0, "WAV format 0"),
    ].flatMap { tag, codec in
        [false, true].map { isExtensible in
            let bytes = wave {
                $0.tag = tag
                $0.bits = 4
                $0.blockAlign = 256
                $0.isExtensible = isExtensible
            }
            return BadWave(codec + (isExtensible ? ", extensible" : ""), bytes, .compressed(codec: codec))
        }
    }

    static let formats: [BadWave] =
        [0, 1, 4, 12, 20, 64, 65_535].map { bits in
            BadWave("\(bits)-bit PCM", wave { $0.bits = bits }, .unsupported("\(bits)-bit PCM"))
        }
        + [0, 8, 16, 80].map { bits in
            let bytes = wave {
                $0.tag = WaveBytes.float
                $0.bits = bits
            }
            return BadWave("\(bits)-bit float", bytes, .unsupported("\(bits)-bit float samples"))
        }
        + [0, 33, 65_535].map { channels in
            BadWave(
                "\(channels) channels", wave { $0.channels = channels },
                .damagedHeader("it claims \(channels) channels"))
        }
        + [0, 1, 999, 768_001, 0xFFFF_FFFF].map { rate in
            BadWave(
                "\(rate) Hz", wave { $0.sampleRate = rate }, .damagedHeader("it claims a sample rate of \(rate) Hz"))
        }
        + [0, 1, 3, 4, 65_535].map { (align: Int) in
            BadWave(
                "blocks of \(align) bytes", wave { $0.blockAlign = align },
                .damagedHeader("its block size is \(align) bytes where 1 × 16 bits make 2"))
        }

    static let structure: [BadWave] = [
        BadWave("header only", wave { $0.audio = [] }, .noSamples),
        BadWave(
            "no audio and a chunk behind it",
            wave {
                $0.audio = []
                $0.after = [WaveBytes.Chunk(id: "LIST", body: [1, 2, 3, 4])]
            }, .noSamples),
        BadWave("half a sample", wave { $0.audio = [1] }, .noSamples),
        BadWave(
            "unknown length and no samples",
            wave {
                $0.audio = []
                $0.announcedBytes = 0xFFFF_FFFF
            }, .noSamples),
        BadWave(
            "header only, length announced",
            wave {
                $0.audio = []
                $0.announcedBytes = 100
            }, .truncated(expectedBytes: 100, foundBytes: 0)),
        BadWave("one byte missing", wave { $0.announcedBytes = 101 }, .truncated(expectedBytes: 101, foundBytes: 100)),
        BadWave(
            "most missing", wave { $0.announcedBytes = 0x7FFE_FFFF },
            .truncated(expectedBytes: 0x7FFE_FFFF, foundBytes: 100)),
        BadWave(
            "no format chunk",
            Array("RIFF".utf8) + little(16, 4) + Array("WAVEdata".utf8) + little(4, 4) + [1, 2, 3, 4],
            .missingChunk("fmt ")),
        BadWave("no data chunk", Array(wave().prefix(36)), .missingChunk("data")),
        BadWave(
            "format chunk of 14 bytes",
            Array("RIFF".utf8) + little(26, 4) + Array("WAVEfmt ".utf8) + little(14, 4)
                + [UInt8](repeating: 1, count: 14),
            .damagedHeader("its format chunk has 14 bytes instead of 16 or more")),
        BadWave(
            "extensible without its extension", wave { $0.tag = WaveBytes.extensible },
            .damagedHeader("its extensible format chunk is too short")),
        BadWave(
            "a chunk larger than any",
            Array("RIFF".utf8) + little(26, 4) + Array("WAVELIST".utf8) + little(0xFFFF_FFFF, 4),
            .damagedHeader("its 'LIST' chunk claims 4294967295 bytes")),
        BadWave(
            "cut inside an extra chunk",
            Array(wave { $0.between = [WaveBytes.Chunk(id: "LIST", body: [1, 2, 3, 4])] }.prefix(46)),
            .missingChunk("data")),
    ]

    /// Fault C4: values that no engine must ever see.
    static let numbers: [BadWave] = [SampleLayout.float32, .float64].flatMap { layout -> [BadWave] in
        let patterns: [(String, Double)] = [
            ("NaN", Double.nan), ("infinity", .infinity), ("minus infinity", -.infinity),
            ("a signalling NaN", .signalingNaN),
        ]
        return patterns.flatMap { name, value in
            [0, 1, 1_700].map { place in
                var samples = [Double](repeating: 0.1, count: 2_000)
                samples[place] = value
                return BadWave(
                    "\(name) as \(layout) at \(place)", layout.wave(samples).bytes, .notFinite(sample: place))
            }
        }
    }
}
