public import Ordering

/// Classification of a guest's answer to the read-back.
public enum ConfirmationResult: Equatable, Sendable {
    /// Yes, and nothing else.
    case confirmed
    /// No, and nothing else.
    case rejected
    /// A change, in these words: lower case, without accents, punctuation and the yes or no before it.
    case modified(String)
    /// Neither or both.
    case unclear
}

/// Classifies answers to "Is that right?" with the keywords of one language, or of English and the kiosk's.
///
/// It is strict where a mistake would place an order: an answer is a yes only if all its words are yes phrases, fillers
/// or function words. A contradiction, a doubt or any other word makes the answer unclear or a change.
///
/// Has no side effects; callable from any thread.
///
/// ```swift
/// let detector = try ConfirmationResponseDetector(locale: "en-US")
/// detector.detect("yes please")  // .confirmed
/// detector.detect("yes but make it iced")  // .modified("make it iced")
/// ```
public struct ConfirmationResponseDetector: Sendable {
    /// The keywords in use.
    public let keywords: ConfirmationKeywords
    private let phrases: ConfirmationPhrases
    private let negators: Set<String>
    private let sentenceStarts: Set<String>

    /// - Throws: `ConfirmationError.badKeywords` for a phrase with contradictory roles.
    public init(keywords: ConfirmationKeywords) throws(ConfirmationError) {
        self.keywords = keywords
        phrases = try ConfirmationPhrases(keywords)
        negators = Set(keywords.negator.flatMap { SpokenWords($0).words })
        sentenceStarts = Set((keywords.sentenceStart + keywords.weak).compactMap { SpokenWords($0).words.first })
    }

    /// Creates a detector with built-in keywords.
    ///
    /// - Parameter locale: a BCP 47 tag, such as a menu's `store.locale`; only its language is used.
    /// - Throws: `ConfirmationError.unknownLocale`.
    public init(locale: String) throws(ConfirmationError) {
        try self.init(keywords: try .builtIn(locale))
    }

    /// Creates a detector of what a kiosk hears: answers in its guests' language, and those of its own language.
    ///
    /// - Parameters:
    ///   - locale: language of the kiosk's sentences, a BCP 47 tag.
    ///   - language: the language that guests speak.
    /// - Throws: `ConfirmationError.unknownLocale`.
    public init(heardBesides locale: String, by language: SpokenLanguage = .english) throws(ConfirmationError) {
        try self.init(keywords: try .heard(language, besides: locale))
    }

    /// Classifies an answer.
    ///
    /// - Parameter text: the utterance, in any case and with any characters. More than 400 characters or 60 words are
    ///   unclear.
    public func detect(_ text: String) -> ConfirmationResult {
        guard let words = SpokenWords(transcript: text)?.words, !words.isEmpty else { return .unclear }
        // Recognisers turn noise into repetitions of one word (fault C10).
        if words.count >= 3, Set(words).count == 1 { return .unclear }
        let answer = Answer(words: words, tokens: phrases.tokens(words))
        return read(answer, from: 0)
    }

    private struct Answer {
        let words: [String]
        let tokens: [ConfirmationToken]

        func text(from word: Int) -> String { words[word...].joined(separator: " ") }
    }

    /// Whether an answer has said yes or no before any other word.
    private struct Polarity {
        var saidYes = false
        var saidNo = false

        var isEmpty: Bool { !saidYes && !saidNo }
        var result: ConfirmationResult { saidYes == saidNo ? .unclear : saidYes ? .confirmed : .rejected }
    }

    private func read(_ answer: Answer, from first: Int) -> ConfirmationResult {
        var polarity = Polarity()
        var index = first
        while index < answer.tokens.count {
            switch role(of: index, in: answer) {
            case .confirm: polarity.saidYes = true
            case .reject: polarity.saidNo = true
            case .doubt: return .unclear
            case .filler, .weak: break
            case .contrast: return contrast(answer, after: index, polarity)
            case .opener: return change(answer, from: answer.tokens[index].words.lowerBound)
            case .negation:
                guard let next = nextSaying(answer, after: index) else { return .unclear }
                switch role(of: next, in: answer) {
                case .confirm where !isFollowedByContent(answer, next):
                    polarity.saidNo = true
                    index = next
                case .confirm, .opener, nil: return change(answer, from: answer.tokens[index].words.lowerBound)
                case .reject, .negation, .doubt, .contrast, .filler, .weak: return .unclear
                }
            case nil: return content(answer, at: index, first: first, polarity)
            }
            index += 1
        }
        return polarity.result
    }

    /// The role of a token in its context; `nil` for a word that is not a keyword.
    private func role(of index: Int, in answer: Answer) -> ConfirmationRole? {
        let roles = answer.tokens[index].roles
        guard roles.count > 1 else { return roles.first }
        if roles.contains(.opener), isFollowedByContent(answer, index) { return .opener }
        if roles.contains(.negation), nextSaying(answer, after: index) != nil { return .negation }
        return roles.subtracting([.opener, .negation]).first
    }

    /// The next token that is neither a filler nor a function word.
    private func nextSaying(_ answer: Answer, after index: Int) -> Int? {
        answer.tokens.indices[(index + 1)...].first { answer.tokens[$0].roles.isDisjoint(with: [.filler, .weak]) }
    }

    /// Whether the next token is part of a change rather than an answer.
    private func isFollowedByContent(_ answer: Answer, _ index: Int) -> Bool {
        guard let next = nextSaying(answer, after: index) else { return false }
        let roles = answer.tokens[next].roles
        return roles.isEmpty || roles.contains(.opener)
    }

    /// Handles a contrast ("but"): a change follows. An answer that follows contradicts the one before.
    private func contrast(_ answer: Answer, after index: Int, _ polarity: Polarity) -> ConfirmationResult {
        guard let next = nextSaying(answer, after: index) else { return .unclear }
        let rest = read(answer, from: index + 1)
        switch rest {
        case .modified: return rest
        case .confirmed, .rejected: return polarity.isEmpty ? rest : .unclear
        // The contrast marks a change even if its words alone would not.
        case .unclear:
            return answer.tokens[next].roles.isEmpty && !hasAnswer(answer.tokens[next...])
                ? change(answer, from: start(answer, next)) : .unclear
        }
    }

    /// Handles words that are not keywords: a change after a yes or a no, or if they contain a marker.
    private func content(_ answer: Answer, at index: Int, first: Int, _ polarity: Polarity) -> ConfirmationResult {
        let start = start(answer, index)
        // "No foam" is a change, "no, the foam…" a no followed by one.
        if let before = tokenEnding(at: start, in: answer), before >= first, answer.tokens[before].words.count == 1 {
            let word = answer.tokens[before].words.lowerBound
            if negators.contains(answer.words[word]), !sentenceStarts.contains(answer.words[start]) {
                return change(answer, from: word)
            }
        }
        let rest = answer.tokens[index...]
        if phrases.hasMarker(answer.words[start...])
            || rest.contains(where: { $0.roles.contains(.opener) || $0.roles.contains(.contrast) })
        {
            return change(answer, from: start)
        }
        return polarity.saidYes == polarity.saidNo || hasAnswer(rest) ? .unclear : change(answer, from: start)
    }

    private func hasAnswer(_ tokens: ArraySlice<ConfirmationToken>) -> Bool {
        tokens.contains { !$0.roles.isDisjoint(with: [.confirm, .reject, .negation, .doubt]) }
    }

    /// The first word of a token's phrase, including function words before it ("the mocha").
    private func start(_ answer: Answer, _ index: Int) -> Int {
        var first = index
        while first > 0, answer.tokens[first - 1].roles == [.weak] { first -= 1 }
        return answer.tokens[first].words.lowerBound
    }

    private func tokenEnding(at word: Int, in answer: Answer) -> Int? {
        answer.tokens.firstIndex { $0.words.upperBound == word }
    }

    private func change(_ answer: Answer, from word: Int) -> ConfirmationResult { .modified(answer.text(from: word)) }
}
