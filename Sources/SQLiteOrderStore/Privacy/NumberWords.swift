internal import Foundation

/// Words for digits in the languages that guests answer in: data, from `number-words.json`.
enum NumberWords {
    /// How many digits a word stands for where digits are read out; `nil` for any other word.
    ///
    /// - Parameter word: lower case.
    static func digits(in word: String) -> Int? { words[word] }

    private static let words: [String: Int] = {
        let languages = try? JSONDecoder().decode(
            [String: [String: Int]].self, from: Data(PackageResources.number_words_json))
        return (languages ?? [:]).values.reduce(into: [:]) { all, words in all.merge(words) { max($0, $1) } }
    }()
}
