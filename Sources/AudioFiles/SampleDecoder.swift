/// Decodes interleaved samples of a WAV layout to mono, full scale ±1.
struct SampleDecoder {
    let format: WaveFormat
    private var decodedFrames = 0

    init(format: WaveFormat) { self.format = format }

    /// Decodes whole frames; an incomplete frame at the end is dropped.
    ///
    /// - Throws: `AudioFileError.notFinite` for NaN and infinity. Finite values beyond full scale are clipped by the
    ///   caller.
    mutating func decode(_ bytes: [UInt8]) throws(AudioFileError) -> [Float] {
        let frames = bytes.count / format.bytesPerFrame
        var mono = [Float](repeating: 0, count: frames)
        let scale = 1 / Float(format.channels)
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in 0..<format.channels {
                sum += value(bytes, at: frame * format.bytesPerFrame + channel * format.bytesPerSample)
            }
            guard sum.isFinite else { throw .notFinite(sample: decodedFrames + frame) }
            mono[frame] = sum * scale
        }
        decodedFrames += frames
        return mono
    }

    private func value(_ bytes: [UInt8], at offset: Int) -> Float {
        switch format.encoding {
        case .integer(bits: 8):
            return (Float(bytes[offset]) - 128) / 128
        case .integer(let bits):
            let raw = bytes.littleEndian(at: offset, bytes: bits / 8)
            let signed = raw >= 1 << (bits - 1) ? raw - 1 << bits : raw
            return Float(signed) / Float(1 << (bits - 1))
        case .float(bits: 64):
            let low = UInt64(bytes.littleEndian(at: offset, bytes: 4)),
                high = UInt64(bytes.littleEndian(at: offset + 4, bytes: 4))
            let wide = Double(bitPattern: high << 32 | low)
            return wide.isFinite ? Float(min(max(wide, -4), 4)) : .nan
        case .float:
            let narrow = Float(bitPattern: UInt32(bytes.littleEndian(at: offset, bytes: 4)))
            return narrow.isFinite ? min(max(narrow, -4), 4) : .nan
        }
    }
}
