/// Similarity of phrases in sound and spelling, for what is no order: names of people.
///
/// Phrases are words as of `SpokenWords`. Pure; safe on any thread.
package struct PhoneticComparator: Sendable {
    private let rules: LetterToSoundRules
    private let matcher: PhoneticMatcher

    /// - Throws: a decoding error if the built-in sound data is damaged; a test excludes that.
    package init() throws {
        rules = try LetterToSoundRules.english()
        matcher = try PhoneticMatcher(phrases: [], protectedWords: [])
    }

    /// Similarity in sound and spelling, 0…1; 1 for equal sounds and letters.
    package func similarity(_ first: [String], _ second: [String]) -> Double { matcher.similarity(first, second) }

    /// Similarity in sound alone, 0…1; 1 for equal sounds.
    package func soundSimilarity(_ first: [String], _ second: [String]) -> Double {
        var best = 0.0
        for a in PhoneticTranscription.all(first, rules: rules) {
            for b in PhoneticTranscription.all(second, rules: rules) {
                let weight = [a, b].map { PhoneticProfile($0.sounds, rules: rules).weight }.max() ?? 0
                guard weight > 0 else { continue }
                let distance = a.sounds.withUnsafeBufferPointer { first in
                    b.sounds.withUnsafeBufferPointer { second in
                        PhoneticDistance.ofSounds(first, second, rules: rules, limit: .max)
                    }
                }
                best = max(best, 1 - Double(distance) / Double(weight))
            }
        }
        return best
    }
}
