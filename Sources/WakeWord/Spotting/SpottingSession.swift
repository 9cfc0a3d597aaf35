public import Speech

/// The running search for phrases in one stream of samples: a pure state machine, without tasks or clocks.
///
/// All phrases share one pass of the network. How the samples are cut into calls changes nothing.
public struct SpottingSession: Sendable {
    private let settings: SpottingSettings
    private let phones: [AcousticModelFile.PhoneOutputs]
    private let phrases: [WakePhrase]
    private let bigram: PhoneBigram
    /// Where the stream begins.
    private let origin: SamplePosition
    private var scorer: AcousticScorer
    private var filler: FillerModel
    private var matchers: [PhraseMatcher]
    private let verifiers: [PhraseVerifier]
    /// Of each phrase; none without a transformer.
    private let textVerifiers: [TextVerifier]
    private var recent: ScoreHistory
    private var sound = AudioHistory()
    /// Frames that are scored, from the stream's beginning.
    private var scored = 0
    /// End of each phrase's last detection.
    private var lastEnds: [SamplePosition?]
    /// Frames that the network has looked at.
    public private(set) var scoredFrames = 0

    init(
        network: AcousticNetwork, bank: FilterBank, bigram: PhoneBigram, phrases: [WakePhrase],
        verifiers: [PhraseVerifier],
        textVerifiers: [TextVerifier], settings: SpottingSettings, origin: SamplePosition = .zero
    ) {
        self.settings = settings
        self.bigram = bigram
        self.origin = origin
        self.phrases = phrases
        self.verifiers = verifiers
        self.textVerifiers = textVerifiers
        phones = network.phones
        recent = ScoreHistory(phones: network.phones)
        scorer = AcousticScorer(network, bank: bank, isGated: settings.isGated)
        filler = FillerModel(bigram: bigram)
        matchers = phrases.map { PhraseMatcher($0, longestPhone: settings.longestPhone) }
        lastEnds = phrases.map { _ in nil }
    }

    /// Takes the next samples.
    ///
    /// - Returns: the phrases that are now known to have been said, in the order of their ends.
    public mutating func accept(_ samples: [Int16]) -> [WakeWordDetection] {
        sound.append(samples)
        let found = detections(scorer.push(samples))
        sound.trim()
        return found
    }

    /// What is found in the samples that were still waiting for more.
    public mutating func finish() -> [WakeWordDetection] {
        let last = detections(scorer.finish())
        return last + close()
    }

    private mutating func detections(_ events: [AcousticScorer.Event]) -> [WakeWordDetection] {
        var found: [WakeWordDetection] = []
        for event in events {
            switch event {
            case .frame(let number, let isFirst, let values):
                if isFirst { found += close() }
                scoredFrames += 1
                scored = number + 1
                let scores = FrameScores(values: values, phones: phones)
                recent.append(scores, number: number)
                let speech = filler.speech
                let growth = filler.advance(scores)
                for index in matchers.indices {
                    if let match = matchers[index].advance(scores, growth: growth, speech: speech, at: number) {
                        found += detection(match, of: index)
                    }
                }
            case .end: found += close()
            }
        }
        return found
    }

    private mutating func close() -> [WakeWordDetection] {
        filler = FillerModel(bigram: bigram)
        var found: [WakeWordDetection] = []
        for index in matchers.indices {
            if let match = matchers[index].finish() { found += detection(match, of: index) }
        }
        recent.removeAll()
        return found
    }

    private mutating func detection(_ match: PhraseMatcher.Match, of index: Int) -> [WakeWordDetection] {
        let threshold = settings.threshold ?? phrases[index].threshold
        let span = SpeechSpan(start: position(match.start), end: position(match.end))
        // What the third look may still add.
        let verifier = textVerifiers.isEmpty ? nil : textVerifiers[index], open = verifier?.mostGain ?? 0
        guard match.score + open >= threshold, match.lead >= settings.leastLead,
            lastEnds[index].map({ span.start >= $0 + settings.refractory }) ?? true
        else {
            return []
        }
        // The second look takes some milliseconds, the third a hundred: each only where those before it leave it
        // something to decide.
        let (first, frames) = recent.frames(from: match.start - PhraseVerifier.before)
        var score = match.score - verifiers[index].penalty(frames, end: match.end - first)
        if let verifier, score + open >= threshold {
            let begin = max(0, match.start * AcousticScorer.frame - TextVerifier.before)
            score += verifier.gain(sound.samples(begin..<scored * AcousticScorer.frame))
        }
        guard score >= threshold else { return [] }
        lastEnds[index] = span.end
        return [WakeWordDetection(phrase: phrases[index].text, span: span, score: score)]
    }

    private func position(_ frame: Int) -> SamplePosition { origin + SampleCount(frame * AcousticScorer.frame) }
}
