/// A trie of word sequences with values.
package struct WordTrie<Value: Sendable>: Sendable {
    private struct Node: Sendable {
        var children: [String: Int] = [:]
        var value: Value?
    }

    private var nodes = [Node()]
    /// Number of words of the longest sequence.
    package private(set) var longest = 0

    /// Creates an empty trie.
    package init() {}

    /// The value of a sequence. The empty sequence has none.
    package subscript(words: some Sequence<String>) -> Value? {
        get {
            var node = 0
            for word in words {
                guard let next = nodes[node].children[word] else { return nil }
                node = next
            }
            return nodes[node].value
        }
        set {
            var node = 0, count = 0
            for word in words {
                if let next = nodes[node].children[word] {
                    node = next
                } else {
                    nodes.append(Node())
                    nodes[node].children[word] = nodes.count - 1
                    node = nodes.count - 1
                }
                count += 1
            }
            guard count > 0 else { return }
            nodes[node].value = newValue
            longest = max(longest, count)
        }
    }

    /// The value and word count of the longest sequence that begins at `start`.
    package func longestMatch(_ words: [String], from start: Int = 0) -> (value: Value, count: Int)? {
        matches(words, from: start).last
    }

    /// Values and word counts of the sequences that begin at `start`, shortest first.
    package func matches(_ words: [String], from start: Int) -> [(value: Value, count: Int)] {
        var found: [(value: Value, count: Int)] = []
        var node = 0, end = start
        while end < words.count, let next = nodes[node].children[words[end]] {
            node = next
            end += 1
            if let value = nodes[node].value { found.append((value, end - start)) }
        }
        return found
    }
}
