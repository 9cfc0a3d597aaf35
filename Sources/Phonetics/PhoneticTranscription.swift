/// The pronunciation and the spelling of words, without word borders.
struct PhoneticTranscription: Sendable {
    /// Maximum length; longer transcriptions are cut.
    static let longest = 64

    /// Sounds as of `LetterToSoundRules`.
    private(set) var sounds: [UInt8] = []
    /// Letters a…z as 0…25.
    private(set) var letters: [UInt8] = []

    init() {}

    init(_ words: [Letters], borrowed: [Bool], rules: LetterToSoundRules) {
        for (word, isBorrowed) in zip(words, borrowed) { append(word, asBorrowed: isBorrowed, rules: rules) }
    }

    mutating func append(_ word: Letters, asBorrowed: Bool = false, rules: LetterToSoundRules) {
        for position in word.range where letters.count < Self.longest { letters.append(word[position]) }
        if sounds.count < Self.longest { rules.append(word, asBorrowed: asBorrowed, to: &sounds) }
    }

    /// All transcriptions of a menu phrase. Words that look borrowed are transcribed both as English and as borrowed
    /// words.
    static func all(_ words: [String], rules: LetterToSoundRules) -> [PhoneticTranscription] {
        let spelled = words.map(Letters.init)
        let borrowed = spelled.map(rules.looksBorrowed)
        var choices = [borrowed.map { _ in false }]
        if borrowed.contains(true) { choices.append(borrowed) }
        if borrowed.filter(\.self).count > 1 {
            // One borrowed word among several: "pain au chocolat" may be read half in English.
            for index in borrowed.indices where borrowed[index] { choices.append(borrowed.indices.map { $0 == index }) }
        }
        var readings: [PhoneticTranscription] = []
        for choice in choices {
            let reading = PhoneticTranscription(spelled, borrowed: choice, rules: rules)
            if !reading.sounds.isEmpty, !readings.contains(where: { $0.sounds == reading.sounds }) {
                readings.append(reading)
            }
        }
        return readings
    }
}
