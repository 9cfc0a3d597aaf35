public import Ordering

/// Normalises transcripts to the form of menus and parsers.
///
/// The result is lower case without punctuation. Recognition errors are corrected and hesitations removed. Ordinals and
/// whole numbers below one hundred become words, and sizes in ounces take the menu's form. Words of the menu are never
/// removed: "Well done" keeps its "well". Normalisation is idempotent. Create one normaliser per menu; its methods have
/// no side effects and can be called from any thread.
///
/// ```swift
/// try TranscriptNormalizer(menu: menu).normalize("Um, a 16oz ice late")  // "a sixteen ounce iced latte"
/// ```
public struct TranscriptNormalizer: Sendable {
    private let corrections: SpeechCorrections
    private let numbers: NumberSpelling
    private var fillers = WordTrie<Bool>()
    private var ounces = WordTrie<Bool>()
    /// Forms of "ounce"; the first is the spoken form.
    private let ounceForms: [[String]]

    /// - Throws: a decoding error only if the built-in language data is damaged, which a test excludes.
    public init(menu: Menu) throws {
        let language = try TranscriptLanguage.english.get()
        corrections = try SpeechCorrections(menu: menu)
        numbers = NumberSpelling(language)
        ounceForms = language.ounces.map { SpokenWords($0).words }
        for form in ounceForms { ounces[form] = true }
        for filler in language.fillers.map({ SpokenWords($0).words })
        where corrections.spelling.words.isDisjoint(with: filler) { fillers[filler] = true }
        for phrase in language.kept.map({ SpokenWords($0).words }) { fillers[phrase] = false }
    }

    /// Normalises a text.
    ///
    /// - Parameter text: any text.
    /// - Returns: the words, separated by single spaces; `nil` if the text exceeds the length limit of a transcript
    ///   (`SpokenWords.mostCharacters`, `mostWords`).
    public func normalize(_ text: String) -> String? {
        SpokenWords(transcript: text).map { normalize($0.words).joined(separator: " ") }
    }

    /// Normalises words as split by `SpokenWords`.
    public func normalize(_ words: [String]) -> [String] {
        // Corrections first, because "oh milk" is not a hesitation, and again for words that were separated by a
        // hesitation or a number.
        let fluent = applySpeechCorrections(removingFillers(applySpeechCorrections(words)))
        return applySpeechCorrections(spellingNumbers(fluent))
    }

    /// Replaces typical recognition errors by the spoken words.
    public func applySpeechCorrections(_ words: [String]) -> [String] { corrections.apply(words) }

    private func removingFillers(_ words: [String]) -> [String] {
        var rest: [String] = []
        rest.reserveCapacity(words.count)
        var index = 0
        while index < words.count {
            let match = fillers.longestMatch(words, from: index)
            if match?.value != true { rest += words[index..<index + (match?.count ?? 1)] }
            index += match?.count ?? 1
        }
        // Removing a hesitation can join another one: "you um know".
        return rest.count < words.count ? removingFillers(rest) : rest
    }

    private func spellingNumbers(_ words: [String]) -> [String] {
        let isMenus = wordsOfMenuPhrases(words)
        var spelled: [String] = []
        spelled.reserveCapacity(words.count)
        var index = 0
        while index < words.count {
            if let size = size(words, at: index) {
                spelled += size.words
                index += size.count
                continue
            }
            let word = words[index]
            let isKept =
                isMenus[index] || word.utf8.first.map { $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") } ?? true
            spelled += isKept ? [word] : numbers.ordinal(word) ?? numbers.read(words, at: index)?.spelled ?? [word]
            index += 1
        }
        return spelled
    }

    /// For each word, whether it belongs to a menu phrase written with digits.
    private func wordsOfMenuPhrases(_ words: [String]) -> [Bool] {
        var isMenus = [Bool](repeating: false, count: words.count)
        guard words.contains(where: { $0.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return isMenus }
        for start in words.indices {
            guard let phrase = corrections.spelling.trie.longestMatch(words, from: start) else { continue }
            for index in start..<start + phrase.count { isMenus[index] = true }
        }
        return isMenus
    }

    /// A size in ounces at `start`: "16oz", "16 fl oz", "sixteen ounces".
    private func size(_ words: [String], at start: Int) -> (words: [String], count: Int)? {
        if let (digits, rest) = NumberSpelling.leadingDigits(words[start]), ounces[[rest]] != nil,
            let number = numbers.read([digits], at: 0)
        {
            return (inOunces(number), 1)
        }
        guard let number = numbers.read(words, at: start),
            let unit = ounces.longestMatch(words, from: start + number.count)
        else { return nil }
        return (inOunces(number), number.count + unit.count)
    }

    /// The size in the menu's form, if the menu has it.
    private func inOunces(_ number: NumberSpelling.Reading) -> [String] {
        let spelling = corrections.spelling
        let form = ounceForms.first {
            spelling.contains(number.spelled + $0) || spelling.contains([number.digits] + $0)
        }
        return number.spelled + (form ?? ounceForms.first ?? [])
    }
}
