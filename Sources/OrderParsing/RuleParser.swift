public import Ordering

/// Understands utterances by the menu's words and rules of English order, in microseconds, without training.
///
/// Made once per menu; `parse` is pure and may be called from any thread.
public struct RuleParser: OrderParser {
    private let menu: Menu
    private let segmenter: Segmenter
    private let reader: PhraseReader
    private let questions: QuestionReader

    /// Compiles the menu's phrases.
    ///
    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
    public init(menu: Menu) throws {
        let language = try Language.english()
        let numbers = NumberReader(language.numbers)
        let lexicon = try Lexicon(menu: menu, language: language, numbers: numbers)
        self.menu = menu
        segmenter = Segmenter(lexicon: lexicon, numbers: numbers, sounds: try SoundMatcher(phrases: lexicon.menuPhrases, protectedWords: lexicon.languageWords))
        reader = PhraseReader(menu: menu)
        questions = QuestionReader(menu: menu, reader: reader, grouper: Grouper(menu: menu))
    }

    public func parse(_ transcript: String) -> OrderParseResult {
        guard let spoken = SpokenWords(transcript: transcript) else {
            let limits = "\(SpokenWords.mostCharacters) characters or \(SpokenWords.mostWords) words"
            return OrderParseResult(intent: .unknown, confidence: 0, source: .nlu, warnings: ["longer than \(limits): nothing was read"])
        }
        let words = spoken.words
        guard !words.isEmpty else { return OrderParseResult(intent: .unknown, confidence: 0, source: .nlu) }
        let segments = segmenter.segments(words)
        guard let (question, start) = questions.question(segments, words: words) else { return result(reader.elements(segments), words) }
        var result = result(reader.elements(Array(segments[..<start])), words)
        result.acts.append(.ask(question))
        if result.items.isEmpty { result.intent = .question }
        result.confidence = max(result.confidence, question == .other ? 0.5 : 0.9)
        return result
    }

    private func result(_ elements: [Element], _ words: [String]) -> OrderParseResult {
        var interpreter = Interpreter(menu: menu, words: words)
        interpreter.interpret(ClauseReader().clauses(elements))
        let outcome = Outcome(interpreter, elements, words: words)
        return OrderParseResult(
            intent: outcome.intent, items: outcome.items, acts: outcome.acts, confidence: outcome.confidence, source: .nlu, warnings: outcome.warnings,
            isUnfinished: outcome.isUnfinished)
    }
}
