import EmbeddedFiles
internal import Foundation

/// Number words of the guests' languages, from `number-words.json`.
enum NumberWords {
    /// Number of digits that a word stands for when digits are read out; `nil` for any other word.
    ///
    /// - Parameter word: lower case.
    static func digits(in word: String) -> Int? { words[word] }

    private static let words: [String: Int] = {
        let languages = try? JSONDecoder().decode(
            [String: [String: Int]].self, from: Data(EmbeddedFile.numberWords.bytes))
        return (languages ?? [:]).values.reduce(into: [:]) { all, words in all.merge(words) { max($0, $1) } }
    }()
}
