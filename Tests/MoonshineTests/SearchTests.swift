internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import Moonshine

/// The search for the text of a recording.
struct SearchTests {
    private static func ids(_ transcript: MoonshineModel.Transcript) -> [Int] { transcript.tokens.map(\.id) }

    @Test("A person's yes is written with a capital and a full stop, and its words end where they are spoken")
    func person() throws {
        let samples = try Models.yesPlease(), found = try Models.moonshine().transcribe(samples[...])
        #expect(found.text.lowercased().filter(\.isLetter) == "yesplease", "\(found.text)")
        #expect(found.tokens.allSatisfy { $0.logProbability <= 0 && 0...samples.count ~= $0.end })
        #expect(zip(found.tokens, found.tokens.dropFirst()).allSatisfy { $0.end <= $1.end })
    }

    @Test("A draft changes nothing: the right one, a wrong one, half of it, and one that goes on")
    func drafts() async throws {
        let model = try Models.moonshine(),
            samples = try await Models.spoken("the quick brown fox jumps over the lazy dog")
        let wanted = Self.ids(model.transcribe(samples[...]))
        #expect(wanted.count > 5)
        for draft in [
            wanted, Array(wanted.prefix(wanted.count / 2)), wanted + wanted, [5, 6, 7], wanted.reversed(),
        ] {
            let found = Self.ids(model.transcribe(samples[...], search: .greedy(draft: draft)))
            #expect(found == wanted)
        }
    }

    @Test("One beam is the greedy search, and more find a text that is as likely or likelier")
    func beams() async throws {
        let model = try Models.moonshine(), samples = try await Models.spoken("please call me when the bus has come")
        let greedy = model.transcribe(samples[...])
        #expect(Self.ids(model.transcribe(samples[...], search: .beams(1))) == Self.ids(greedy))
        func mean(_ transcript: MoonshineModel.Transcript) throws -> Double {
            let start = try #require(model.tokens(of: "a")?.first), end = 1
            let found = model.logLikelihoods(
                of: [[start] + Self.ids(transcript) + [end]], in: model.encoderStates(of: samples[...]))[0]
            return found.reduce(0, +) / Double(found.count)
        }
        let best = model.transcribe(samples[...], search: .beams(4))
        #expect(try mean(best) >= mean(greedy) - 1e-3)
    }

    @Test("A hotword is found where it sounds like a commoner word, and not where nothing sounds like it")
    func hotwords() async throws {
        let model = try Models.moonshine(), samples = try await Models.spoken("my name is catherine")
        let names = model.hotwords(["kathryn"], tokenBonus: 3)
        let plain = model.transcribe(samples[...], search: .beams(4)).text.lowercased(),
            preferred = model.transcribe(samples[...], search: .beams(4, hotwords: names)).text.lowercased()
        #expect(!plain.contains("kathryn") && preferred.contains("kathryn"), "\(plain) / \(preferred)")
        let other = try await Models.spoken("where is the station")
        #expect(!model.transcribe(other[...], search: .beams(4, hotwords: names)).text.lowercased().contains("kathryn"))
    }

    @Test("A cancelled search stops after a token")
    func cancelled() async throws {
        let model = try Models.moonshine(), samples = try await Models.spoken("one two three four five six seven")
        var asked = 0
        let found = model.transcribe(samples[...]) {
            asked += 1
            return asked > 3
        }
        #expect(found.tokens.count == 2 && asked == 4)
    }

    @Test("Silence and too little sound have no text, or nearly none")
    func nothing() throws {
        let model = try Models.moonshine()
        #expect(model.transcribe([Int16](repeating: 0, count: 500)[...]).tokens.isEmpty)
        #expect(model.transcribe([Int16](repeating: 0, count: 32_000)[...]).tokens.count <= 6 + 13)
    }
}

/// The bonus of hotwords.
struct HotwordsTests {
    private let hotwords = Hotwords([[1, 2, 3], [1, 2], [7]], tokenBonus: 2)

    private func bonuses(_ tokens: [Int]) -> [Double] {
        var state = hotwords.start
        return tokens.map { token in
            state = hotwords.state(after: token, from: state)
            return state.bonus
        }
    }

    @Test("Each token of a phrase adds; a phrase left before its end loses what was not complete")
    func bonus() {
        #expect(bonuses([1, 2, 3]) == [2, 4, 6])
        #expect(bonuses([1, 2, 9]) == [2, 4, 4])
        #expect(bonuses([1, 9]) == [2, 0])
        #expect(bonuses([9, 7, 7]) == [0, 2, 4])
        #expect(bonuses([1, 7]) == [2, 2])
    }

    @Test("A text that ends inside a phrase loses the bonus of the open part")
    func end() {
        let inside = hotwords.state(after: 1, from: hotwords.start)
        #expect(hotwords.bonusAtEnd(from: inside) == -2)
        #expect(hotwords.bonusAtEnd(from: hotwords.state(after: 2, from: inside)) == 0)
        #expect(
            hotwords.continuations(of: inside) == [1, 2, 7] && hotwords.continuations(of: hotwords.start) == [1, 7])
    }
}

/// Times of tokens.
struct TokenAlignmentTests {
    private static func attention(_ peaks: [Int], frames: Int) -> [Float] {
        peaks.flatMap { peak in (0..<frames).map { abs($0 - peak) <= 1 ? 0.3 : 0.01 } }
    }

    @Test("Each token ends before the next one's attention")
    func diagonal() {
        let ends = TokenAlignment.ends(Self.attention([2, 8, 14], frames: 18), frames: 18)
        #expect(ends.count == 3 && 4...7 ~= ends[0] && 10...13 ~= ends[1] && ends[2] == 18, "\(ends)")
    }

    @Test("More tokens than frames, one token, and none")
    func edges() {
        let many = TokenAlignment.ends(Self.attention([0, 0, 1, 1, 2, 2], frames: 3), frames: 3)
        #expect(many.count == 6 && zip(many, many.dropFirst()).allSatisfy { $0 <= $1 } && many.last == 3)
        #expect(TokenAlignment.ends(Self.attention([1], frames: 4), frames: 4) == [4])
        #expect(TokenAlignment.ends([], frames: 4).isEmpty)
    }
}
