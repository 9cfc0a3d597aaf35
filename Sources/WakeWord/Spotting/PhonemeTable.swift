/// Conversion of espeak-ng's English IPA to the phones of the acoustic model.
enum PhonemeTable {
    /// Longer symbols first where one is a prefix of another. Length marks are optional.
    private static let table: [(ipa: String, phones: [Phone])] = [
        ("aɪɚ", [.ay, .er]), ("aɪə", [.ay, .ah]), ("tʃ", [.ch]), ("dʒ", [.jh]), ("aɪ", [.ay]), ("aʊ", [.aw]),
        ("ɔɪ", [.oy]), ("eɪ", [.ey]), ("oʊ", [.ow]), ("əʊ", [.ow]),
        ("əl", [.ah, .l]), ("ɪɹ", [.ih, .r]), ("iə", [.iy, .ah]), ("ɛɹ", [.eh, .r]), ("ʊɹ", [.uh, .r]),
        ("ɑɹ", [.aa, .r]), ("ɔɹ", [.ao, .r]), ("oɹ", [.ao, .r]),
        ("ɜ", [.er]), ("ɚ", [.er]), ("ɝ", [.er]), ("i", [.iy]), ("u", [.uw]), ("ɑ", [.aa]), ("ɔ", [.ao]), ("ɒ", [.aa]),
        ("æ", [.ae]), ("ʌ", [.ah]), ("ə", [.ah]),
        ("ɐ", [.ah]), ("ɛ", [.eh]), ("e", [.eh]), ("ɪ", [.ih]), ("ᵻ", [.ih]), ("ʊ", [.uh]), ("o", [.ow]), ("a", [.ae]),
        ("p", [.p]), ("b", [.b]), ("t", [.t]), ("d", [.d]), ("k", [.k]), ("ɡ", [.g]), ("g", [.g]), ("f", [.f]),
        ("v", [.v]), ("θ", [.th]), ("ð", [.dh]), ("s", [.s]),
        ("z", [.z]),
        ("ʃ", [.sh]), ("ʒ", [.zh]), ("h", [.hh]), ("m", [.m]), ("n", [.n]), ("ŋ", [.ng]), ("l", [.l]), ("ɫ", [.l]),
        ("ɹ", [.r]), ("r", [.r]), ("j", [.y]), ("w", [.w]),
        ("ɾ", [.t]), ("ʔ", [.t]), ("x", [.k]),
    ]

    /// Returns the phones of a word; symbols without a sound are skipped.
    static func phones(_ ipa: String) -> [Phone] {
        // Compares scalars, because espeak-ng joins symbols with marks that would merge two of them into one character.
        var rest = ipa.unicodeScalars.filter { !"ˈˌː\u{200D}\u{0329}".unicodeScalars.contains($0) }[...]
        var phones: [Phone] = []
        while !rest.isEmpty {
            if let entry = table.first(where: { rest.starts(with: $0.ipa.unicodeScalars) }) {
                phones += entry.phones
                rest = rest.dropFirst(entry.ipa.unicodeScalars.count)
            } else {
                rest = rest.dropFirst()
            }
        }
        return phones
    }
}
