internal import EmbeddedFiles
internal import Foundation

/// "To go" and "for here" in an utterance.
///
///     ServiceWords.kind(in: "a large latte to go please")     // .toGo
public enum ServiceWords {
    private struct File: Decodable {
        /// Phrases of all languages by kind.
        let phrases: [String: [String]]
        /// Words that may follow a phrase at the end.
        let polite: [String]
        /// Phrases that mean something else at the beginning of a longer utterance: "take out the muffin".
        let notFirst: Set<String>
        /// Words before a phrase after which it means something else: "I'm ready to go".
        let notAfter: [String]
    }

    private static let file: File? = try? JSONDecoder().decode(File.self, from: Data(EmbeddedFile.serviceWords.bytes))

    private static let phrases: [(kind: ServiceKind, words: [String])] = (file?.phrases ?? [:]).flatMap { kind, texts in
        ServiceKind(rawValue: kind).map { kind in texts.map { (kind, SpokenWords($0).words) } } ?? []
    }

    /// The kind that an utterance names at its end or its beginning; the last one where it names both. `nil` for none.
    public static func kind(in text: String) -> ServiceKind? {
        guard let file else { return nil }
        let words = SpokenWords(text).words
        var last: (end: Int, length: Int, kind: ServiceKind)?
        for (kind, phrase) in phrases where !phrase.isEmpty && phrase.count <= words.count {
            for start in 0...(words.count - phrase.count)
            where words[start..<start + phrase.count].elementsEqual(phrase) {
                let end = start + phrase.count
                let isLast = words[end...].allSatisfy(file.polite.contains)
                guard isLast || start == 0 && !file.notFirst.contains(phrase.joined(separator: " ")) else { continue }
                if start > 0, file.notAfter.contains(words[start - 1]) { continue }
                if (end, phrase.count) > (last?.end ?? 0, last?.length ?? 0) { last = (end, phrase.count, kind) }
            }
        }
        return last?.kind
    }
}
