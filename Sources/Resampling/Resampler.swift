internal import CSampleRate

/// An error of the sample-rate converter.
public struct ResamplingError: Error, Equatable, Sendable {
    /// Reason in words: libsamplerate's message, or for example "its sample rate is 1 Hz".
    public let reason: String
}

/// Streaming sample-rate converter for mono audio.
///
/// Uses libsamplerate's band-limited sinc filter (`src_process`, `SRC_SINC_MEDIUM_QUALITY`, 121 dB signal-to-noise
/// ratio). Blocks are joined without seams: the output does not depend on how the input was divided. Not thread-safe;
/// use one instance per stream.
///
/// ```swift
/// let resampler = try Resampler(from: 44_100, to: 16_000)
/// let converted = try resampler.process(block, isLast: false)
/// ```
public final class Resampler {
    private let state: OpaquePointer
    private let ratio: Double

    /// Creates a converter (`src_new`).
    ///
    /// - Parameters:
    ///   - source: sample rate of the input in hertz.
    ///   - target: sample rate of the output in hertz. The ratio target/source must lie within 1/256…256.
    /// - Throws: `ResamplingError` for an unsupported ratio, or when memory is exhausted.
    public init(from source: Int, to target: Int) throws(ResamplingError) {
        let ratio = Double(target) / Double(source)
        guard src_is_valid_ratio(ratio) == 1 else { throw ResamplingError(reason: "its sample rate is \(source) Hz") }
        var code: Int32 = 0
        guard let state = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), 1, &code) else {
            throw ResamplingError(reason: Self.reason(code))
        }
        self.state = state
        self.ratio = ratio
    }

    deinit { src_delete(state) }

    /// Converts the next block of samples.
    ///
    /// - Parameters:
    ///   - samples: finite values, full scale ±1.
    ///   - isLast: `true` for the last block: flushes the filter. The converter cannot be used afterwards.
    /// - Returns: the samples that can be computed so far. The filter delays its output by about 46 input samples
    ///   (about 138 from 48 to 16 kHz); they follow with the next block.
    /// - Throws: `ResamplingError` when the library reports an error.
    public func process(_ samples: [Float], isLast: Bool) throws(ResamplingError) -> [Float] {
        var output: [Float] = []
        var block = [Float](repeating: 0, count: Int(Double(samples.count) * ratio) + 1_024)
        var consumed = 0
        while true {
            var code: Int32 = 0, used = 0, made = 0
            samples.withUnsafeBufferPointer { input in
                block.withUnsafeMutableBufferPointer { room in
                    var data = SRC_DATA()
                    data.data_in = input.baseAddress.map { $0 + consumed }
                    data.input_frames = samples.count - consumed
                    data.data_out = room.baseAddress
                    data.output_frames = room.count
                    data.end_of_input = isLast ? 1 : 0
                    data.src_ratio = ratio
                    code = src_process(state, &data)
                    used = data.input_frames_used
                    made = data.output_frames_gen
                }
            }
            guard code == 0 else { throw ResamplingError(reason: Self.reason(code)) }
            output += block.prefix(made)
            consumed += used
            if made == 0 || (consumed == samples.count && made < block.count) { return output }
        }
    }

    private static func reason(_ code: Int32) -> String {
        src_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

/// Conversion between 16-bit PCM and floating-point samples with full scale ±1.
public enum PCM16 {
    /// Rounds to 16 bits and clips at full scale.
    public static func samples(_ values: [Float]) -> [Int16] {
        values.map { Int16(Swift.min(Swift.max(($0 * 32_768).rounded(), -32_768), 32_767)) }
    }

    /// Converts to floating point, −1…1.
    public static func values(_ samples: some Collection<Int16>) -> [Float] { samples.map { Float($0) / 32_768 } }
}

extension Resampler {
    /// Converts a whole clip. A clip that already has the target rate is returned unchanged.
    ///
    /// - Parameters:
    ///   - samples: 16-bit mono PCM.
    ///   - source: sample rate of the clip in hertz.
    ///   - target: sample rate of the result in hertz.
    /// - Throws: `ResamplingError` for an unsupported ratio.
    public static func convert(_ samples: [Int16], from source: Int, to target: Int) throws(ResamplingError) -> [Int16]
    {
        guard source != target else { return samples }
        let resampler = try Resampler(from: source, to: target)
        guard !samples.isEmpty else { return [] }
        return PCM16.samples(try resampler.process(PCM16.values(samples), isLast: true))
    }
}
