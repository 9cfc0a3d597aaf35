/// A pronunciation of a phrase: its phones, with optional silence between words.
public struct Pronunciation: Equatable, Sendable {
    struct Position: Equatable, Sendable {
        /// The phone and its usual variants.
        let phones: [Phone]
        /// Whether it may be skipped.
        let isOptional: Bool
    }

    let positions: [Position]

    /// Creates a pronunciation.
    ///
    /// - Parameter words: the phones of each word.
    init(words: [[Phone]]) {
        let words = words.filter { !$0.isEmpty }
        let phones = words.flatMap { $0 }
        var positions: [Position] = []
        var phoneIndex = 0
        for word in words {
            if !positions.isEmpty { positions.append(Position(phones: [.sil], isOptional: true)) }
            for (index, phone) in word.enumerated() {
                let before = phoneIndex > 0 ? phones[phoneIndex - 1] : nil,
                    after = phoneIndex + 1 < phones.count ? phones[phoneIndex + 1] : nil
                positions.append(
                    Position(
                        phones: [phone]
                            + Self.variants(phone, before: before, after: after, isLastOfWord: index == word.count - 1),
                        isOptional: false))
                phoneIndex += 1
            }
        }
        self.positions = positions
    }

    private init(positions: [Position]) { self.positions = positions }

    /// The canonical phones, without optional ones.
    var phones: [Phone] { positions.filter { !$0.isOptional }.compactMap(\.phones.first) }

    /// Returns whether the last word is pronounced like this.
    func endsWithWord(_ phones: [Phone]) -> Bool {
        let word = positions[((positions.lastIndex(where: \.isOptional) ?? -1) + 1)...]
        return word.count == phones.count && zip(word, phones).allSatisfy { $0.phones.contains($1) }
    }

    /// Returns variants: unstressed vowels vary, a final "er" may lose its r, and an intervocalic "t" may be voiced.
    private static func variants(_ phone: Phone, before: Phone?, after: Phone?, isLastOfWord: Bool) -> [Phone] {
        switch phone {
        case .ah: [.ih]
        case .er where isLastOfWord: [.ah]
        case .t where before?.isVowel == true && after?.isVowel == true: [.d]
        default: []
        }
    }

    /// The phrases that differ in the final consonant only: it is dropped or has the opposite voicing ("hey brew", "hey
    /// bruce").
    ///
    /// Differences elsewhere are not used: there, voices and rooms make the network so uncertain that the comparison
    /// rejects many true phrases and hardly any false alarm above the threshold (`benchmarks/README.md`).
    var confusables: [Pronunciation] {
        guard let last = positions.last?.phones.first, !last.isVowel else { return [] }
        var confusables: [Pronunciation] = []
        var shorter = Array(positions.dropLast())
        // An optional silence between words is not allowed at the end.
        if shorter.last?.isOptional == true { shorter.removeLast() }
        if shorter.count(where: { !$0.isOptional }) > 2 { confusables.append(Pronunciation(positions: shorter)) }
        if let partner = last.voicingPartner {
            confusables.append(
                Pronunciation(positions: positions.dropLast() + [Position(phones: [partner], isOptional: false)]))
        }
        return confusables
    }
}
