/// A wake phrase and its pronunciations.
///
/// ```
/// let phrase = try WakePhrase(text: "hey brews", phones: "HH EY | B R UW Z")
/// ```
public struct WakePhrase: Equatable, Sendable {
    /// An invalid phrase. `description` is a sentence for users.
    public enum Invalid: Error, Equatable, Sendable, CustomStringConvertible {
        /// The text has no pronounceable part.
        case silent(String)
        /// The phrase has too few phones.
        case tooShort(String, phones: Int)
        /// The phrase has too many phones.
        case tooLong(String, phones: Int)
        /// The phone is not in the CMU dictionary.
        case unknownPhone(String)

        /// The error as a sentence.
        public var description: String {
            switch self {
            case .silent(let text): "the wake phrase '\(text)' has nothing that can be spoken"
            case .tooShort(let text, let phones):
                """
                the wake phrase '\(text)' has \(phones) sounds; fewer than \(WakePhrase.phoneCounts.lowerBound) \
                are in all speech
                """
            case .tooLong(let text, let phones):
                "the wake phrase '\(text)' has \(phones) sounds; it may have \(WakePhrase.phoneCounts.upperBound)"
            case .unknownPhone(let name):
                "there is no phone '\(name)'; phones are those of the CMU dictionary, such as HH EY B R UW Z"
            }
        }
    }

    /// Allowed number of phones.
    public static let phoneCounts = 4...40

    /// Threshold of a phrase without measurements of its own: at 5.8 six phrases of a public benchmark have on average
    /// one false alarm in ten hours of speech and noise (`benchmarks/README.md`).
    public static let defaultThreshold = 6.0
    /// Thresholds of phrases whose false alarms were measured, for at most one in ten hours. Few phrases resemble "hey
    /// brews".
    private static let measuredThresholds = [WakeWordSpotter.defaultPhrase: 3.0]

    /// The phrase as text.
    public let text: String
    /// Its pronunciations.
    public let pronunciations: [Pronunciation]
    /// Confusable phrases; a detection needs a margin over them.
    private(set) var confusables: [Pronunciation]

    /// Detection threshold, in nats, unless the settings give one (`SpottingSettings.threshold`).
    public var threshold: Double { Self.threshold(of: text) }

    /// Returns the threshold of the phrase with this text.
    public static func threshold(of text: String) -> Double { measuredThresholds[text] ?? defaultThreshold }

    /// Creates a phrase that is compared with all phrases that differ in the final consonant.
    ///
    /// - Parameters:
    ///   - text: for users and results.
    ///   - pronunciations: one or more, each as the phones of its words.
    /// - Throws: `WakePhrase.Invalid`.
    public init(text: String, pronunciations: [[[Phone]]]) throws(Invalid) {
        var distinct: [Pronunciation] = []
        for words in pronunciations {
            let pronunciation = Pronunciation(words: words.map { $0.filter(\.isSpoken) })
            let count = pronunciation.phones.count
            guard count > 0 else { throw .silent(text) }
            guard count >= Self.phoneCounts.lowerBound else { throw .tooShort(text, phones: count) }
            guard count <= Self.phoneCounts.upperBound else { throw .tooLong(text, phones: count) }
            if !distinct.contains(pronunciation) { distinct.append(pronunciation) }
        }
        guard !distinct.isEmpty else { throw .silent(text) }
        self.text = text
        self.pronunciations = distinct
        // A pronunciation of the phrase is not a confusable phrase.
        confusables = distinct.flatMap(\.confusables).filter { confusable in
            !distinct.contains { $0.phones == confusable.phones }
        }
    }

    /// Returns the phrase with only those confusable phrases that are words: "hey bruce" for "hey brews", but not
    /// "jarviz" for "jarvis", which is no word and is often what the network recognises for "jarvis".
    ///
    /// - Parameter words: IPA pronunciations of words. Phrases that end in none of them are removed.
    public func limitingConfusables(to words: [String]) -> Self {
        let spoken = words.map(PhonemeTable.phones)
        var phrase = self
        phrase.confusables = confusables.filter { confusable in spoken.contains(where: confusable.endsWithWord) }
        return phrase
    }

    /// Creates a phrase from phones, as in `HH EY | B R UW Z`, with bars between words.
    ///
    /// - Throws: `WakePhrase.Invalid`.
    public init(text: String, phones: String) throws(Invalid) {
        var words: [[Phone]] = [[]]
        for name in phones.split(whereSeparator: \.isWhitespace) {
            if name == "|" {
                words.append([])
                continue
            }
            // Digits are the dictionary's stress marks.
            guard let phone = Phone(rawValue: name.lowercased().filter { !$0.isNumber }) else {
                throw .unknownPhone(String(name))
            }
            words[words.count - 1].append(phone)
        }
        try self.init(text: text, pronunciations: [words])
    }

    /// Creates a phrase from the IPA of its words, as a synthesiser gives it.
    ///
    /// - Parameters:
    ///   - text: for users and results.
    ///   - ipa: the phonemes of each word.
    /// - Throws: `WakePhrase.Invalid`.
    public init(text: String, ipa: [String]) throws(Invalid) {
        try self.init(text: text, pronunciations: [ipa.map(PhonemeTable.phones)])
    }
}
