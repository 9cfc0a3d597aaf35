internal import CSampleRate

/// Why samples cannot be converted to another rate.
public struct ResamplingError: Error, Equatable, Sendable {
    /// libsamplerate's words, or ours: "its sample rate is 1 Hz".
    public let reason: String
}

/// Converts a stream of mono samples to another rate with libsamplerate's band-limited sinc filter (`src_process`, 121
/// dB).
///
/// A stream in pieces gives the samples of the whole. One owner makes all calls, one after another.
public final class Resampler {
    private let state: OpaquePointer
    private let ratio: Double

    /// - Parameters: rates in hertz; their ratio must lie within 1/256…256.
    ///
    /// - Throws: `ResamplingError` for rates that cannot be converted, or when there is no memory.
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

    /// Converts the next samples.
    ///
    /// - Parameters:
    ///   - samples: full scale ±1; finite.
    ///   - isLast: flushes the filter; the stream is over then.
    /// - Returns: what can be computed so far; half a filter of input, some 46 samples, three times as many from 48 to
    ///   16 kHz, comes with the next call or the last.
    /// - Throws: `ResamplingError` when the library refuses the samples.
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

/// Samples as 16-bit PCM and as floating-point numbers, full scale ±1.
public enum PCM16 {
    /// Rounded, and clipped at full scale.
    public static func samples(_ values: [Float]) -> [Int16] {
        values.map { Int16(Swift.min(Swift.max(($0 * 32_768).rounded(), -32_768), 32_767)) }
    }

    /// −1…1.
    public static func values(_ samples: some Collection<Int16>) -> [Float] { samples.map { Float($0) / 32_768 } }
}

extension Resampler {
    /// Converts a whole clip; one at the right rate is given back as it is.
    ///
    /// - Parameters: rates in hertz.
    /// - Throws: `ResamplingError` for rates that cannot be converted.
    public static func convert(_ samples: [Int16], from source: Int, to target: Int) throws(ResamplingError) -> [Int16]
    {
        guard source != target else { return samples }
        let resampler = try Resampler(from: source, to: target)
        guard !samples.isEmpty else { return [] }
        return PCM16.samples(try resampler.process(PCM16.values(samples), isLast: true))
    }
}
