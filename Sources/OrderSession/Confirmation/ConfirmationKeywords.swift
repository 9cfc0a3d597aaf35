internal import Foundation
internal import Ordering

/// The closed sets of words that answer "Is that right?" in one language, read from `Keywords/….json`.
///
/// A phrase is one or more words; the longest one that fits wins ("not sure" before "sure"). Phrases are compared as
/// `SpokenWords`, so case, accents and apostrophes may be written either way. A phrase stands in one set only, except
/// that `opener` may repeat one of another set (it counts as an opener when words follow it: "cancel" is a no, "cancel
/// the muffin" a change), and `negation` one of `reject`.
public struct ConfirmationKeywords: Equatable, Sendable, Decodable {
    /// Language code in lower case: `en`.
    public let locale: String
    /// Say yes.
    public let confirm: [String]
    /// Say no.
    public let reject: [String]
    /// Turn the yes that follows into a no ("not right"), and begin a change before other words ("not the mocha").
    public let negation: [String]
    /// Make an answer neither yes nor no: "maybe", "isn't that right", "pardon".
    public let doubt: [String]
    /// Politeness, hesitation and joints that carry no answer.
    public let filler: [String]
    /// Small words that carry no answer while they stand alone, and belong to what follows them otherwise: "the".
    public let weak: [String]
    /// Take an answer back and begin a change, of which they are no part: "but", "wait".
    public let contrast: [String]
    /// Begin a change, of which they are a part: "make", "with", "except".
    public let opener: [String]
    /// Show anywhere in a sentence that it is a change: "should be".
    public let marker: [String]
    /// Words of `reject` that belong to the word after them: "no foam". Empty where a language has two words for it.
    public let negator: [String]
    /// Words before which a negator is a no after all, besides the weak ones: "no, it should be iced".
    public let sentenceStart: [String]

    /// Languages that come with Brews.
    public static let locales = ["en", "es", "fr", "de"]

    /// The keywords that come with Brews for a language.
    ///
    /// - Parameter locale: a BCP 47 tag such as `de-AT`; only its language counts.
    /// - Throws: `ConfirmationError.unknownLocale`; `badKeywords` only if a built-in file is damaged, which its test
    ///   excludes.
    public static func builtIn(_ locale: String) throws(ConfirmationError) -> ConfirmationKeywords {
        switch locale.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
        case "en": try ConfirmationKeywords(json: PackageResources.en_json)
        case "es": try ConfirmationKeywords(json: PackageResources.es_json)
        case "fr": try ConfirmationKeywords(json: PackageResources.fr_json)
        case "de": try ConfirmationKeywords(json: PackageResources.de_json)
        default: throw .unknownLocale(locale)
        }
    }

    /// Reads keywords of any language.
    ///
    /// - Parameter json: UTF-8 JSON of an object with every key of this type.
    /// - Throws: `ConfirmationError.badKeywords`.
    public init(json: [UInt8]) throws(ConfirmationError) {
        do {
            self = try JSONDecoder().decode(ConfirmationKeywords.self, from: Data(json))
        } catch {
            throw .badKeywords(reason: "\(error)")
        }
        _ = try ConfirmationPhrases(self)
    }
}

/// What a phrase does in an answer.
enum ConfirmationRole: String, CaseIterable, Sendable {
    case confirm, reject, negation, doubt, filler, weak, contrast, opener

    /// Whether one phrase may have both roles. A phrase may be written twice in its set, with and without accents.
    func goesWith(_ other: ConfirmationRole) -> Bool {
        self == other || self == .opener || other == .opener || Set([self, other]) == [.reject, .negation]
    }

    func phrases(of keywords: ConfirmationKeywords) -> [String] {
        switch self {
        case .confirm: keywords.confirm
        case .reject: keywords.reject
        case .negation: keywords.negation
        case .doubt: keywords.doubt
        case .filler: keywords.filler
        case .weak: keywords.weak
        case .contrast: keywords.contrast
        case .opener: keywords.opener
        }
    }
}

/// A stretch of an answer: a keyword phrase, or one word that is none.
struct ConfirmationToken: Equatable, Sendable {
    /// Indices of its words in the answer.
    let words: Range<Int>
    /// Empty for a word that is no keyword.
    let roles: Set<ConfirmationRole>
}

/// Keywords indexed by phrase.
struct ConfirmationPhrases: Sendable {
    private let roles: [[String]: Set<ConfirmationRole>]
    private let markers: Set<[String]>
    private let longest: Int
    private let longestMarker: Int

    /// - Throws: `ConfirmationError.badKeywords` when a phrase is empty or stands in two sets that exclude each other.
    init(_ keywords: ConfirmationKeywords) throws(ConfirmationError) {
        var roles: [[String]: Set<ConfirmationRole>] = [:]
        for role in ConfirmationRole.allCases {
            for phrase in role.phrases(of: keywords) {
                let words = SpokenWords(phrase).words
                guard !words.isEmpty else { throw .badKeywords(reason: "\(role.rawValue) has a phrase without words") }
                if let other = roles[words]?.first(where: { !$0.goesWith(role) }) {
                    throw .badKeywords(reason: "'\(phrase)' stands in \(other.rawValue) and in \(role.rawValue)")
                }
                roles[words, default: []].insert(role)
            }
        }
        self.roles = roles
        longest = roles.keys.map(\.count).max() ?? 0
        markers = Set(keywords.marker.map { SpokenWords($0).words }.filter { !$0.isEmpty })
        longestMarker = markers.map(\.count).max() ?? 0
    }

    /// The answer as tokens, the longest phrase first at every place.
    func tokens(_ words: [String]) -> [ConfirmationToken] {
        var tokens: [ConfirmationToken] = []
        var start = 0
        while start < words.count {
            let longestHere = min(longest, words.count - start)
            let length =
                stride(from: longestHere, to: 0, by: -1).first { roles[Array(words[start..<start + $0])] != nil } ?? 1
            let range = start..<start + length
            tokens.append(ConfirmationToken(words: range, roles: roles[Array(words[range])] ?? []))
            start = range.upperBound
        }
        return tokens
    }

    /// Whether any of the words begins a phrase that marks a change.
    func hasMarker(_ words: ArraySlice<String>) -> Bool {
        words.indices.contains { start in
            (1...max(1, longestMarker)).contains { length in
                start + length <= words.endIndex && markers.contains(Array(words[start..<start + length]))
            }
        }
    }
}
