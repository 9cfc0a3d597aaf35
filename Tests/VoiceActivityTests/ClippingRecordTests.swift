internal import Speech
internal import Testing
internal import VoiceActivity

struct ClippingRecordTests {
    /// A second of which the middle half is at full scale, from `start` on, in frames of a length.
    private static func record(from start: SamplePosition, frames: Int) -> ClippingRecord {
        let samples = (0..<16_000).map {
            (4_000..<12_000).contains($0) ? ($0 % 2 == 0 ? Int16.max : .min) : Int16(1_000)
        }
        var record = ClippingRecord()
        for first in stride(from: 0, to: samples.count, by: frames) {
            record.add(
                AudioFrame(
                    start: start + SampleCount(first),
                    samples: Array(samples[first..<min(first + frames, samples.count)])))
        }
        return record
    }

    @Test(
        "A8: the share of a span that was cut off is known by its place, however the stream is cut",
        arguments: [160, 777, 1_600, 16_000])
    func share(_ frames: Int) {
        let start = SamplePosition(seconds: 100)
        let record = Self.record(from: start, frames: frames)
        func share(_ from: Double, _ to: Double) -> Double {
            record.share(
                of: SpeechSpan(start: start + SampleCount(seconds: from), end: start + SampleCount(seconds: to)))
        }
        #expect(abs(share(0, 1) - 0.5) < 0.03)
        #expect(abs(share(0.25, 0.75) - 1) < 0.05)
        #expect(share(0, 0.2) == 0)
        #expect(share(0.8, 1) == 0)
    }

    @Test("two minutes at full scale keep the newest half minute, and quiet ones nothing")
    func bounded() {
        var record = ClippingRecord()
        for second in 0..<180 {
            let samples = [Int16](repeating: second < 120 ? .max : 0, count: SampleRate.speech)
            record.add(AudioFrame(start: SamplePosition(seconds: Double(second)), samples: samples))
        }
        #expect(
            record.share(of: SpeechSpan(start: SamplePosition(seconds: 100), end: SamplePosition(seconds: 120))) > 0.95)
        #expect(record.share(of: SpeechSpan(start: .zero, end: SamplePosition(seconds: 20))) == 0)
        #expect(
            record.share(of: SpeechSpan(start: SamplePosition(seconds: 120), end: SamplePosition(seconds: 180))) == 0)
    }
}
