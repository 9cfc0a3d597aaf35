internal import Ordering

/// What a guest's answer to the order read back comes to.
public enum ConfirmationResult: Equatable, Sendable {
    /// Yes, and nothing else.
    case confirmed
    /// No, and nothing else.
    case rejected
    /// The guest wants a change, in these words: lower case, without accents, punctuation and the yes or no before it.
    case modified(String)
    /// Neither, or both: ask again.
    case unclear
}

/// Reads answers to "Is that right?" with the closed keyword sets of one language.
///
/// It is strict where a mistake would place an order: a yes is taken only when every word of the answer is a yes, a
/// filler or a small word. A contradiction, a doubt or a word that is none of ours makes the answer unclear or a
/// change.
///
/// Pure; from any thread.
public struct ConfirmationResponseDetector: Sendable {
    /// The language and its words.
    public let keywords: ConfirmationKeywords
    private let phrases: ConfirmationPhrases
    private let negators: Set<String>
    private let sentenceStarts: Set<String>

    /// - Throws: `ConfirmationError.badKeywords` when a phrase stands in two sets that exclude each other.
    public init(keywords: ConfirmationKeywords) throws(ConfirmationError) {
        self.keywords = keywords
        phrases = try ConfirmationPhrases(keywords)
        negators = Set(keywords.negator.flatMap { SpokenWords($0).words })
        sentenceStarts = Set((keywords.sentenceStart + keywords.weak).compactMap { SpokenWords($0).words.first })
    }

    /// The detector of a language that comes with Brews.
    ///
    /// - Parameter locale: a BCP 47 tag, such as a menu's `store.locale`; only its language counts.
    /// - Throws: `ConfirmationError.unknownLocale`.
    public init(locale: String) throws(ConfirmationError) {
        try self.init(keywords: try .builtIn(locale))
    }

    /// What an answer means.
    ///
    /// - Parameter text: what was said, in any case and with any characters. More than 400 characters or 60 words are
    ///   unclear.
    public func detect(_ text: String) -> ConfirmationResult {
        guard let words = SpokenWords(transcript: text)?.words, !words.isEmpty else { return .unclear }
        // A recogniser that hears noise repeats one word (fault C10); a person who does is asked again.
        if words.count >= 3, Set(words).count == 1 { return .unclear }
        let answer = Answer(words: words, tokens: phrases.tokens(words))
        return read(answer, from: 0)
    }

    private struct Answer {
        let words: [String]
        let tokens: [ConfirmationToken]

        func text(from word: Int) -> String { words[word...].joined(separator: " ") }
    }

    /// The yes and no of an answer before any other word.
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

    /// The role a token plays where it stands; `nil` for a word that is no keyword.
    private func role(of index: Int, in answer: Answer) -> ConfirmationRole? {
        let roles = answer.tokens[index].roles
        guard roles.count > 1 else { return roles.first }
        if roles.contains(.opener), isFollowedByContent(answer, index) { return .opener }
        if roles.contains(.negation), nextSaying(answer, after: index) != nil { return .negation }
        return roles.subtracting([.opener, .negation]).first
    }

    /// The next token that is neither filler nor a small word.
    private func nextSaying(_ answer: Answer, after index: Int) -> Int? {
        answer.tokens.indices[(index + 1)...].first { answer.tokens[$0].roles.isDisjoint(with: [.filler, .weak]) }
    }

    /// Whether what comes next is no answer but something to do.
    private func isFollowedByContent(_ answer: Answer, _ index: Int) -> Bool {
        guard let next = nextSaying(answer, after: index) else { return false }
        let roles = answer.tokens[next].roles
        return roles.isEmpty || roles.contains(.opener)
    }

    /// "But": a change follows. An answer that follows instead takes back the one before.
    private func contrast(_ answer: Answer, after index: Int, _ polarity: Polarity) -> ConfirmationResult {
        guard let next = nextSaying(answer, after: index) else { return .unclear }
        let rest = read(answer, from: index + 1)
        switch rest {
        case .modified: return rest
        case .confirmed, .rejected: return polarity.isEmpty ? rest : .unclear
        // The contrast says that it is a change, even where its words alone would not.
        case .unclear:
            return answer.tokens[next].roles.isEmpty && !hasAnswer(answer.tokens[next...])
                ? change(answer, from: start(answer, next)) : .unclear
        }
    }

    /// Words that are no keywords: a change after a yes or a no, or when a word of theirs says so.
    private func content(_ answer: Answer, at index: Int, first: Int, _ polarity: Polarity) -> ConfirmationResult {
        let start = start(answer, index)
        // "No foam" is a change of its own, "no, the foam…" is a no before one.
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

    /// The word at which what a token says begins: small words before it are a part of it ("the mocha").
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
