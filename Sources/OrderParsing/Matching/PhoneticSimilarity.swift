/// Numbers of a reading that bound how near another may be.
struct PhoneticProfile: Sendable {
    /// The sum of the sounds' weights.
    let weight: Int
    /// Which of the solid consonant classes occur, one bit each.
    private let classes: UInt16

    init(_ sounds: [UInt8], rules: LetterToSoundRules) {
        var weight = 0
        var classes: UInt16 = 0
        for sound in sounds {
            weight += Int(rules.weights[Int(sound)])
            classes |= 1 << UInt16(rules.skeleton[Int(sound)])
        }
        self.weight = weight
        self.classes = classes & rules.solidClasses
    }

    /// The least that the distance to another reading may be.
    func leastDistance(to other: PhoneticProfile) -> Int {
        let missing = max((classes & ~other.classes).nonzeroBitCount, (other.classes & ~classes).nonzeroBitCount)
        return max(abs(weight - other.weight), missing * LetterToSoundRules.solidDistance)
    }
}

/// How much two readings are alike in sound and in spelling.
struct PhoneticSimilarity {
    /// The share of the better of the two: a mishearing keeps the sound, a slip of the finger the spelling.
    private static let betterShare = 0.75
    /// However near the spelling is, the sounds may not be further apart than this below the wanted similarity.
    private static let slack = 0.12
    /// Readings lighter than this, about five sounds, have each difference count for more: of short words, too many are
    /// near.
    private static let shortWeight = 280.0
    private static let strictnessStep = 20.0
    private static let mostStrictness = 3.0

    let rules: LetterToSoundRules

    /// 0…1, or 0 as soon as it is clear that it is less than `least`.
    func of(
        _ first: (sounds: UnsafeBufferPointer<UInt8>, letters: UnsafeBufferPointer<UInt8>, profile: PhoneticProfile),
        _ second: (sounds: UnsafeBufferPointer<UInt8>, letters: UnsafeBufferPointer<UInt8>, profile: PhoneticProfile),
        least: Double
    ) -> Double {
        let weight = Double(max(first.profile.weight, second.profile.weight))
        guard weight > 0 else { return 0 }
        let limit = least <= 0 ? Int.max : Int((1 - least + Self.slack) * weight)
        guard first.profile.leastDistance(to: second.profile) <= limit else { return 0 }
        let apart = PhoneticDistance.ofSounds(first.sounds, second.sounds, rules: rules, limit: limit)
        guard apart <= limit else { return 0 }
        let sound = max(0, 1 - Double(apart) / weight)
        let slips = PhoneticDistance.ofSpellings(first.letters, second.letters)
        let spelling = 1 - Double(slips) / Double(max(first.letters.count, second.letters.count))
        let strictness = min(Self.mostStrictness, max(1, 1 + (Self.shortWeight - weight) / Self.strictnessStep))
        let better = Self.betterShare * (1 - max(sound, spelling)) * strictness
        return max(0, 1 - better - (1 - Self.betterShare) * (1 - min(sound, spelling)))
    }
}
