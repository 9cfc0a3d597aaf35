internal import Ordering

/// Recognises whole utterances that order nothing but get a reply: "hello", "thank you", "to go", "speak to a person".
struct Courtesies: Sendable {
    /// Words that may stand between and beside the phrases.
    private let fillers: Set<String>
    /// The intents, the most important first: "hi, can I speak to a person".
    private static let priority: [OrderIntent] = [.staff, .takeaway, .thanks, .greeting]

    private let intents: [[String]: OrderIntent]
    private let longest: Int

    init(_ phrases: [String: [String]], fillers: [String]) {
        self.fillers = Set(fillers)
        var intents: [[String]: OrderIntent] = [:]
        for (name, phrases) in phrases {
            guard let intent = OrderIntent(rawValue: name) else { continue }
            for phrase in phrases { intents[SpokenWords(phrase).words] = intent }
        }
        self.intents = intents
        longest = intents.keys.map(\.count).max() ?? 0
    }

    /// - Returns: the intent of an utterance that consists of such phrases and fillers only.
    func intent(of words: [String]) -> OrderIntent? {
        var said: Set<OrderIntent> = []
        var start = 0
        while start < words.count {
            let lengths = stride(from: min(longest, words.count - start), to: 0, by: -1)
            if let length = lengths.first(where: { intents[Array(words[start..<start + $0])] != nil }) {
                if let intent = intents[Array(words[start..<start + length])] { said.insert(intent) }
                start += length
            } else if fillers.contains(words[start]) {
                start += 1
            } else {
                return nil
            }
        }
        return Self.priority.first(where: said.contains)
    }
}
