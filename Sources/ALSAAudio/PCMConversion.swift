internal import Resampling
internal import Speech

/// Converts a capture device's frames to 16 kHz mono: selects or averages channels and converts the rate without seams
/// between blocks.
struct CaptureConverter {
    private let format: PCMFormat
    private let channel: Int?
    private let resampler: Resampler?

    /// Creates a converter for a device's format.
    ///
    /// - Parameter channel: channel to use, from 0; `nil`, or a channel that the device lacks, for the mean of all.
    /// - Throws: `ResamplingError` for an unsupported rate.
    init(_ format: PCMFormat, channel: Int?) throws(ResamplingError) {
        self.format = format
        self.channel = channel.flatMap { $0 >= 0 && $0 < format.channels ? $0 : nil }
        resampler = format.rate == SampleRate.speech ? nil : try Resampler(from: format.rate, to: SampleRate.speech)
    }

    /// Converts a block.
    ///
    /// - Parameter bytes: whole frames, interleaved.
    func convert(_ bytes: [UInt8]) throws(ResamplingError) -> [Int16] {
        if resampler == nil, format.channels == 1, format.encoding == .signed16 {
            return [Int16](unsafeUninitializedCapacity: bytes.count / 2) { samples, count in
                count = bytes.count / 2
                UnsafeMutableRawBufferPointer(samples).copyBytes(from: bytes.prefix(count * 2))
                if Int16(littleEndian: 1) != 1 {
                    for index in 0..<count { samples[index] = samples[index].byteSwapped }
                }
            }
        }
        let frames = bytes.count / format.bytesPerFrame
        var mono = [Float](repeating: 0, count: frames)
        bytes.withUnsafeBytes { raw in
            for frame in 0..<frames {
                let start = frame * format.bytesPerFrame
                if let channel {
                    mono[frame] = format.encoding.value(raw, at: start + channel * format.encoding.bytes)
                } else {
                    var sum: Float = 0
                    for channel in 0..<format.channels {
                        sum += format.encoding.value(raw, at: start + channel * format.encoding.bytes)
                    }
                    mono[frame] = sum / Float(format.channels)
                }
            }
        }
        return PCM16.samples(try resampler?.process(mono, isLast: false) ?? mono)
    }
}

/// Encodes mono samples as frames of a playback device, with the same samples in each channel.
struct PlaybackEncoder {
    let format: PCMFormat

    func encode(_ samples: ArraySlice<Int16>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: samples.count * format.bytesPerFrame) { bytes, count in
            count = samples.count * format.bytesPerFrame
            let raw = UnsafeMutableRawBufferPointer(bytes)
            var offset = 0
            for sample in samples {
                for _ in 0..<format.channels {
                    format.encoding.store(sample, in: raw, at: offset)
                    offset += format.encoding.bytes
                }
            }
        }
    }
}

extension PCMEncoding {
    /// The sample at an offset, full scale ±1. NaN and infinity become silence.
    fileprivate func value(_ raw: UnsafeRawBufferPointer, at offset: Int) -> Float {
        switch self {
        case .signed16:
            return Float(Int16(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int16.self))) / 32_768
        case .signed32:
            return Float(Int32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int32.self))) / 2_147_483_648
        case .signed24:
            // The fourth byte is undefined.
            return Float((Int32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int32.self)) << 8) >> 8)
                / 8_388_608
        case .packed24:
            let value = Int32(raw[offset]) | Int32(raw[offset + 1]) << 8 | Int32(raw[offset + 2]) << 16
            return Float((value << 8) >> 8) / 8_388_608
        case .float32:
            let value = Float(
                bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            return value.isFinite ? min(max(value, -4), 4) : 0
        }
    }

    fileprivate func store(_ sample: Int16, in raw: UnsafeMutableRawBufferPointer, at offset: Int) {
        switch self {
        case .signed16: raw.storeBytes(of: sample.littleEndian, toByteOffset: offset, as: Int16.self)
        case .signed32: raw.storeBytes(of: (Int32(sample) << 16).littleEndian, toByteOffset: offset, as: Int32.self)
        case .signed24: raw.storeBytes(of: (Int32(sample) << 8).littleEndian, toByteOffset: offset, as: Int32.self)
        case .packed24:
            raw[offset] = 0
            raw.storeBytes(of: sample.littleEndian, toByteOffset: offset + 1, as: Int16.self)
        case .float32:
            raw.storeBytes(of: (Float(sample) / 32_768).bitPattern.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
    }
}
