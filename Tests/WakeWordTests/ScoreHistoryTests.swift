import Testing

@testable import WakeWord

struct ScoreHistoryTests {
    /// A frame that has its number as every score.
    private static func frame(_ number: Int) -> FrameScores {
        FrameScores(
            values: [Float](repeating: Float(number), count: 2 * Phone.allCases.count)[...], phones: Models.outputs)
    }

    @Test(
        "Frames are found by their number, the last nine seconds of a stretch at least, and none of the stretch before")
    func frames() {
        var recent = ScoreHistory(phones: Models.outputs)
        #expect(recent.frames(from: 0).frames.isEmpty)
        for number in 70..<2_000 {
            recent.append(Self.frame(number), number: number)
            let (first, frames) = recent.frames(from: number - 299)
            #expect(first == max(70, number - 299) && frames.count == number - first + 1)
            #expect(frames.first?.entry(3) == Double(first) && frames.last?.selfLoop(40) == Double(number))
        }
        #expect(recent.frames(from: 0).frames.count <= 600)
        recent.removeAll()
        recent.append(Self.frame(5_000), number: 5_000)
        #expect(recent.frames(from: 0).first == 5_000 && recent.frames(from: 0).frames.count == 1)
    }
}
