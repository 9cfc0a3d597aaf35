internal import Foundation
package import Speech

/// An engine's hypothesis of a segment of audio, with its probabilities.
package struct SegmentHypothesis: Equatable, Sendable {
    /// A token of a byte-pair encoding: bytes that may be part of a character, with the space before a word.
    package struct Token: Equatable, Sendable {
        package var bytes: [UInt8]
        /// Natural logarithm of its probability, 0 or less.
        package var logProbability: Double
        /// End in samples from the beginning of the audio, if known.
        package var end: Int?

        package init(bytes: [UInt8], logProbability: Double, end: Int? = nil) {
            self.bytes = bytes
            self.logProbability = logProbability
            self.end = end
        }
    }

    package var tokens: [Token]
    /// No-speech probability, 0…1; 0 for an engine that gives none.
    package var noSpeech: Double
    /// Number of samples decoded.
    package var samples: Int
    /// Whether the decoder's output was finite and not constant.
    package var isValid = true
    /// ISO 639-1 code of the text's language.
    package var language: String

    /// Creates a hypothesis.
    package init(tokens: [Token] = [], noSpeech: Double = 0, samples: Int = 0, language: String = "en") {
        self.tokens = tokens
        self.noSpeech = noSpeech
        self.samples = samples
        self.language = language
    }

    /// Mean log-probability of the tokens, 0 or less; 0 without tokens.
    package var meanLogProbability: Double {
        tokens.isEmpty ? 0 : tokens.reduce(0) { $0 + $1.logProbability } / Double(tokens.count)
    }

    /// Returns the words in order and normalised, with spans counted from the beginning of the audio.
    ///
    /// - Parameter onset: samples from the beginning to the first speech.
    package func words(onset: Int) -> [TranscribedWord] {
        let joined = Self.joined(tokens)
        let ends = WordTimes.ends(joined.map { ($0.letters, $0.end) }, onset: onset, samples: samples)
        var result: [TranscribedWord] = []
        var previousEnd = onset
        for (word, end) in zip(joined, ends) {
            let texts = NormalizedWords.words(String(decoding: word.bytes, as: UTF8.self), language: language)
            let start = max(previousEnd, end - WordTimes.maxDuration(letters: word.letters))
            previousEnd = end
            for (index, text) in texts.enumerated() {
                // "half-and-half" is three words, which share its time evenly.
                let from = start + (end - start) * index / texts.count,
                    to = start + (end - start) * (index + 1) / texts.count
                result.append(
                    TranscribedWord(
                        text: text, span: SpeechSpan(start: SamplePosition(from), end: SamplePosition(to)),
                        confidence: word.confidence))
            }
        }
        return result
    }

    private struct Word {
        var bytes: [UInt8] = []
        var sum = 0.0
        var count = 0
        var end: Int?

        var letters: Int { max(1, bytes.count) }
        /// Geometric mean of the tokens' probabilities.
        var confidence: Double { count == 0 ? 0 : min(1, max(0, exp(sum / Double(count)))) }
    }

    /// Joins tokens to words separated by spaces, without text in brackets: "[BLANK_AUDIO]" and "(music)" are no
    /// speech.
    private static func joined(_ tokens: [Token]) -> [Word] {
        var joined: [Word] = []
        var open = Word()
        var depth = 0
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        func close() {
            if !open.bytes.isEmpty { joined.append(open) }
            open = Word()
        }
        for token in tokens {
            var counted = false
            for byte in token.bytes {
                switch byte {
                case UInt8(ascii: "["), UInt8(ascii: "("):
                    close()
                    depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: ")"): depth = max(0, depth - 1)
                case _ where depth > 0: break
                case _ where isSpace(byte):
                    close()
                    counted = false
                default:
                    open.bytes.append(byte)
                    if !counted {
                        open.sum += token.logProbability
                        open.count += 1
                        counted = true
                    }
                    open.end = token.end ?? open.end
                }
            }
        }
        close()
        return joined.filter { !NormalizedWords.words(String(decoding: $0.bytes, as: UTF8.self)).isEmpty }
    }
}

/// End times of words, from token times and word lengths.
enum WordTimes {
    /// Longest duration of a word in samples, so that a pause before it is not included.
    static func maxDuration(letters: Int) -> Int { SampleCount(seconds: 0.25 + 0.08 * Double(letters)).samples }

    /// Returns ascending end times inside the audio. Words without an end share the time between their neighbours in
    /// proportion to their length.
    static func ends(_ words: [(letters: Int, end: Int?)], onset: Int, samples: Int) -> [Int] {
        var ends: [Int] = []
        var index = 0
        var from = min(onset, samples)
        while index < words.count {
            let timed = words[index...].firstIndex { $0.end != nil }
            let to = min(max(timed.flatMap { words[$0].end } ?? samples, from), samples)
            let last = timed ?? words.count - 1
            let letters = words[index...last].reduce(0) { $0 + $1.letters }
            var passed = 0
            for word in words[index...last] {
                passed += word.letters
                ends.append(from + (to - from) * passed / max(1, letters))
            }
            from = to
            index = last + 1
        }
        return ends
    }
}
