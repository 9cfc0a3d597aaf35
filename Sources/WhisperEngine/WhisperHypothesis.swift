internal import Foundation
internal import Speech

/// What libwhisper read in a stretch of audio, with its doubts.
struct WhisperHypothesis: Equatable, Sendable {
    /// One piece of text, as the library gives it: bytes that may be part of a letter.
    struct Token: Equatable, Sendable {
        var bytes: [UInt8]
        /// Natural logarithm of its probability, 0 or less.
        var logProbability: Double
        /// Samples from the beginning to where it has been said, if the library found that.
        var end: Int?
    }

    var tokens: [Token] = []
    /// Probability that nobody speaks, 0…1.
    var noSpeech = 0.0
    /// Samples read.
    var samples = 0

    /// Mean of the tokens' log probabilities, 0 or less; 0 without tokens.
    var meanLogProbability: Double {
        tokens.isEmpty ? 0 : tokens.reduce(0) { $0 + $1.logProbability } / Double(tokens.count)
    }

    /// The words in order, in the project's spelling, with spans counted from the beginning of the audio.
    ///
    /// - Parameter onset: samples from the beginning to where speech begins.
    func words(onset: Int) -> [TranscribedWord] {
        let pieces = Self.pieces(tokens)
        let ends = WordTimes.ends(pieces.map { ($0.letters, $0.end) }, onset: onset, samples: samples)
        var result: [TranscribedWord] = []
        var previousEnd = onset
        for (piece, end) in zip(pieces, ends) {
            let texts = NormalizedWords.words(String(decoding: piece.bytes, as: UTF8.self))
            let start = max(previousEnd, end - WordTimes.longest(letters: piece.letters))
            previousEnd = end
            for (index, text) in texts.enumerated() {
                // "half-and-half" is three words, which share its time evenly.
                let from = start + (end - start) * index / texts.count,
                    to = start + (end - start) * (index + 1) / texts.count
                result.append(
                    TranscribedWord(
                        text: text, span: SpeechSpan(start: SamplePosition(from), end: SamplePosition(to)),
                        confidence: piece.confidence))
            }
        }
        return result
    }

    private struct Piece {
        var bytes: [UInt8] = []
        var sum = 0.0
        var count = 0
        var end: Int?

        var letters: Int { max(1, bytes.count) }
        /// Geometric mean of the tokens' probabilities.
        var confidence: Double { count == 0 ? 0 : min(1, max(0, exp(sum / Double(count)))) }
    }

    /// Tokens joined to what stands between spaces, without what stands in brackets: "[BLANK_AUDIO]" and "(music)" are
    /// no speech.
    private static func pieces(_ tokens: [Token]) -> [Piece] {
        var pieces: [Piece] = []
        var open = Piece()
        var depth = 0
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        func close() {
            if !open.bytes.isEmpty { pieces.append(open) }
            open = Piece()
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
        return pieces.filter { !NormalizedWords.words(String(decoding: $0.bytes, as: UTF8.self)).isEmpty }
    }
}

/// Where words end, from what the library found and how long words are.
enum WordTimes {
    /// Longest a word is taken to have lasted, so that a pause before it is not counted to it.
    static func longest(letters: Int) -> Int { SampleCount(seconds: 0.25 + 0.08 * Double(letters)).samples }

    /// Ends that never decrease and lie inside the audio. Words without an end share the time between their neighbours
    /// by their letters.
    static func ends(_ words: [(letters: Int, end: Int?)], onset: Int, samples: Int) -> [Int] {
        var ends: [Int] = []
        var index = 0
        var from = min(onset, samples)
        while index < words.count {
            let timed = words[index...].firstIndex { $0.end != nil }
            let to = min(max(timed.flatMap { words[$0].end } ?? samples, from), samples)
            let last = timed ?? words.count - 1
            let letters = words[index...last].reduce(0) { $0 + $1.letters }
            var said = 0
            for word in words[index...last] {
                said += word.letters
                ends.append(from + (to - from) * said / max(1, letters))
            }
            from = to
            index = last + 1
        }
        return ends
    }
}
