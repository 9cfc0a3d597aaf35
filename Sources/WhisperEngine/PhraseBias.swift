internal import SegmentStreaming
internal import Speech

/// Preference of decoding for the word pairs of a vocabulary: other pairs and unknown words have a penalty.
///
/// A token is judged by the best word that it can still become, as in the look-ahead of a speech decoder's language
/// model, so that a misspelling is avoided at its first letter. Nothing is excluded: clearly spoken words outside the
/// vocabulary are recognised. The method is shallow fusion with a class of known pairs (Zhao et al. 2019,
/// "Shallow-Fusion End-to-End Contextual Biasing").
struct PhraseBias: Sendable {
    /// Penalties in nats.
    struct Settings: Equatable, Sendable {
        /// Of two known words that follow each other in no phrase.
        var pair: Float
        /// Of a word that is in no phrase.
        var word: Float
    }

    /// What a text's last word is so far, and the penalties of the text.
    struct Reading: Equatable, Sendable {
        fileprivate var previous = PhraseBias.start
        fileprivate var node = PhraseBias.root
        fileprivate var digits = ""
        /// Of the complete words.
        fileprivate var closed: Float = 0
        /// Of the incomplete word, at least.
        fileprivate var open: Float = 0

        /// Penalty of the text, in nats.
        var penalty: Float { closed + open }
    }

    private struct Link: Hashable {
        let from: Int32
        let to: Int32
    }

    private static let root: Int32 = 0
    /// Node of a word that is no prefix of a known one.
    private static let outside: Int32 = -1
    /// The word before the first one.
    private static let start: Int32 = -1
    /// An unknown word, after which every known word is as good.
    private static let unknown: Int32 = -2
    private static let longestNumber = 4

    private let settings: Settings

    /// Largest penalty of a token.
    var largestPenalty: Float { settings.pair + settings.word }

    private let language: String
    /// Children in the prefix tree of all words, by node and byte.
    private var children: [Link: Int32] = [:]
    /// Words by the nodes they end at.
    private var words: [Int32: Int32] = [:]
    /// Nodes that lead to a successor of a word, by word and node.
    private var expected: Set<Link> = []

    /// Creates the preference for the words and pairs of phrases.
    ///
    /// - Parameters:
    ///   - phrases: lower-case words with single spaces.
    ///   - language: ISO 639-1 code, for numbers in digits.
    init(phrases: [String], language: String, settings: Settings) {
        self.settings = settings
        self.language = language
        var paths: [Substring: [Int32]] = [:]
        var nodes: Int32 = 1
        var pairs: Set<Link> = []
        var seen: Set<String> = []
        for phrase in phrases where seen.insert(phrase).inserted {
            var previous = Self.start
            for text in phrase.split(separator: " ") {
                let path = paths[text] ?? add(text, nodes: &nodes)
                paths[text] = path
                guard let end = path.last, let word = words[end] else { continue }
                if pairs.insert(Link(from: previous, to: word)).inserted {
                    for node in path { expected.insert(Link(from: previous, to: node)) }
                }
                previous = word
            }
        }
    }

    /// Adds a word to the tree and returns the nodes of its letters.
    private mutating func add(_ text: Substring, nodes: inout Int32) -> [Int32] {
        var path: [Int32] = [], node = Self.root
        for byte in text.utf8 {
            let link = Link(from: node, to: Int32(byte))
            if let next = children[link] {
                node = next
            } else {
                node = nodes
                nodes += 1
                children[link] = node
            }
            path.append(node)
        }
        if node != Self.root, words[node] == nil { words[node] = Int32(words.count) }
        return path
    }

    /// Reads the next bytes of a text. Anything but letters, digits and apostrophes ends a word.
    func read(_ bytes: some Sequence<UInt8>, _ reading: inout Reading) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9") where reading.node == Self.root:
                reading.digits.append(Character(UnicodeScalar(byte)))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): readLetter(byte | 0x20, &reading)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xFF: readLetter(byte, &reading)
            case UInt8(ascii: "'") where reading.node != Self.root: readLetter(byte, &reading)
            default: endWord(&reading)
            }
        }
    }

    private func readLetter(_ byte: UInt8, _ reading: inout Reading) {
        if !reading.digits.isEmpty { endWord(&reading) }
        if reading.node != Self.outside {
            reading.node = children[Link(from: reading.node, to: Int32(byte))] ?? Self.outside
        }
        reading.open = penalty(of: reading.node, after: reading.previous)
    }

    /// Ends the last word of the text.
    func endWord(_ reading: inout Reading) {
        if !reading.digits.isEmpty {
            reading.previous = number(reading.digits)
            reading.digits = ""
        } else if reading.node != Self.root {
            let word = words[reading.node]
            reading.closed += word == nil ? settings.word : penalty(of: reading.node, after: reading.previous)
            reading.previous = word ?? Self.unknown
        }
        reading.node = Self.root
        reading.open = 0
    }

    private func penalty(of node: Int32, after previous: Int32) -> Float {
        if node == Self.outside { return settings.word }
        return previous == Self.unknown || expected.contains(Link(from: previous, to: node)) ? 0 : settings.pair
    }

    /// Returns the last word of a number in digits.
    private func number(_ digits: String) -> Int32 {
        guard digits.count <= Self.longestNumber,
            let last = NormalizedWords.words(digits, language: language).last
        else { return Self.unknown }
        var node = Self.root
        for byte in last.utf8 { node = children[Link(from: node, to: Int32(byte))] ?? Self.outside }
        return words[node] ?? Self.unknown
    }
}
