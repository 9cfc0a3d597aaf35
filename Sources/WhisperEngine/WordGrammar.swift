internal import CWhisper

/// A grammar of words in any order, as rules for libwhisper.
///
/// The words form one prefix tree, so that the library follows some tens of alternatives instead of one per word. Rules
/// refer to others only as their last element: nothing nests, and the tree is entered again after each space.
struct WordGrammar: Equatable, Sendable {
    enum Element: Equatable, Sendable {
        /// One of these characters.
        case anyOf([UInt32])
        /// Continues in another rule.
        case rule(Int)
    }

    /// Alternatives of each rule; rule 0 is the start.
    private(set) var rules: [[[Element]]]

    private static let space = UInt32(UInt8(ascii: " "))
    private static let marks = ",.?!".unicodeScalars.map(\.value)
    private static let start = 0, afterMark = 1, tree = 2

    /// Creates a grammar.
    ///
    /// - Parameter words: lower-case words; each is also accepted capitalised and with a punctuation mark after it.
    init(words: [String]) {
        // Start: an optional space, then a word. After a mark: a space and the next word.
        rules = [
            [[.anyOf([Self.space]), .rule(Self.tree)], [.rule(Self.tree)]], [[.anyOf([Self.space]), .rule(Self.tree)]],
        ]
        rules.append([])
        build(
            Set(words).filter { !$0.isEmpty }.map { Array($0.unicodeScalars) }.sorted {
                $0.map(\.value).lexicographicallyPrecedes($1.map(\.value))
            }[...], depth: 0,
            into: Self.tree)
    }

    /// Fills a rule with the continuations after `depth` letters, which the words share.
    private mutating func build(_ words: ArraySlice<[Unicode.Scalar]>, depth: Int, into rule: Int) {
        var alternatives: [[Element]] = []
        var rest = words
        if let first = rest.first, first.count == depth {
            alternatives.append([.anyOf([Self.space]), .rule(Self.tree)])
            alternatives.append([.anyOf(Self.marks), .rule(Self.afterMark)])
            rest = rest.dropFirst()
        }
        while let first = rest.first {
            let letter = first[depth]
            let group = rest.prefix { $0[depth] == letter }
            rest = rest.dropFirst(group.count)
            // Letters without a branch stay in one alternative.
            var common = depth + 1
            while let last = group.last, common < first.count, common < last.count,
                group.allSatisfy({ $0.count > common && $0[common] == first[common] })
            { common += 1 }
            let next = rules.count
            rules.append([])
            alternatives.append(first[depth..<common].map { .anyOf(Self.cases(of: $0)) } + [.rule(next)])
            build(group, depth: common, into: next)
        }
        rules[rule] = alternatives
    }

    private static func cases(of letter: Unicode.Scalar) -> [UInt32] {
        let upper = letter.properties.uppercaseMapping.unicodeScalars
        guard upper.count == 1, let capital = upper.first, capital != letter else { return [letter.value] }
        return [letter.value, capital.value]
    }

    /// The rules as libwhisper's elements, each rule terminated.
    var elements: [[whisper_grammar_element]] {
        rules.map { alternatives in
            var elements: [whisper_grammar_element] = []
            for (index, alternative) in alternatives.enumerated() {
                if index > 0 { elements.append(whisper_grammar_element(type: WHISPER_GRETYPE_ALT, value: 0)) }
                for element in alternative {
                    switch element {
                    case .rule(let number):
                        elements.append(whisper_grammar_element(type: WHISPER_GRETYPE_RULE_REF, value: UInt32(number)))
                    case .anyOf(let characters):
                        for (index, character) in characters.enumerated() {
                            elements.append(
                                whisper_grammar_element(
                                    type: index == 0 ? WHISPER_GRETYPE_CHAR : WHISPER_GRETYPE_CHAR_ALT, value: character
                                ))
                        }
                    }
                }
            }
            return elements + [whisper_grammar_element(type: WHISPER_GRETYPE_END, value: 0)]
        }
    }
}
