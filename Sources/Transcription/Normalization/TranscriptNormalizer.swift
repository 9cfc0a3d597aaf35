public import Ordering

/// Brings a transcript into the form in which menus and parsers have their words.
///
/// Lower case without punctuation; corrections applied; hesitations gone; ordinals and whole numbers below a hundred in
/// words; sizes in ounces as the menu says them. Number words stay, and so does every word of the menu: a menu with
/// "Well done" loses no "well". Normalising twice is normalising once. Made once per menu; all members are pure and may
/// be called from any thread.
public struct TranscriptNormalizer: Sendable {
    private let corrections: SpeechCorrections
    private let numbers: NumberSpelling
    private var fillers = WordTrie<Bool>()
    private var ounces = WordTrie<Bool>()
    /// The first is how people say it.
    private let ounceForms: [[String]]

    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
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

    /// The normal form, words with one space between them.
    ///
    /// - Parameter text: any text.
    /// - Returns: `nil` when it is longer than a transcript may be (`SpokenWords.mostCharacters`, `mostWords`); such
    ///   texts are answered without being read.
    public func normalize(_ text: String) -> String? {
        SpokenWords(transcript: text).map { normalize($0.words).joined(separator: " ") }
    }

    /// The normal form of words as `SpokenWords` gives them.
    public func normalize(_ words: [String]) -> [String] {
        // Corrections come first, because "oh milk" is no hesitation, and again for words that a hesitation or a number
        // kept apart.
        let fluent = applySpeechCorrections(removingFillers(applySpeechCorrections(words)))
        return applySpeechCorrections(spellingNumbers(fluent))
    }

    /// What was said, by what the recogniser wrote; nothing else is changed.
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
        // What a hesitation kept apart may be one itself: "you um know".
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

    /// Which words stand with digits in a phrase of the menu, just as it writes them.
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

    /// A size in ounces that begins at `start`: "16oz", "16 fl oz", "sixteen ounces".
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

    /// The size as the menu says it, if it does.
    private func inOunces(_ number: NumberSpelling.Reading) -> [String] {
        let spelling = corrections.spelling
        let form = ounceForms.first {
            spelling.contains(number.spelled + $0) || spelling.contains([number.digits] + $0)
        }
        return number.spelled + (form ?? ounceForms.first ?? [])
    }
}
