/// A hash of feature names without building strings: 32-bit FNV-1a over numbers and bytes with a final mix.
///
/// With ten thousand features the probability of a collision is one in a hundred. Colliding features share their
/// weights.
struct FeatureHash {
    private var state: UInt32 = 2_166_136_261

    init(_ template: Int) { mix(UInt32(truncatingIfNeeded: template)) }

    mutating func mix(_ number: UInt32) {
        for shift in [UInt32(0), 8, 16, 24] { state = (state ^ ((number >> shift) & 0xFF)) &* 16_777_619 }
    }

    /// The number of the feature.
    var value: UInt32 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 16)) &* 0x7FEB_352D
        mixed = (mixed ^ (mixed >> 15)) &* 0x846C_A68B
        return mixed ^ (mixed >> 16)
    }

    /// The number of a word, never 0.
    static func word(_ word: some StringProtocol) -> UInt32 {
        var hash = FeatureHash(0)
        for byte in word.utf8 { hash.state = (hash.state ^ UInt32(byte)) &* 16_777_619 }
        return max(1, hash.value)
    }

    static func of(_ template: Int, _ a: UInt32) -> UInt32 {
        var hash = FeatureHash(template)
        hash.mix(a)
        return hash.value
    }

    static func of(_ template: Int, _ a: UInt32, _ b: UInt32) -> UInt32 {
        var hash = FeatureHash(template)
        hash.mix(a)
        hash.mix(b)
        return hash.value
    }

    static func of(_ template: Int, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
        var hash = FeatureHash(template)
        hash.mix(a)
        hash.mix(b)
        hash.mix(c)
        return hash.value
    }
}

/// The 64-bit FNV-1a digest of text and numbers, for comparing menus and files.
struct Digest64 {
    private(set) var value: UInt64 = 14_695_981_039_346_656_037

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 1_099_511_628_211 }
    }

    /// Adds text and a terminator.
    mutating func add(_ text: String) {
        add(text.utf8)
        add([0xFF])
    }
}
