/// Consonant skeletons of phrases as text, for indexes that look things up by sound.
///
/// A letter stands for a class of consonants that are often confused, `a` for the first class; vowels are left out:
/// "gats bee" and "Gatsby" have the same skeleton. Pure; safe on any thread.
///
///     try PhoneticSkeletons().readings(["moby", "dick"])   // ["gabc"]
package struct PhoneticSkeletons: Sendable {
    private let rules: LetterToSoundRules

    /// - Throws: a decoding error if the built-in sound data is damaged; a test excludes that.
    package init() throws { rules = try LetterToSoundRules.english() }

    /// The skeletons of a phrase, without word borders and duplicates: as English, and as borrowed words where they are
    /// spelled like that.
    ///
    /// - Parameter words: as of `SpokenWords`.
    package func readings(_ words: [String]) -> [String] {
        var found: [String] = []
        for reading in PhoneticTranscription.all(words, rules: rules) {
            let text = String(
                decoding: reading.sounds.lazy.map { rules.skeleton[Int($0)] }.filter { $0 != 0 }.map { $0 + 96 },
                as: UTF8.self)
            if !found.contains(text) { found.append(text) }
        }
        return found
    }
}
