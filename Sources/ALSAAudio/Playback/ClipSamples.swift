internal import Resampling
internal import Speech

/// A clip that is converted to another sample rate on demand, so that playback starts before the whole clip is
/// converted.
struct ClipSamples {
    private let source: [Int16]
    private let resampler: Resampler?
    private let block: Int
    private var read = 0
    private(set) var converted: [Int16] = []

    init(_ samples: [Int16], from rate: Int, to target: Int) throws(ResamplingError) {
        source = samples
        resampler = rate == target ? nil : try Resampler(from: rate, to: target)
        block = max(1, rate / 10)
        if resampler == nil {
            converted = samples
            read = samples.count
        }
    }

    /// Samples from an offset: `count` of them, or fewer at the end of the clip.
    mutating func samples(_ count: Int, from offset: Int) throws(ResamplingError) -> ArraySlice<Int16> {
        while converted.count < offset + count, read < source.count, let resampler {
            let end = min(read + block, source.count)
            converted += PCM16.samples(
                try resampler.process(PCM16.values(source[read..<end]), isLast: end == source.count))
            read = end
        }
        guard offset < converted.count else { return [] }
        return converted[offset..<min(offset + count, converted.count)]
    }
}
