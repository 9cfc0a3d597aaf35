/// The phones of the bundled acoustic model, in the order of its outputs: silence (`sil`), spoken noise (`spn`), and
/// the 39 phones of the CMU dictionary.
public enum Phone: String, CaseIterable, Sendable {
    /// Silence and spoken noise.
    case sil, spn
    /// The phones of the CMU dictionary.
    case aa, ae, ah, ao, aw, ay, b, ch, d, dh, eh, er, ey, f, g, hh, ih, iy, jh, k, l, m, n, ng, ow, oy, p, r, s, sh, t,
        th, uh, uw, v, w, y, z, zh

    /// Index among the model's phones, from 0.
    var index: Int { Self.places[self] ?? 0 }

    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// Whether the phone is speech: neither silence nor noise.
    public var isSpoken: Bool { self != .sil && self != .spn }

    var isVowel: Bool {
        switch self {
        case .aa, .ae, .ah, .ao, .aw, .ay, .eh, .er, .ey, .ih, .iy, .ow, .oy, .uh, .uw: true
        default: false
        }
    }

    /// The consonant with the same place and manner of articulation and opposite voicing.
    var voicingPartner: Phone? {
        let pairs: [(Phone, Phone)] = [
            (.p, .b), (.t, .d), (.k, .g), (.f, .v), (.th, .dh), (.s, .z), (.sh, .zh), (.ch, .jh),
        ]
        return pairs.lazy.compactMap { $0 == self ? $1 : $1 == self ? $0 : nil }.first
    }
}
