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
        #expect(words.ends[3...] == [-4, -2, -3] && words.ends[...2].allSatisfy { $0 == CommonWords.never })
        #expect(words.reaches == [-2, -2, -2, -2, -2, -3])
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
    func without() throws {
        let (b, r, uw, z) = (Self.sign(.b), Self.sign(.r), Self.sign(.uw), Self.sign(.z))
        // "brew" or "boo" are one word here, "bruise" another.
        let words = try #require(Self.words("0\(b)\(r)\(uw)@ 01", "3\(z)8 02", "1\(uw)< 01")), never = CommonWords.never
        #expect(words.without([[[.b], [.uw]]]).ends == [never, never, never, never, -2, never])
        #expect(words.without([[[.b], [.uw]]]).reaches == [-2, -2, -2, -2, -2, never])
        #expect(words.without([[[.b], [.r], [.uw], [.z]]]).ends == [never, never, never, -4, never, -3])
        #expect(words.without([[[.b], [.r], [.uw], [.z]]]).reaches == [-3, -3, -4, -4, never, -3])
        #expect(words.without([[[.z]]]).ends == words.ends)
    }

    @Test("The built-in list has the thousands of words that people say most, each with the ways to say it")
    func english() throws {
        let words = try #require(CommonWords.english)
        let the = words.nodes(of: [[.dh], [.ah]]), order = words.nodes(of: [[.ao], [.r], [.d], [.er]])
        #expect(the.count == 1 && order.count == 1)
        #expect((-3.5 ... -2.5).contains(words.ends[the[0]]) && words.ends[order[0]] < words.ends[the[0]])
        let likely = words.ends.filter { $0 > CommonWords.never }
        #expect(likely.count > 8_000)
        // Together they would be 1, had not every way to say a word the whole of its probability.
        #expect((1.3...1.5).contains(likely.reduce(0) { $0 + exp(Double($1)) }))
        // "coffee", whichever way the phrase has it.
        let ways: [[[Phone]]] = [[[.k], [.ao], [.f], [.iy]], [[.k], [.aa], [.f], [.iy]]]
        for way in ways {
            let rest = words.without([way])
            #expect(
                ways.allSatisfy { rest.ends[words.nodes(of: $0)[0]] == CommonWords.never }
                    && rest.ends.count { $0 > CommonWords.never } == likely.count - 2)
        }
    }
}
