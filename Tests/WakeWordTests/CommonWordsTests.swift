internal import Foundation
import Testing

@testable import WakeWord

struct CommonWordsTests {
    private static func words(_ lines: String...) -> CommonWords? {
        CommonWords(lines: Array(lines.joined(separator: "\n").utf8))
    }

    /// A phone as the file has it.
    private static func sign(_ phone: Phone) -> String { String(UnicodeScalar(UInt8(48 + phone.index))) }

    @Test("Words that begin alike share nodes, and a node knows the likeliest word behind it")
    func tree() throws {
        let (b, r, uw, z) = (Self.sign(.b), Self.sign(.r), Self.sign(.uw), Self.sign(.z))
        // "brew" at 4 nats, "bruise" at 2, "boo" at 3.
        let words = try #require(Self.words("0\(b)\(r)\(uw)@", "3\(z)8", "1\(uw)<"))
        #expect(words.phones == [0] + [Phone.b, .r, .uw, .z, .uw].map { UInt8($0.index) })
        #expect(words.parents == [0, 0, 1, 2, 3, 1])
        #expect(
            words.wordLogProbabilities[3...] == [-4, -2, -3]
                && words.wordLogProbabilities[...2].allSatisfy { $0 == CommonWords.logZero })
        #expect(words.lookahead == [-2, -2, -2, -2, -2, -3])
        #expect(words.nodes(of: [[.b], [.r], [.uw]]) == [3])
        #expect(words.nodes(of: [[.b], [.r, .uw]]) == [2, 5])
        #expect(words.nodes(of: [[.r]]).isEmpty)
    }

    @Test(
        "What is no list of words is refused",
        arguments: [
            "", "0", "0@", "1\u{3A}@", "0\u{3A}/", "0\u{30}@", "0\u{7E}@", "0\u{3A}@\n3\u{3B}@", "0\u{3A}@\n0@",
            "0\u{3A}@ ", "0\u{3A}@ 0", "0\u{3A}@ 0p",
            "0\u{3A}@ 00 00",
        ])
    func refused(text: String) { #expect(CommonWords(lines: Array(text.utf8)) == nil) }

    @Test("Without a word are all ways to say it, and what sounds like it, and nothing else")
    func excluding() throws {
        let (b, r, uw, z) = (Self.sign(.b), Self.sign(.r), Self.sign(.uw), Self.sign(.z))
        // "brew" or "boo" are one word here, "bruise" another.
        let words = try #require(Self.words("0\(b)\(r)\(uw)@ 01", "3\(z)8 02", "1\(uw)< 01")),
            logZero = CommonWords.logZero
        #expect(
            words.excluding([[[.b], [.uw]]]).wordLogProbabilities == [logZero, logZero, logZero, logZero, -2, logZero])
        #expect(words.excluding([[[.b], [.uw]]]).lookahead == [-2, -2, -2, -2, -2, logZero])
        #expect(
            words.excluding([[[.b], [.r], [.uw], [.z]]]).wordLogProbabilities == [
                logZero, logZero, logZero, -4, logZero, -3,
            ])
        #expect(words.excluding([[[.b], [.r], [.uw], [.z]]]).lookahead == [-3, -3, -4, -4, logZero, -3])
        #expect(words.excluding([[[.z]]]).wordLogProbabilities == words.wordLogProbabilities)
    }

    @Test("The built-in list has the thousands of words that people say most, each with the ways to say it")
    func english() throws {
        let words = try #require(CommonWords.english)
        let the = words.nodes(of: [[.dh], [.ah]]), order = words.nodes(of: [[.ao], [.r], [.d], [.er]])
        #expect(the.count == 1 && order.count == 1)
        #expect(
            (-3.5 ... -2.5).contains(words.wordLogProbabilities[the[0]])
                && words.wordLogProbabilities[order[0]] < words.wordLogProbabilities[the[0]])
        let likely = words.wordLogProbabilities.filter { $0 > CommonWords.logZero }
        #expect(likely.count > 8_000)
        // Together they would be 1, had not every way to say a word the whole of its probability.
        #expect((1.3...1.5).contains(likely.reduce(0) { $0 + exp(Double($1)) }))
        // "coffee", whichever way the phrase has it.
        let ways: [[[Phone]]] = [[[.k], [.ao], [.f], [.iy]], [[.k], [.aa], [.f], [.iy]]]
        for way in ways {
            let rest = words.excluding([way])
            #expect(
                ways.allSatisfy { rest.wordLogProbabilities[words.nodes(of: $0)[0]] == CommonWords.logZero }
                    && rest.wordLogProbabilities.count { $0 > CommonWords.logZero } == likely.count - 2)
        }
    }
}
