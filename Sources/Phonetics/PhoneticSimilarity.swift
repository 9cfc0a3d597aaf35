/// Features of a transcription that bound its distance to others.
struct PhoneticProfile: Sendable {
    /// Sum of the weights of its sounds.
    let weight: Int
    /// The solid consonant classes that occur, one bit each.
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

    /// A lower bound of the distance to another transcription.
    func leastDistance(to other: PhoneticProfile) -> Int {
        let missing = max((classes & ~other.classes).nonzeroBitCount, (other.classes & ~classes).nonzeroBitCount)
        return max(abs(weight - other.weight), missing * LetterToSoundRules.solidDistance)
    }
}

/// Similarity of two transcriptions in sound and spelling.
struct PhoneticSimilarity {
    /// Weight of the larger of the two similarities: mishearings keep the sound, typing errors the spelling.
    private static let betterShare = 0.75
    /// Maximum difference by which the sound similarity may be below the required one, however similar the spelling.
    private static let slack = 0.12
    /// Weight of about five sounds; differences of shorter transcriptions count more, because too many short words are
    /// similar.
    private static let shortWeight = 280.0
    private static let strictnessStep = 20.0
    private static let mostStrictness = 3.0

    let rules: LetterToSoundRules

    /// The similarity, 0…1, or 0 as soon as it is known to be below `least`.
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
