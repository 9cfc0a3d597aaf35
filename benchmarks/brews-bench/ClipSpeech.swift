internal import Foundation
internal import Speech

/// Where the speech of a clean recording lies: stretches of 30 ms or more within 40 dB of the loudest 10 ms, and 12 dB
/// over the tenth percentile.
enum ClipSpeech {
    /// - Returns: the first to the last sample of speech; empty at the beginning where there is none.
    static func bounds(of samples: [Int16]) -> Range<Int> {
        let block = SampleRate.speech / 100
        let levels = stride(from: 0, to: samples.count - block + 1, by: block).map { start in
            10
                * log10(
                    samples[start..<start + block].reduce(0.0) { $0 + Double($1) * Double($1) } / Double(block)
                        / 1_073_741_824 + 1e-10)
        }
        guard let loudest = levels.max() else { return 0..<0 }
        let least = max(loudest - 40, levels.sorted()[levels.count / 10] + 12)
        var start: Int?, end = 0, length = 0
        for (index, level) in levels.enumerated() {
            length = level > least ? length + 1 : 0
            if length >= 3 {
                start = start ?? index - 2
                end = index + 1
            }
        }
        return (start ?? 0) * block..<end * block
    }
}
