internal import CWhisper
internal import Speech

/// A vocabulary's effect on decoding: prompt tokens, a preference for its phrases, a grammar, or nothing.
struct VocabularyGuide: Sendable {
    /// Prompt tokens; empty for none.
    var tokens: [Int32] = []
    var grammar: CompiledGrammar?
    var bias: PhraseBias?

    /// Converts a vocabulary.
    ///
    /// - Parameters:
    ///   - vocabulary: `nil` for the model's own language model.
    ///   - language: ISO 639-1 code of its language.
    init(
        _ vocabulary: RecognitionVocabulary?, use: WhisperSettings.VocabularyUse, language: String = "en",
        model: WhisperModel
    ) {
        guard let vocabulary else { return }
        let words = Self.words(vocabulary)
        switch use {
        case .none: break
        case .prompt(let limit): prompt(vocabulary.names.isEmpty ? words : vocabulary.names, limit: limit, model)
        case .bias(let limit, let pair, let word):
            prompt(vocabulary.names.isEmpty ? words : vocabulary.names, limit: limit, model)
            bias = PhraseBias(
                phrases: vocabulary.phrases, language: language,
                settings: .init(pair: Float(pair), word: Float(word)))
        case .grammar(let penalty):
            if !words.isEmpty { grammar = CompiledGrammar(WordGrammar(words: words), penalty: Float(penalty)) }
        }
    }

    /// Makes the prompt of texts, up to a number of tokens.
    private mutating func prompt(_ texts: [String], limit: Int, _ model: WhisperModel) {
        // The library splits text with a recursive expression; short texts keep its stack small.
        for text in texts where tokens.count < limit {
            tokens += model.tokens(" " + text, limit: limit - tokens.count)
        }
    }

    /// Returns each word once, in the order of first use.
    private static func words(_ vocabulary: RecognitionVocabulary) -> [String] {
        var seen: Set<Substring> = []
        return vocabulary.phrases.flatMap { $0.split(separator: " ") }.filter { seen.insert($0).inserted }.map(
            String.init)
    }
}

/// A grammar in C memory, unchanged from `init` to `deinit`.
final class CompiledGrammar: @unchecked Sendable {
    // Sendable: written in `init` only; the library copies the rules at the beginning of every decoding.
    private let elements: UnsafeMutablePointer<whisper_grammar_element>
    private let rules: UnsafeMutablePointer<UnsafePointer<whisper_grammar_element>?>
    private let penalty: Float
    let ruleCount: Int

    init(_ grammar: WordGrammar, penalty: Float) {
        let all = grammar.elements
        self.penalty = penalty
        ruleCount = all.count
        elements = .allocate(capacity: all.reduce(0) { $0 + $1.count })
        rules = .allocate(capacity: all.count)
        var next = elements
        for (index, rule) in all.enumerated() {
            rules[index] = UnsafePointer(next)
            for element in rule {
                next.initialize(to: element)
                next += 1
            }
        }
    }

    deinit {
        rules.deallocate()
        elements.deallocate()
    }

    /// Sets the grammar. The caller keeps `self` alive until the library has returned.
    func apply(to parameters: inout whisper_full_params) {
        parameters.grammar_rules = rules
        parameters.n_grammar_rules = ruleCount
        parameters.i_start_rule = 0
        parameters.grammar_penalty = penalty
    }
}
