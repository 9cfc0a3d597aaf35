import EmbeddedFiles
internal import Foundation
public import Ordering

/// Keywords of one language that answer "Is that right?", decoded from `Keywords/….json`.
///
/// A phrase is one or more words; the longest match wins ("not sure" before "sure"). Phrases are compared as
/// `SpokenWords`, so case, accents and apostrophes do not matter. A phrase has one role, with two exceptions: `opener`
/// may repeat a phrase of another set (it is an opener when words follow: "cancel" is a no, "cancel the muffin" a
/// change), and `negation` may repeat one of `reject`.
public struct ConfirmationKeywords: Equatable, Sendable, Decodable {
    /// Language code in lower case: `en`.
    public let locale: String
    /// Phrases for yes.
    public let confirm: [String]
    /// Phrases for no.
    public let reject: [String]
    /// Negations: turn a following yes into a no ("not right") and start a change before other words ("not the mocha").
    public let negation: [String]
    /// Doubts, which make an answer unclear: "maybe", "isn't that right", "pardon".
    public let doubt: [String]
    /// Fillers without meaning for the answer: politeness, hesitations, conjunctions.
    public let filler: [String]
    /// Function words, ignored alone and part of the following phrase otherwise: "the".
    public let weak: [String]
    /// Words that withdraw an answer and introduce a change without being part of it: "but", "wait".
    public let contrast: [String]
    /// Words that start a change and are part of it: "make", "with", "except".
    public let opener: [String]
    /// Phrases that mark a sentence as a change wherever they occur: "should be".
    public let marker: [String]
    /// Words of `reject` that can negate a noun: "no foam". Empty where the language has a separate word for that.
    public let negator: [String]
    /// Words before which a negator is a no, besides the weak ones: "no, it should be iced".
    public let sentenceStart: [String]

    /// Languages with built-in keywords.
    public static let locales = ["en", "es", "fr", "de", "ko"]

    /// The built-in keywords of a language.
    ///
    /// - Parameter locale: a BCP 47 tag such as `de-AT`; only its language is used.
    /// - Throws: `ConfirmationError.unknownLocale`; `badKeywords` only if a built-in file is damaged, which a test
    ///   excludes.
    public static func builtIn(_ locale: String) throws(ConfirmationError) -> ConfirmationKeywords {
        switch locale.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
        case "en": try ConfirmationKeywords(json: EmbeddedFile.keywordsEnglish.bytes)
        case "es": try ConfirmationKeywords(json: EmbeddedFile.keywordsSpanish.bytes)
        case "fr": try ConfirmationKeywords(json: EmbeddedFile.keywordsFrench.bytes)
        case "de": try ConfirmationKeywords(json: EmbeddedFile.keywordsGerman.bytes)
        case "ko": try ConfirmationKeywords(json: EmbeddedFile.keywordsKorean.bytes)
        default: throw .unknownLocale(locale)
        }
    }

    /// Keywords of another language that are something else in English: "no, it was a latte", "make it fast"; "no, no
    /// sugar" is not the Spanish "no no" before sugar.
    private static let otherEnglish: Set<[String]> = [["was"], ["fast"], ["sip"], ["comment"], ["no", "no"]]

    /// The keywords of the language that guests speak, with those of the kiosk's sentences beside them: the recogniser
    /// hears English, and a guest of a German kiosk may still answer "ja".
    ///
    /// - Parameters:
    ///   - language: the language that guests speak.
    ///   - locale: language of the kiosk's sentences, a BCP 47 tag.
    /// - Throws: as `builtIn`.
    public static func heard(_ language: SpokenLanguage = .english, besides locale: String) throws(ConfirmationError)
        -> ConfirmationKeywords
    {
        let spoken = try builtIn(language.rawValue), own = try builtIn(locale)
        return own == spoken ? spoken : spoken.adding(own, except: otherEnglish)
    }

    /// Keywords of two languages. A phrase of both that has roles which exclude each other keeps one of them:
    ///
    /// - A yes in one language that is a no or a doubt in the other is a doubt, so the question is repeated.
    /// - A yes or a no takes precedence over a filler or function word: "super" is a German yes, an English filler.
    /// - Otherwise the role in this language stays.
    ///
    /// - Parameter excluded: phrases of the other language that are left out.
    func adding(_ other: ConfirmationKeywords, except excluded: Set<[String]> = []) -> ConfirmationKeywords {
        let mine = ConfirmationRole.rolesByPhrase(of: self), theirs = ConfirmationRole.rolesByPhrase(of: other)
        var doubted: [[String]] = []
        /// Words whose roles in the first language give way to those in the second.
        var replaced: Set<[String]> = []
        for (words, roles) in theirs {
            guard let own = mine[words] else { continue }
            if own.contradicts(roles) {
                doubted.append(words)
            } else if own.isSubset(of: [.filler, .weak]), !roles.isDisjoint(with: [.confirm, .reject]) {
                replaced.insert(words)
            }
        }
        let unclear = Set(doubted)
        func merged(_ role: ConfirmationRole) -> [String] {
            let kept = role.phrases(of: self).filter {
                let words = SpokenWords($0).words
                return !replaced.contains(words) && !unclear.contains(words)
            }
            let added = role.phrases(of: other).filter {
                let words = SpokenWords($0).words
                return (mine[words] == nil || replaced.contains(words)) && !unclear.contains(words)
                    && !excluded.contains(words)
            }
            return kept + added
        }
        return ConfirmationKeywords(
            locale: other.locale, confirm: merged(.confirm), reject: merged(.reject), negation: merged(.negation),
            doubt: merged(.doubt) + doubted.map { $0.joined(separator: " ") }.sorted(), filler: merged(.filler),
            weak: merged(.weak), contrast: merged(.contrast), opener: merged(.opener), marker: marker + other.marker,
            negator: negator + other.negator, sentenceStart: sentenceStart + other.sentenceStart)
    }

    private init(
        locale: String, confirm: [String], reject: [String], negation: [String], doubt: [String], filler: [String],
        weak: [String], contrast: [String], opener: [String], marker: [String], negator: [String],
        sentenceStart: [String]
    ) {
        self.locale = locale
        self.confirm = confirm
        self.reject = reject
        self.negation = negation
        self.doubt = doubt
        self.filler = filler
        self.weak = weak
        self.contrast = contrast
        self.opener = opener
        self.marker = marker
        self.negator = negator
        self.sentenceStart = sentenceStart
    }

    /// Decodes the keywords of any language.
    ///
    /// - Parameter json: a UTF-8 JSON object with every key of this type.
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

/// Role of a phrase in an answer.
enum ConfirmationRole: String, CaseIterable, Sendable {
    case confirm, reject, negation, doubt, filler, weak, contrast, opener

    /// Whether a phrase may have both roles. A phrase may occur twice in its set, with and without accents.
    func goesWith(_ other: ConfirmationRole) -> Bool {
        self == other || self == .opener || other == .opener || Set([self, other]) == [.reject, .negation]
    }

    /// The roles of every phrase, by its words.
    static func rolesByPhrase(of keywords: ConfirmationKeywords) -> [[String]: Set<ConfirmationRole>] {
        allCases.reduce(into: [:]) { roles, role in
            for phrase in role.phrases(of: keywords) { roles[SpokenWords(phrase).words, default: []].insert(role) }
        }
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

extension Set<ConfirmationRole> {
    /// Whether one of these sets says yes where the other says no or is a doubt.
    fileprivate func contradicts(_ other: Self) -> Bool {
        let against: Self = [.reject, .negation, .doubt]
        return contains(.confirm) && !other.isDisjoint(with: against)
            || other.contains(.confirm) && !isDisjoint(with: against)
    }
}

/// A token of an answer: a keyword phrase or another word.
struct ConfirmationToken: Equatable, Sendable {
    /// Indices of its words in the answer.
    let words: Range<Int>
    /// Empty for a word that is not a keyword.
    let roles: Set<ConfirmationRole>
}

/// Keywords indexed by phrase.
struct ConfirmationPhrases: Sendable {
    private let roles: [[String]: Set<ConfirmationRole>]
    private let markers: Set<[String]>
    private let longest: Int
    private let longestMarker: Int

    /// - Throws: `ConfirmationError.badKeywords` for an empty phrase or one with contradictory roles.
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

    /// Splits an answer into tokens; the longest phrase wins at every position.
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

    /// Whether the words contain a phrase that marks a change.
    func hasMarker(_ words: ArraySlice<String>) -> Bool {
        words.indices.contains { start in
            (1...max(1, longestMarker)).contains { length in
                start + length <= words.endIndex && markers.contains(Array(words[start..<start + length]))
            }
        }
    }
}
