internal import Ordering

/// What a menu's words and the language's rules of order make of an utterance; both parsers speak it. Made once per menu.
struct Grammar: Sendable {
    let menu: Menu
    let segmenter: Segmenter
    private let reader: PhraseReader
    private let questions: QuestionReader

    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
    init(menu: Menu) throws {
        let language = try Language.english()
        let numbers = NumberReader(language.numbers)
        let lexicon = try Lexicon(menu: menu, language: language, numbers: numbers)
        self.menu = menu
        segmenter = Segmenter(lexicon: lexicon, numbers: numbers, sounds: try SoundMatcher(phrases: lexicon.menuPhrases, protectedWords: lexicon.languageWords))
        reader = PhraseReader(menu: menu)
        questions = QuestionReader(menu: menu, reader: reader, grouper: Grouper(menu: menu))
    }

    /// The words of a transcript, or what to answer to one that cannot be read.
    static func words(_ transcript: String, source: ParseSource) -> (words: [String], refusal: OrderParseResult?) {
        guard let spoken = SpokenWords(transcript: transcript) else {
            let limits = "\(SpokenWords.mostCharacters) characters or \(SpokenWords.mostWords) words"
            return ([], OrderParseResult(intent: .unknown, confidence: 0, source: source, warnings: ["longer than \(limits): nothing was read"]))
        }
        return (spoken.words, spoken.words.isEmpty ? OrderParseResult(intent: .unknown, confidence: 0, source: source) : nil)
    }

    func result(_ segments: [Segment], words: [String], source: ParseSource) -> OrderParseResult {
        guard let (question, start) = questions.question(segments, words: words) else { return result(of: reader.elements(segments), words, source) }
        var result = result(of: reader.elements(Array(segments[..<start])), words, source)
        result.acts.append(.ask(question))
        if result.items.isEmpty { result.intent = .question }
        result.confidence = max(result.confidence, question == .other ? 0.5 : 0.9)
        return result
    }

    private func result(of elements: [Element], _ words: [String], _ source: ParseSource) -> OrderParseResult {
        var interpreter = Interpreter(menu: menu, words: words)
        interpreter.interpret(ClauseReader().clauses(elements))
        let outcome = Outcome(interpreter, elements, words: words)
        return OrderParseResult(
            intent: outcome.intent, items: outcome.items, acts: outcome.acts, confidence: outcome.confidence, source: source, warnings: outcome.warnings,
            unread: outcome.unread, isUnfinished: outcome.isUnfinished)
    }

    func explain(_ segments: [Segment], words: [String]) -> [ExplainedPhrase] {
        reader.elements(segments).map { ExplainedPhrase($0, words: words, menu: menu) }
    }
}
