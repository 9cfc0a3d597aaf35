internal import EmbeddedFiles
internal import Foundation

/// What the staff say about the menu: "we're out of oat milk", "croissants are back", "a latte costs 4.75".
///
/// ```swift
/// OwnerSentence.read("We're out of oat milk.", on: menu)  // .soldOut(.option(milk/oat))
/// ```
public enum OwnerSentence: Equatable, Sendable {
    /// It cannot be ordered; with whether it can be again tomorrow.
    case soldOut(MenuEntry, isToday: Bool)
    /// It can be ordered again.
    case back(MenuEntry)
    /// The name of several things, which is to be said more exactly.
    case unclear(name: String)

    private struct Patterns: Decodable {
        let soldOut: [String]
        let back: [String]
        let today: [String]
        /// Words before a name that mean nothing.
        let articles: [String]
    }

    private static let patterns: Patterns? = try? JSONDecoder().decode(
        Patterns.self, from: Data(EmbeddedFile.ownerEnglish.bytes))

    /// Reads a sentence.
    ///
    /// - Returns: `nil` for one without a meaning, or about something that the menu does not have.
    public static func read(_ text: String, on menu: Menu) -> OwnerSentence? {
        guard let patterns else { return nil }
        var words = SpokenWords(text).words
        let today = patterns.today.map { SpokenWords($0).words }.first {
            words.count > $0.count && words.ends(with: $0)
        }
        if let today { words.removeLast(today.count) }
        for (sentences, isBack) in [(patterns.soldOut, false), (patterns.back, true)] {
            for name in sentences.compactMap({ Self.name(in: words, $0) }) {
                let bare = name.first.map(patterns.articles.contains) == true ? Array(name.dropFirst()) : name
                guard let entries = Self.entries(bare, menu) else { continue }
                guard entries.count == 1 else { return .unclear(name: bare.joined(separator: " ")) }
                return isBack ? .back(entries[0]) : .soldOut(entries[0], isToday: today != nil)
            }
        }
        return nil
    }

    /// The words in place of `{name}`.
    private static func name(in words: [String], _ pattern: String) -> [String]? {
        let parts = pattern.components(separatedBy: "{name}")
        guard parts.count == 2 else { return nil }
        let before = SpokenWords(parts[0]).words, after = SpokenWords(parts[1]).words
        guard words.count > before.count + after.count, words.starts(with: before), words.ends(with: after) else {
            return nil
        }
        return Array(words.dropFirst(before.count).dropLast(after.count))
    }

    /// The entries of a name, also in the plural; `nil` for none.
    private static func entries(_ name: [String], _ menu: Menu) -> [MenuEntry]? {
        var texts = [name.joined(separator: " ")]
        if let last = texts.first, last.hasSuffix("s") { texts.append(String(last.dropLast())) }
        if let last = texts.first, last.hasSuffix("es") { texts.append(String(last.dropLast(2))) }
        return texts.lazy.map(menu.entries(named:)).first { !$0.isEmpty }
    }
}

extension [String] {
    fileprivate func ends(with other: [String]) -> Bool {
        count >= other.count && suffix(other.count).elementsEqual(other)
    }
}
