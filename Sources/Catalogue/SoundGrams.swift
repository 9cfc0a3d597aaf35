internal import Phonetics

/// The phonetic column of the index: runs of four classes of consonants of each title and each creator.
///
/// A run does not stop at the border of a word, so that "mow bee dick" is found as "Moby Dick"; `0` marks the beginning
/// and the end.
struct SoundGrams {
    private static let length = 4
    private let skeletons: PhoneticSkeletons

    /// - Throws: a decoding error if the built-in sound data is damaged; a test excludes that.
    init() throws { skeletons = try PhoneticSkeletons() }

    /// The different runs of a phrase, in order.
    func of(_ words: [String]) -> [String] {
        var found: [String] = []
        for skeleton in skeletons.readings(words) where !skeleton.isEmpty {
            let bytes = [48] + Array(skeleton.utf8) + [48]
            for start in 0..<max(1, bytes.count - Self.length + 1) {
                let gram = String(decoding: bytes[start..<min(bytes.count, start + Self.length)], as: UTF8.self)
                if !found.contains(gram) { found.append(gram) }
            }
        }
        return found
    }

    /// The skeleton of one word; empty for a word without consonants.
    func skeleton(_ word: String) -> String { skeletons.readings([word]).first ?? "" }
}
