internal import Foundation
internal import Speech

/// Decodes libvosk's JSON results.
struct VoskResultDecoder {
    /// libvosk's token for speech outside the vocabulary.
    static let unknownWords = ["[unk]", "<UNK>", "<unk>"]

    private struct Word: Decodable {
        var word: String
        var start: Double
        var end: Double
        var conf: Double?
    }

    private struct Partial: Decodable {
        var partial: String?
        var partial_result: [Word]?
    }

    private struct Final: Decodable {
        var result: [Word]?
    }

    private let json = JSONDecoder()
    /// Number of results that could not be decoded.
    private(set) var malformedResults = 0

    mutating func partialText(_ text: String) -> [String] {
        (decode(Partial.self, text)?.partial ?? "").split(separator: " ").map(String.init).filter {
            !Self.unknownWords.contains(String($0))
        }
    }

    mutating func partialWords(_ text: String) -> [TranscribedWord] {
        words(decode(Partial.self, text)?.partial_result)
    }

    mutating func finalWords(_ text: String) -> [TranscribedWord] {
        words(decode(Final.self, text)?.result)
    }

    private mutating func decode<Result: Decodable>(_ type: Result.Type, _ text: String) -> Result? {
        do {
            return try json.decode(type, from: Data(text.utf8))
        } catch {
            malformedResults += 1
            return nil
        }
    }

    private func words(_ words: [Word]?) -> [TranscribedWord] {
        (words ?? []).compactMap { word in
            // Times far beyond any session are corrupt, and would not fit a sample count.
            guard !Self.unknownWords.contains(word.word), !word.word.isEmpty, (0...1e7).contains(word.start),
                (0...1e7).contains(word.end)
            else { return nil }
            return TranscribedWord(
                text: word.word,
                span: SpeechSpan(start: SamplePosition(seconds: word.start), end: SamplePosition(seconds: word.end)),
                confidence: min(max(word.conf ?? 0, 0), 1))
        }
    }
}
