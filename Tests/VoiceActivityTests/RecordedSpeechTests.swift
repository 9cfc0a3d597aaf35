internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoiceActivity

struct RecordedSpeechTests {
    @Test(
        "A recorded order in a quiet room is found from its first word to its last",
        arguments: [SpokenOrder.largeIcedLatte, .threeMuffins])
    func order(order: SpokenOrder) throws {
        let samples = try order.samples()
        let sound = Sounds.mix(
            Sounds.noise(Double(samples.count) / Double(Sounds.second) + 4, level: -65), samples, at: 2)
        var detector = try EnergyVoiceActivityDetector()
        let results = sound.frames().flatMap { detector.process($0) }.map(\.result)
        #expect(results.first?.speechDetected == true && results.last?.speechDetected == false)
        let (first, last) = try (
            #require(results.first).timestamp.seconds - 2, #require(results.last).timestamp.seconds - 2
        )
        // Where the recording is louder than the noise.
        let loud = samples.indices.filter { abs(Int(samples[$0])) > 400 }
        let (begins, ends) = try (
            Double(#require(loud.first)) / Double(Sounds.second), Double(#require(loud.last)) / Double(Sounds.second)
        )
        // Well inside the pre-roll.
        #expect(abs(first - begins) < 0.2, "begins at \(begins), found at \(first)")
        #expect(abs(last - ends) < 0.25, "ends at \(ends), found at \(last)")
    }
}
