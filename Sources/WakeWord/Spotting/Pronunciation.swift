/// How a phrase is spoken: its phones, with silence that may stand between words.
public struct Pronunciation: Equatable, Sendable {
    struct Position: Equatable, Sendable {
        /// The phone, and others that speakers put for it as a matter of course.
        let phones: [Phone]
        /// Whether it may be left out.
        let isOptional: Bool
    }

    let positions: [Position]

    /// - Parameter words: the phones of each word.
    init(words: [[Phone]]) {
        let words = words.filter { !$0.isEmpty }
        let phones = words.flatMap { $0 }
        var positions: [Position] = []
        var place = 0
        for word in words {
            if !positions.isEmpty { positions.append(Position(phones: [.sil], isOptional: true)) }
            for (index, phone) in word.enumerated() {
                let before = place > 0 ? phones[place - 1] : nil,
                    after = place + 1 < phones.count ? phones[place + 1] : nil
                positions.append(
                    Position(
                        phones: [phone]
                            + Self.variants(phone, before: before, after: after, isLastOfWord: index == word.count - 1),
                        isOptional: false))
                place += 1
            }
        }
        self.positions = positions
    }

    private init(positions: [Position]) { self.positions = positions }

    /// The phones that are always there, as they are written.
    var phones: [Phone] { positions.filter { !$0.isOptional }.compactMap(\.phones.first) }

    /// Whether the last word sounds like this.
    func endsWithWord(_ phones: [Phone]) -> Bool {
        let word = positions[((positions.lastIndex(where: \.isOptional) ?? -1) + 1)...]
        return word.count == phones.count && zip(word, phones).allSatisfy { $0.phones.contains($1) }
    }

    /// Unstressed vowels waver, a final "er" loses its r, and a "t" between vowels is voiced.
    private static func variants(_ phone: Phone, before: Phone?, after: Phone?, isLastOfWord: Bool) -> [Phone] {
        switch phone {
        case .ah: [.ih]
        case .er where isLastOfWord: [.ah]
        case .t where before?.isVowel == true && after?.isVowel == true: [.d]
        default: []
        }
    }

    /// The phrases that differ from this one by its last consonant: left out, or its partner with or without voice
    /// ("hey brew", "hey bruce").
    ///
    /// Only by the last one: of differences further in, people's voices and rooms leave the network so unsure that
    /// comparing there turns away many who did say the phrase, and keeps out hardly anything that the threshold lets in
    /// (`benchmarks/README.md`).
    var rivals: [Pronunciation] {
        guard let last = positions.last?.phones.first, !last.isVowel else { return [] }
        var rivals: [Pronunciation] = []
        var shorter = Array(positions.dropLast())
        // A silence between words has no place at the end of a phrase.
        if shorter.last?.isOptional == true { shorter.removeLast() }
        if shorter.count(where: { !$0.isOptional }) > 2 { rivals.append(Pronunciation(positions: shorter)) }
        if let partner = last.voicingPartner {
            rivals.append(
                Pronunciation(positions: positions.dropLast() + [Position(phones: [partner], isOptional: false)]))
        }
        return rivals
    }
}
