internal import Ordering
internal import Phonetics

/// What a menu's words and the language's rules of order make of an utterance. Made once per menu.
struct Grammar: Sendable {
    let menu: Menu
    let segmenter: Segmenter
    private let chunker: Chunker
    private let questions: QuestionParser
    /// Reads wishes that name no item; English only.
    private let searches: MenuSearchParser?
    private let actSegmenter: DialogueActSegmenter
    private let allergyParser: AllergyParser
    private let courtesies: Courtesies
    private let related: [String: [String]]
    private let resolver: LineResolver
    private let fixed: FixedPhrases
    /// Splits words of languages that write several as one.
    private let splitter: WordSplitter?
    /// Rearranges languages with another order of words.
    private let order: HeadFinalOrder?

    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
    init(menu: Menu) throws {
        let language = try Language.builtIn(menu.store.spoken)
        let numbers = NumeralParser(language.numbers)
        let lexicon = try Lexicon(menu: menu, language: language, numbers: numbers)
        self.menu = menu
        segmenter = Segmenter(
            lexicon: lexicon, numbers: numbers,
            phoneticMatcher: try PhoneticMatcher(
                phrases: language.forms.soundsEnglish ? lexicon.menuPhrases : [],
                protectedWords: lexicon.languageWords))
        splitter =
            language.forms.splitsWords
            ? WordSplitter(known: lexicon.vocabulary.union(numbers.vocabulary)) : nil
        order = language.forms.isHeadFinal ? HeadFinalOrder(menu: menu, forms: language.forms) : nil
        fixed = FixedPhrases(language)
        chunker = Chunker(menu: menu)
        resolver = LineResolver(menu: menu)
        questions = QuestionParser(
            menu: menu, chunker: chunker, attachmentResolver: AttachmentResolver(menu: menu), resolver: resolver,
            fixed: fixed)
        searches =
            menu.store.spoken == .english
            ? try MenuSearchParser(menu: menu, language: language, numbers: numbers) : nil
        actSegmenter = DialogueActSegmenter(questions: questions)
        allergyParser = AllergyParser(chunker: chunker)
        courtesies = Courtesies(language.courtesies, fillers: language.courtesyFillers)
        related = language.relatedAllergens
    }

    /// The words of a transcript, or what to answer to one that cannot be read.
    func words(_ transcript: String) -> (words: [String], refusal: OrderParseResult?) {
        guard let spoken = SpokenWords(transcript: transcript) else {
            let limits = "\(SpokenWords.mostCharacters) characters or \(SpokenWords.mostWords) words"
            return (
                [],
                OrderParseResult(
                    intent: .unknown, confidence: 0, warnings: ["longer than \(limits): nothing was read"])
            )
        }
        return (
            segmenter.lexicon.reordered(splitter?.words(spoken.words) ?? spoken.words, menu: menu),
            spoken.words.isEmpty ? OrderParseResult(intent: .unknown, confidence: 0) : nil
        )
    }

    func result(_ segments: [Segment], words: [String]) -> OrderParseResult {
        let result = ordinaryResult(segments, words: words)
        guard let question = searches?.question(words) else { return result }
        // Questions about an allergen alone are the grammar's: "is there anything gluten free".
        if case .suitable = question, result.intent == .question { return result }
        return OrderParseResult(intent: .question, acts: [.ask(question)], confidence: 1)
    }

    private func ordinaryResult(_ segments: [Segment], words: [String]) -> OrderParseResult {
        let (arranged, arrangedWords) = arranged(segments, words)
        let result = self.order(arranged, words: arrangedWords)
        guard result.acts.isEmpty, let intent = courtesies.intent(of: words) else { return result }
        return OrderParseResult(intent: intent, acts: [.say(intent)], confidence: 1)
    }

    private func arranged(_ segments: [Segment], _ words: [String]) -> ([Segment], UtteranceWords) {
        order?.arranged(segments, words: words) ?? (segments, UtteranceWords(words))
    }

    private func order(_ segments: [Segment], words: UtteranceWords) -> OrderParseResult {
        guard let statement = allergyParser.read(segments) else { return result(ofParts: segments, words) }
        let allergens = statement.allergens
        // "is the brownie okay, I'm allergic to nuts" asks whether it has nuts; "a brownie, I'm allergic to nuts"
        // orders one without.
        let isAsking = questions.question(statement.rest, words: words) != nil
        let isAlone = statement.rest.isEmpty && allergens.isEmpty
        var result = result(ofParts: isAsking || isAlone ? segments : statement.rest, words)
        result.unread += statement.unread.map { words[$0] }
        if let first = allergens.first, let item = statement.rest.first(where: { !$0.senses.items.isEmpty }) {
            let named = MenuQuestion.allergens(
                first, itemIds: item.senses.items.map { menu.items[$0].id }, options: [])
            result.acts = result.acts.map { $0 == .ask(.other) ? .ask(named) : $0 }
        }
        if !isAsking {
            result.acts = result.acts.map { $0.adding(diets: allergens) }
            result.items = result.items.map { $0.adding(diets: allergens) }
            let unknown = OrderAct.ask(.allergens(nil, itemIds: [], options: []))
            if statement.isUnknown, !result.acts.contains(unknown) { result.acts.append(unknown) }
        }
        if !allergens.isEmpty, !isAsking || statement.isOfSomebody { result.acts.append(.avoid(wider(allergens))) }
        if result.intent == .unknown, !result.acts.isEmpty { (result.intent, result.confidence) = (.question, 0.9) }
        return result
    }

    /// "Nuts" may be meant of peanuts, too, where the menu tells them apart.
    private func wider(_ allergens: [String]) -> [String] {
        let listed = Set(menu.items.flatMap(\.allergens) + menu.optionGroups.flatMap(\.options).flatMap(\.allergens))
        return allergens
            + allergens.flatMap { related[$0] ?? [] }.filter { listed.contains($0) && !allergens.contains($0) }
    }

    /// Each thing that is said in one breath is understood by itself.
    private func result(ofParts segments: [Segment], _ words: UtteranceWords) -> OrderParseResult {
        var whole: OrderParseResult?
        for part in actSegmenter.parts(segments, words: words) {
            if let before = whole, let first = part.first, !isPerformed(first.senses, after: before.acts.last) {
                whole?.unread += part.map { words.text($0.range) }
                continue
            }
            let next = result(ofPart: part, words)
            whole = whole?.followed(by: next) ?? next
        }
        return whole ?? result(of: [], words)
    }

    /// "if so", "if not": only what the house has is known here. Where the answer decides, the guest hears it first.
    private func isPerformed(_ condition: [Sense], after act: OrderAct?) -> Bool {
        guard condition.contains(.conditionMet) || condition.contains(.conditionUnmet) else { return true }
        guard case .ask(.availability) = act else { return false }
        return condition.contains(.conditionMet)
    }

    private func result(ofPart segments: [Segment], _ words: UtteranceWords) -> OrderParseResult {
        guard let (question, start) = questions.question(segments, words: words) else {
            return result(of: chunker.chunks(segments), words)
        }
        var result = result(of: chunker.chunks(Array(segments[..<start])), words)
        result.acts.append(.ask(question))
        if result.items.isEmpty { result.intent = .question }
        result.confidence = max(result.confidence, question == .other ? 0.5 : 0.9)
        return result
    }

    private func result(of chunks: [Chunk], _ words: UtteranceWords) -> OrderParseResult {
        var interpreter = Interpreter(menu: menu, words: words, resolver: resolver, fixed: fixed)
        interpreter.interpret(ClauseParser().clauses(chunks))
        let interpretation = Interpretation(interpreter, chunks, words: words)
        return OrderParseResult(
            intent: interpretation.intent, items: interpretation.items, acts: interpretation.acts,
            confidence: interpretation.confidence, warnings: interpretation.warnings,
            unread: interpretation.unread, names: interpretation.names, isUnfinished: interpretation.isUnfinished)
    }

    func explain(_ segments: [Segment], words: [String]) -> [ExplainedPhrase] {
        let (segments, words) = arranged(segments, words)
        return chunker.chunks(segments).map { ExplainedPhrase($0, words: words, menu: menu) }
    }
}

extension OrderParseResult {
    /// Both, one said after the other.
    fileprivate func followed(by next: Self) -> Self {
        let isQuestion = items.isEmpty && acts.allSatisfy { if case .ask = $0 { true } else { false } }
        var both = self
        both.intent = isQuestion && next.intent != .unknown ? next.intent : intent
        both.acts += next.acts
        both.items += next.items
        both.confidence =
            acts.isEmpty ? next.confidence : next.acts.isEmpty ? confidence : min(confidence, next.confidence)
        both.warnings += next.warnings
        both.unread += next.unread
        both.names += next.names
        both.isUnfinished = next.isUnfinished
        return both
    }
}
