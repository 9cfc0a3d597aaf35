import Testing

@testable import WakeWord

/// The search over scores made by hand.
struct PhraseMatcherTests {
    private static let phrase = "HH EY | B R UW Z"
    /// Scores of frames in which these phones fit by so much and all others by nothing.
    private static func frames(_ phones: [(Phone, Float)]) -> [FrameScores] {
        phones.map { phone, score in
            var values = [Float](repeating: 0, count: 2 * Phone.allCases.count)
            values[2 * phone.index] = score
            values[2 * phone.index + 1] = score
            return FrameScores(values: values[...], phones: Models.outputs)
        }
    }

    private static func match(speech: Double) throws -> PhraseMatcher.Match? {
        let phones: [Phone] = [.hh, .hh, .ey, .ey, .ey, .b, .b, .r, .r, .uw, .uw, .uw, .uw, .z, .z, .z]
        let spoken = phones.map { ($0, Float(3)) } + Array(repeating: (.sil, 3), count: 12)
        var matcher = PhraseMatcher(try WakePhrase(text: "x", phones: phrase), maxPhoneFrames: 14)
        var found: PhraseMatcher.Match?
        for (number, scores) in frames(spoken).enumerated() {
            found = found ?? matcher.process(scores, filler: 2, speech: number == 0 ? speech : 1, at: number)
        }
        return found
    }

    @Test(
        "A match that begins inside of speech costs 7, and in proportion where that is not sure",
        arguments: [(0.5, 3.5), (1, 7)])
    func runningStart(speech: Double, cost: Double) throws {
        let called = try #require(try Self.match(speech: 0)), other = try #require(try Self.match(speech: speech))
        #expect(called.start == 0 && called.end == 16)
        // What little other ways weigh does not grow with the cost.
        #expect(abs(called.score - other.score - cost) < 0.3)
    }

    @Test("A way's ratio lies between that of its best alignment and that of all alignments together")
    func partialSum() throws {
        let path = try #require(try WakePhrase(text: "x", phones: "B R UW Z").pronunciations.first)
        // Nothing tells where one phone ends and the next begins.
        var search = KeywordPath(path, maxPhoneFrames: 14), last: KeywordPath.Token?
        let count = 7
        for (number, scores) in Self.frames(Array(repeating: (.aa, 0), count: count)).enumerated() {
            last = search.process(scores, filler: 0, start: number == 0 ? 0 : -100, at: number)
        }
        // Every alignment has ratio 0; three boundaries fall between seven frames in 6 · 5 · 4 / 6 ways.
        let ratio = try #require(last).logRatio
        #expect(ratio > 0.5 && ratio < 2.9957)
    }

    @Test(
        "Logarithms add up, and with sharpness count hardly more than the larger",
        arguments: [(1.0, 0.6931), (1.5, 0.4621), (1e3, 0.0007)])
    func logarithms(sharpness: Double, wanted: Double) {
        #expect(abs(logSum(-4, -4, sharpness: sharpness) + 4 - wanted) < 1e-4)
        #expect(abs(logSum(-4, -900, sharpness: sharpness) + 4) < 1e-9)
    }
}
