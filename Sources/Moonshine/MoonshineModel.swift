public import Speech

/// A speech recogniser for free English text, and a judge of how likely a text is, given audio.
///
/// Moonshine Tiny (Jeffries et al. 2024, "Moonshine: Speech Recognition for Live Transcription and Voice Commands"; MIT
/// licence). Its 27 M weights of eight bits are computed in 32-bit floats. Transcribing while somebody speaks takes
/// about a fifth of a core (`brews-bench words`). Immutable and thread-safe.
///
/// ```
/// let model = try MoonshineModel([UInt8](Data(contentsOf: modelURL.appending(path: "wake/moonshine.mdl"))))
/// print(model.transcribe(samples[...]).text)
/// ```
public final class MoonshineModel: Sendable {
    /// Longest audio that is transcribed at once, as in the training.
    public static let longestAudio = SampleCount(seconds: 30)
    /// Most tokens in a second of audio; more are a repetition without end.
    private static let tokensPerSecond = 6.5
    /// Tokens allowed in audio of any length.
    private static let allowedTokens = 6

    private let file: MoonshineModelFile

    /// Builds a model from the bytes of `wake/moonshine.mdl`. This takes about 40 ms; call it at start-up.
    ///
    /// - Throws: `AcousticModelError` for other bytes.
    public init(_ bytes: [UInt8]) throws(AcousticModelError) { file = try MoonshineModelFile(bytes) }

    /// Transcribes audio.
    ///
    /// - Parameters:
    ///   - samples: 16 kHz, mono, at most `longestAudio`; of longer audio only the beginning is transcribed, and of
    ///     less than 56 ms nothing.
    ///   - search: how the most likely text is searched for.
    ///   - requests: requests for known phrases, one of which is taken if it is nearly as likely; `nil` for none.
    ///   - isCancelled: asked about every 10 ms; the transcript is then incomplete.
    public func transcribe(
        _ samples: ArraySlice<Int16>, search: Search = .greedy(draft: []), requests: RequestList? = nil,
        isCancelled: () -> Bool = { false }
    ) -> Transcript {
        let samples = samples.prefix(Self.longestAudio.samples), states = encoderStates(of: samples)
        guard !states.isEmpty, !isCancelled() else { return Transcript(tokens: [], samples: samples.count) }
        let memories = file.decoder.memories(of: states)
        let seconds = SampleCount(samples.count).seconds,
            maxTokens = Self.allowedTokens + Int(Self.tokensPerSecond * seconds)
        var found =
            switch search {
            case .greedy(let draft):
                GreedySearch(decoder: file.decoder, tokenizer: file.tokenizer, maxTokens: maxTokens)
                    .search(memories, draft: draft, isCancelled: isCancelled)
            case .beams(let count, let hotwords):
                BeamSearch(
                    decoder: file.decoder, tokenizer: file.tokenizer, maxTokens: maxTokens, beams: max(1, count),
                    hotwords: hotwords.tokens
                ).search(memories, isCancelled: isCancelled)
            }
        var request: TokenSequence?
        if let requests, !isCancelled() {
            request = likelyRequest(requests, insteadOf: found, memories, maxTokens, isCancelled)
            found = request ?? found
        }
        let frames = states.count / file.encoder.width, ends = TokenAlignment.ends(found.attention, frames: frames)
        let tokens = found.tokens.indices.map { index in
            Transcript.Token(
                id: found.tokens[index], text: file.tokenizer.text(of: found.tokens[index]),
                logProbability: found.logProbabilities[index],
                end: min(samples.count, ends[index] * MoonshineEncoder.hop))
        }
        return Transcript(tokens: tokens, samples: samples.count, isRequest: request != nil)
    }

    /// Returns phrases that a search may prefer, as they are and with a capital letter, since the model spells names
    /// either way.
    ///
    /// - Parameters:
    ///   - phrases: in lower case; those with characters outside the vocabulary are left out.
    ///   - tokenBonus: preference of each token, in nats, 0…5.
    public func hotwords(_ phrases: [String], tokenBonus: Double) -> HotwordList {
        let spellings = phrases.flatMap { phrase in
            let words = phrase.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            return [phrase, words.joined(separator: " ")]
        }
        return HotwordList(
            tokens: Hotwords(spellings.compactMap(file.tokenizer.tokens), tokenBonus: tokenBonus))
    }

    /// Returns requests for phrases, each as it is written in a title and in lower case.
    ///
    /// - Parameters:
    ///   - phrases: in lower case; those with characters outside the vocabulary are left out.
    ///   - leadIns: what people say before a phrase, in lower case.
    ///   - margin: largest difference in log-likelihood, in nats a token, at which a request is taken, 0…5.
    public func requests(for phrases: [String], leadIns: [String], margin: Double) -> RequestList {
        let tokenizer = file.tokenizer
        func sentence(_ text: String) -> String {
            let words = text.split(separator: " ").map { $0.hasPrefix("i'") || $0 == "i" ? "I" + $0.dropFirst() : $0 }
            let joined = words.joined(separator: " ")
            return joined.prefix(1).uppercased() + joined.dropFirst()
        }
        return RequestList(
            grammar: PhraseGrammar(
                leadIns: leadIns.flatMap { [$0, sentence($0)] }.compactMap(tokenizer.tokens),
                phrases: phrases.flatMap { [$0, Self.title($0), sentence($0)] }.compactMap(tokenizer.tokens),
                joints: ["by", ", by"].compactMap(tokenizer.tokens)), margin: margin)
    }

    /// Words that a title has in small letters.
    private static let small: Set<String> = [
        "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with",
    ]

    /// A phrase as a title: "a tale of two cities" as "A Tale of Two Cities".
    private static func title(_ phrase: String) -> String {
        phrase.split(separator: " ").enumerated().map { place, word in
            place > 0 && small.contains(String(word)) ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
        }.joined(separator: " ")
    }

    /// Hypotheses of the search for requests.
    private static let requestBeams = 12
    /// Mean log-probability below which a text found is noise.
    private static let leastMean = -2.0

    /// Returns the likeliest request where it is nearly as likely as the text found, and that is no noise.
    private func likelyRequest(
        _ requests: RequestList, insteadOf found: TokenSequence, _ memories: [Attention.Memory], _ maxTokens: Int,
        _ isCancelled: () -> Bool
    ) -> TokenSequence? {
        let own = found.logProbabilities.reduce(0, +)
        guard own > Self.leastMean * Double(found.tokens.count) else { return nil }
        let tokenizer = file.tokenizer, marks = [".", "?", "!"].compactMap { tokenizer.token($0) }
        let search = PhraseSearch(
            decoder: file.decoder, tokenizer: tokenizer, maxTokens: maxTokens, beams: Self.requestBeams,
            grammar: requests.grammar, closings: [tokenizer.endToken] + marks)
        guard let best = search.search(memories, isCancelled: isCancelled) else { return nil }
        return best.score + requests.margin * Double(best.text.tokens.count + 1) >= own ? best.text : nil
    }

    /// Returns the encoder states of audio, `frames × width` values.
    package func encoderStates(of samples: ArraySlice<Int16>) -> [Float] { file.encoder.states(of: samples) }

    /// Returns a text's token ids after the start token; `nil` for a text that the vocabulary cannot represent.
    package func tokens(of text: String) -> [Int]? {
        file.tokenizer.tokens(of: text).map { [file.tokenizer.startToken] + $0 }
    }

    /// Returns the log-likelihoods of each text's tokens after the first.
    package func logLikelihoods(of texts: [[Int]], in states: [Float]) -> [[Double]] {
        file.decoder.logLikelihoods(of: texts, in: states)
    }

    /// Returns the log-likelihood, in nats, of the most likely of several texts as the beginning of a transcript; `nil`
    /// without texts or encoder states.
    ///
    /// - Parameter texts: their token ids.
    package func logLikelihood(of texts: [[Int]], in states: [Float]) -> Double? {
        states.isEmpty || texts.isEmpty ? nil : logLikelihoods(of: texts, in: states).map { $0.reduce(0, +) }.max()
    }
}
