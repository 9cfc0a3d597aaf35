internal import AudioFiles
internal import Foundation
internal import Speech
internal import TestSupport

/// The bytes of a WAV file, field by field, so that tests can get any of them wrong.
struct WaveBytes {
    struct Chunk {
        let id: String
        let body: [UInt8]
    }

    var tag = 1
    var channels = 1
    var sampleRate = 16_000
    var bits = 16
    /// `nil` for the right one.
    var blockAlign: Int?
    /// Puts the tag into an extensible header's sub-format.
    var isExtensible = false
    var before: [Chunk] = []
    var between: [Chunk] = []
    var after: [Chunk] = []
    /// What the header says the audio's size is; `nil` for the right one.
    var announcedBytes: UInt32?
    var audio: [UInt8] = []

    static let pcm = 1, float = 3, extensible = 0xFFFE

    var bytes: [UInt8] {
        var chunks: [UInt8] = []
        for chunk in before { chunks += Self.chunk(chunk) }
        chunks += Self.chunk(Chunk(id: "fmt ", body: formatBody))
        for chunk in between { chunks += Self.chunk(chunk) }
        chunks += Array("data".utf8) + little(Int(announcedBytes ?? UInt32(audio.count)), 4) + audio
        if !after.isEmpty && audio.count % 2 == 1 { chunks.append(0) }
        for chunk in after { chunks += Self.chunk(chunk) }
        return Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WAVE".utf8) + chunks
    }

    private var formatBody: [UInt8] {
        let align = blockAlign ?? channels * bits / 8
        var body = little(isExtensible ? Self.extensible : tag, 2) + little(channels, 2) + little(sampleRate, 4)
        body += little(sampleRate * align & 0xFFFF_FFFF, 4) + little(align, 2) + little(bits, 2)
        if isExtensible {
            // Size of the extension, valid bits, channel mask, then the sub-format's GUID with the tag in front.
            body += little(22, 2) + little(bits, 2) + little(0, 4) + little(tag, 2)
            body += [0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
        }
        return body
    }

    private static func chunk(_ chunk: Chunk) -> [UInt8] {
        Array(chunk.id.utf8) + little(chunk.body.count, 4) + chunk.body + (chunk.body.count % 2 == 1 ? [0] : [])
    }
}

/// The low `bytes` bytes of a number, lowest first.
func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// How one sample is written.
enum SampleLayout: String, CaseIterable, Sendable {
    case unsigned8, signed16, signed24, signed32, float32, float64

    var tag: Int { self == .float32 || self == .float64 ? WaveBytes.float : WaveBytes.pcm }

    var bits: Int {
        switch self {
        case .unsigned8: 8
        case .signed16: 16
        case .signed24: 24
        case .signed32, .float32: 32
        case .float64: 64
        }
    }

    /// The bytes of a value in -1…1.
    func encode(_ value: Double) -> [UInt8] {
        switch self {
        case .unsigned8: little(Int(min((value * 128).rounded(), 127)) + 128, 1)
        case .signed16, .signed24, .signed32:
            little(Int(min((value * Double(1 << (bits - 1))).rounded(), Double(1 << (bits - 1) - 1))), bits / 8)
        case .float32: little(Int(Float(value).bitPattern), 4)
        case .float64: little(Int(bitPattern: UInt(value.bitPattern)), 8)
        }
    }

    /// A file of this layout.
    func wave(_ samples: [Double], channels: Int = 1, sampleRate: Int = 16_000) -> WaveBytes {
        var wave = WaveBytes()
        wave.tag = tag
        wave.bits = bits
        wave.channels = channels
        wave.sampleRate = sampleRate
        wave.audio = samples.flatMap(encode)
        return wave
    }
}

/// A recording read to its end.
struct Decoded {
    var frames: [AudioFrame] = []
    var samples: [Int16] { frames.flatMap(\.samples) }

    /// Writes the bytes into a file and reads that.
    init(_ bytes: [UInt8]) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("audio.wav")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try await self.init(path: path)
    }

    init(path: String) async throws {
        try await self.init(RecordedAudio.open(path: path))
    }

    init(_ input: some AudioInput) async throws {
        while let frame = try await input.nextFrame() { frames.append(frame) }
    }
}
