internal import CSampleRate

/// Converts a stream of mono samples to 16 kHz with libsamplerate's band-limited sinc filter (`src_process`, 121 dB).
final class Resampler: @unchecked Sendable {
    // Sendable: used by one `RecordedAudio`, whose worker makes every call.
    private let state: OpaquePointer
    private let ratio: Double

    /// - Parameters: rates in hertz; their ratio must lie within 1/256…256.
    init(from source: Int, to target: Int) throws(AudioFileError) {
        let ratio = Double(target) / Double(source)
        guard src_is_valid_ratio(ratio) == 1 else { throw .resampling(reason: "its sample rate is \(source) Hz") }
        var code: Int32 = 0
        guard let state = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), 1, &code) else { throw .resampling(reason: Self.reason(code)) }
        self.state = state
        self.ratio = ratio
    }

    deinit { src_delete(state) }

    /// Converts the next samples; `isLast` flushes the filter.
    func process(_ samples: [Float], isLast: Bool) throws(AudioFileError) -> [Float] {
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
            guard code == 0 else { throw .resampling(reason: Self.reason(code)) }
            output += block.prefix(made)
            consumed += used
            if made == 0 || (consumed == samples.count && made < block.count) { return output }
        }
    }

    private static func reason(_ code: Int32) -> String {
        src_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
