/// A phrase to wake up by, and how it is spoken.
public struct WakePhrase: Equatable, Sendable {
    /// What is wrong with a phrase. `description` is a sentence for a person.
    public enum Invalid: Error, Equatable, Sendable, CustomStringConvertible {
        /// Nothing in it can be spoken.
        case silent(String)
        case tooShort(String, phones: Int)
        case tooLong(String, phones: Int)
        case unknownPhone(String)

        public var description: String {
            switch self {
            case .silent(let text): "the wake phrase '\(text)' has nothing that can be spoken"
            case .tooShort(let text, let phones):
                "the wake phrase '\(text)' has \(phones) sounds; fewer than \(WakePhrase.length.lowerBound) are in all speech"
            case .tooLong(let text, let phones):
                "the wake phrase '\(text)' has \(phones) sounds; it may have \(WakePhrase.length.upperBound)"
            case .unknownPhone(let name):
                "there is no phone '\(name)'; phones are those of the CMU dictionary, such as HH EY B R UW Z"
            }
        }
    }

    /// Phones a phrase may have.
    public static let length = 4...40

    /// Least score of a phrase that nobody has measured: six phrases of a public benchmark have on average one false
    /// alarm in ten hours of speech and noise at 5.8 (`benchmarks/README.md`, as the next one).
    public static let usualThreshold = 6.0
    /// Least scores of phrases whose false alarms have been counted by themselves, for no more than one in ten hours.
    /// "Hey brews" is like little else.
    private static let measuredThresholds = [WakeWordSpotter.defaultPhrase: 3.0]

    public let text: String
    public let pronunciations: [Pronunciation]
    /// What the phrase is told apart from: it counts as heard only where it fits better.
    private(set) var rivals: [Pronunciation]

    /// Least score, in nats, from which it counts as heard where the settings do not say
    /// (`SpottingSettings.threshold`).
    public var threshold: Double { Self.threshold(of: text) }

    /// The threshold of the phrase with this text.
    public static func threshold(of text: String) -> Double { measuredThresholds[text] ?? usualThreshold }

    /// A phrase that is told apart from all that differs by its last consonant.
    ///
    /// - Parameters:
    ///   - text: for people and results.
    ///   - pronunciations: one or more ways to say it, each of its words' phones.
    /// - Throws: `WakePhrase.Invalid`.
    public init(text: String, pronunciations: [[[Phone]]]) throws(Invalid) {
        var kept: [Pronunciation] = []
        for words in pronunciations {
            let pronunciation = Pronunciation(words: words.map { $0.filter(\.isSpoken) })
            let count = pronunciation.phones.count
            guard count > 0 else { throw .silent(text) }
            guard count >= Self.length.lowerBound else { throw .tooShort(text, phones: count) }
            guard count <= Self.length.upperBound else { throw .tooLong(text, phones: count) }
            if !kept.contains(pronunciation) { kept.append(pronunciation) }
        }
        guard !kept.isEmpty else { throw .silent(text) }
        self.text = text
        self.pronunciations = kept
        // What is one way to say the phrase is no rival of another.
        rivals = kept.flatMap(\.rivals).filter { rival in !kept.contains { $0.phones == rival.phones } }
    }

    /// The phrase told apart only from near words that people say: "hey brews" from "hey bruce", but "jarvis" not from
    /// "jarviz", which is no word and which the network often takes a "jarvis" for.
    ///
    /// - Parameter words: the phonemes of words in IPA. What ends with none of them is a rival no more.
    public func toldApart(from words: [String]) -> Self {
        let spoken = words.map(PhonemeTable.phones)
        var phrase = self
        phrase.rivals = rivals.filter { rival in spoken.contains(where: rival.endsWithWord) }
        return phrase
    }

    /// A phrase whose phones are given, as in `HH EY | B R UW Z`: words parted by bars.
    ///
    /// - Throws: `WakePhrase.Invalid`.
    public init(text: String, phones: String) throws(Invalid) {
        var words: [[Phone]] = [[]]
        for name in phones.split(whereSeparator: \.isWhitespace) {
            if name == "|" {
                words.append([])
                continue
            }
            // Digits are the dictionary's marks of stress.
            guard let phone = Phone(rawValue: name.lowercased().filter { !$0.isNumber }) else {
                throw .unknownPhone(String(name))
            }
            words[words.count - 1].append(phone)
        }
        try self.init(text: text, pronunciations: [words])
    }

    /// A phrase from the phonemes of its words in IPA, as a synthesiser gives them.
    ///
    /// - Parameter ipa: the phonemes of each word.
    /// - Throws: `WakePhrase.Invalid`.
    public init(text: String, ipa: [String]) throws(Invalid) {
        try self.init(text: text, pronunciations: [ipa.map(PhonemeTable.phones)])
    }
}
