internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing
internal import VoiceKit

/// Numbers and names by voice: measured at full scale only, because each answer takes about a second.
@Suite(.timeLimit(.minutes(60)))
struct SpokenMeasureTests {
    private struct Tally {
        var right = 0, unsure = 0, wrong = 0, total = 0

        mutating func add(_ isRight: Bool, isSure: Bool) {
            total += 1
            if isRight { right += 1 } else if isSure { wrong += 1 } else { unsure += 1 }
        }
    }

    private static let phraseCount = Repository.count(
        "BREWS_SPOKEN_NUMBERS", standard: Repository.isFullScale ? 300 : 0)
    private static let nameCount = Repository.count("BREWS_SPOKEN_NAMES", standard: Repository.isFullScale ? 200 : 0)

    @Test("number phrases by four voices", .enabled(if: phraseCount > 0, "full scale"), arguments: SpokenAnswers.voices)
    func numbers(_ voice: String) async throws {
        let answers = try SpokenAnswers()
        let all = NumberSentences.all()
        let some = stride(from: 0, to: all.count, by: max(1, all.count / Self.phraseCount)).map { all[$0] }
        var tally = Tally(), known = Tally()
        for sentence in some {
            let heard = try await answers.hear(sentence.text, in: voice, .number)
            let isRight = heard.number == sentence.number
            tally.add(isRight, isSure: heard.number != nil)
            if answers.canHear(sentence.text) { known.add(isRight, isSure: heard.number != nil) }
            if !isRight {
                let unheard = answers.canHear(sentence.text) ? "" : " (not in the vocabulary)"
                print("spoken \(voice): “\(sentence.text)”\(unheard) “\(heard.transcript)” \(heard.match)")
            }
        }
        print("spoken numbers, \(voice): \(tally); of phrases whose words the model has: \(known)")
        #expect(tally.total >= Self.phraseCount)
        #expect(known.right * 100 >= 93 * known.total && known.wrong * 100 <= 2 * known.total)
    }

    @Test(
        "two hundred names by four voices", .enabled(if: nameCount > 0, "full scale"), arguments: SpokenAnswers.voices)
    func names(_ voice: String) async throws {
        let answers = try SpokenAnswers()
        let all = FrequentNames.all
        let some = stride(from: 0, to: all.count, by: max(1, all.count / Self.nameCount)).map { all[$0] }
        var tally = Tally(), unheard = 0
        for name in some {
            guard answers.canHear(name.lowercased()) else {
                unheard += 1
                continue
            }
            let heard = try await answers.hear(name, in: voice, .name(allowed: all))
            tally.add(heard.name == name, isSure: heard.name != nil)
            if heard.name != name { print("spoken \(voice): \(name) “\(heard.transcript)” \(heard.match)") }
        }
        print("spoken names, \(voice): \(tally), \(unheard) not in the vocabulary")
        #expect(tally.total + unheard >= Self.nameCount)
        #expect(tally.right * 100 >= 80 * tally.total && tally.wrong <= 1)
    }
}
