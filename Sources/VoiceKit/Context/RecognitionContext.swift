public import Speech

/// What the caller expects to hear. It narrows what the recogniser listens for, and says what the words mean.
public enum RecognitionContext: Hashable, Sendable {
    /// Anything. Needs a recogniser for free speech.
    case freeform
    /// A number, an ordinal, a date, an amount of money, or digits.
    case number
    /// One of these names, or a nickname of one.
    case name(allowed: [String])
    /// One of these phrases.
    case command(phrases: [String])

    /// Name for messages and logs.
    public var title: String {
        switch self {
        case .freeform: "freeform"
        case .number: "number"
        case .name: "name"
        case .command: "command"
        }
    }
}

/// A context made ready for one recogniser: its grammar, and the reader of its words.
public struct ContextReader: Sendable {
    private enum Reader: Sendable {
        case freeform
        case number(SpokenNumberParser)
        case name(NameResolver)
        case command(CommandResolver)
    }

    /// Mean word confidence below which a match is not certain. A recogniser with a grammar puts what it does not know
    /// into the words that it does. An unknown word in the grammar instead loses a quarter of the numbers, because it
    /// is likelier than any first word. Of 200 synthetic numbers this value asks again after 2 of the 169 that are
    /// right.
    public static let leastConfidence = 0.8

    /// The context.
    public let context: RecognitionContext
    /// Phrases for the recogniser; `nil` for its own language.
    public let vocabulary: RecognitionVocabulary?
    /// Ways of saying an answer that the recogniser cannot hear, because its vocabulary lacks a word of them. Sorted.
    public let unheard: [String]
    /// Answers that cannot be heard in any way, as the caller gave them; of numbers the words.
    public let unheardAnswers: [String]
    private let reader: Reader

    /// Makes a context ready.
    ///
    /// - Parameter canHear: whether the recogniser's vocabulary contains a word; `nil` for one that takes no grammar.
    /// - Throws: a decoding error if built-in data is damaged; a test excludes that.
    public init(_ context: RecognitionContext, canHear: ((String) -> Bool)? = nil) throws {
        self.context = context
        let phrases: [String], answers: [(answer: String, ways: [String])]
        switch context {
        case .freeform:
            (reader, phrases, answers) = (.freeform, [], [])
        case .number:
            (reader, phrases, answers) = (.number(try SpokenNumberParser()), try NumberPhrases.english(), [])
        case .name(let allowed):
            let names = try NameResolver(allowed: allowed)
            (reader, phrases, answers) = (.name(names), names.phrases, names.waysOfSaying)
        case .command(let given):
            let commands = try CommandResolver(phrases: given)
            (reader, phrases, answers) = (.command(commands), commands.spoken, commands.waysOfSaying)
        }
        guard let canHear, !phrases.isEmpty else {
            (vocabulary, unheard, unheardAnswers) = (nil, [], [])
            return
        }
        func isHeard(_ phrase: String) -> Bool { phrase.split(separator: " ").allSatisfy { canHear(String($0)) } }
        let heard = phrases.filter(isHeard)
        unheard = phrases.filter { !isHeard($0) }
        let words = Set(unheard.flatMap { $0.split(separator: " ").map(String.init) }).filter { !canHear($0) }
        unheardAnswers =
            context == .number
            ? words.sorted() : answers.filter { !$0.ways.contains(where: isHeard) }.map(\.answer)
        vocabulary =
            heard.isEmpty ? nil : RecognitionVocabulary(phrases: heard, names: heard, allowsUnknownWords: false)
    }

    /// Whether the context has phrases, none of which the recogniser can hear.
    public var isDeaf: Bool { vocabulary == nil && !unheard.isEmpty }

    /// What the words mean.
    ///
    /// - Parameter confidence: mean confidence of the words, 0…1; below `leastConfidence` the answer is not certain.
    public func match(_ text: String, confidence: Double = 1) -> VoiceMatch {
        let isSure = confidence >= Self.leastConfidence
        switch reader {
        case .freeform: return .none
        case .number(let parser):
            let numbers = parser.numbers(in: text)
            guard let number = numbers.first else { return .none }
            let isCertain = numbers.count == 1 && isSure && !parser.isFragment(text)
            return isCertain ? .number(number) : .unsure(numbers.map(\.text))
        case .name(let names):
            switch names.resolve(text) {
            case .match(let name, _): return isSure ? .name(name) : .unsure([name])
            case .ambiguous(let names): return .unsure(names)
            case .unknown: return .none
            }
        case .command(let commands):
            let found = commands.resolve(text)
            guard let command = found.first else { return .none }
            return found.count == 1 && isSure ? .command(command) : .unsure(found)
        }
    }
}
