public import Speech

/// The state of keyword spotting in one stream of samples: a pure state machine, without tasks or clocks.
///
/// ```
/// var session = spotter.session()
/// let detections = session.process(samples) + session.finish()
/// ```
///
/// All phrases share one evaluation of the network. The result does not depend on how the samples are cut into calls.
public struct SpottingSession: Sendable {
    private let settings: SpottingSettings
    private let phones: [AcousticModelFile.PhoneOutputs]
    private let phrases: [WakePhrase]
    private let bigram: PhoneBigram
    /// Position of the first sample.
    private let origin: SamplePosition
    private var scorer: AcousticScorer
    private var filler: FillerModel
    private var matchers: [PhraseMatcher]
    private let verifiers: [PhraseVerifier]
    /// One per phrase; empty without a transformer.
    private let textVerifiers: [TextVerifier]
    private var scoreHistory: ScoreHistory
    private var audio = AudioHistory()
    /// End of the scoredEnd frames, from the stream's beginning.
    private var scoredEnd = 0
    /// End of each phrase's last detection.
    private var lastEnds: [SamplePosition?]
    /// Number of frames evaluated by the network.
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
        scoreHistory = ScoreHistory(phones: network.phones)
        scorer = AcousticScorer(network, bank: bank, isGated: settings.isGated)
        filler = FillerModel(bigram: bigram)
        matchers = phrases.map { PhraseMatcher($0, maxPhoneFrames: settings.maxPhoneFrames) }
        lastEnds = phrases.map { _ in nil }
    }

    /// Processes the next samples.
    ///
    /// - Returns: the phrases detected now, in the order of their ends.
    public mutating func process(_ samples: [Int16]) -> [WakeWordDetection] {
        audio.append(samples)
        let found = detections(scorer.push(samples))
        audio.trim()
        return found
    }

    /// Returns the detections in the samples that were waiting for more.
    public mutating func finish() -> [WakeWordDetection] {
        let last = detections(scorer.finish())
        return last + endSegment()
    }

    private mutating func detections(_ events: [AcousticScorer.Event]) -> [WakeWordDetection] {
        var found: [WakeWordDetection] = []
        for event in events {
            switch event {
            case .frame(let number, let isFirst, let values):
                if isFirst { found += endSegment() }
                scoredFrames += 1
                scoredEnd = number + 1
                let scores = FrameScores(values: values, phones: phones)
                scoreHistory.append(scores, number: number)
                let speech = filler.speechProbability
                let fillerScore = filler.process(scores)
                for index in matchers.indices {
                    if let match = matchers[index].process(scores, filler: fillerScore, speech: speech, at: number) {
                        found += detection(match, of: index)
                    }
                }
            case .end: found += endSegment()
            }
        }
        return found
    }

    private mutating func endSegment() -> [WakeWordDetection] {
        filler = FillerModel(bigram: bigram)
        var found: [WakeWordDetection] = []
        for index in matchers.indices {
            if let match = matchers[index].finish() { found += detection(match, of: index) }
        }
        scoreHistory.removeAll()
        return found
    }

    private mutating func detection(_ match: PhraseMatcher.Match, of index: Int) -> [WakeWordDetection] {
        let threshold = settings.threshold ?? phrases[index].threshold
        let span = SpeechSpan(start: position(match.start), end: position(match.end))
        // Largest gain that the third stage may still add.
        let verifier = textVerifiers.isEmpty ? nil : textVerifiers[index], potentialGain = verifier?.maxGain ?? 0
        guard match.score + potentialGain >= threshold, match.margin >= settings.minMargin,
            lastEnds[index].map({ span.start >= $0 + settings.refractory }) ?? true
        else {
            return []
        }
        // The second stage takes some milliseconds, the third 0.1 s; each runs only where the result is still open.
        let (first, frames) = scoreHistory.frames(from: match.start - PhraseVerifier.contextFrames)
        var score = match.score - verifiers[index].penalty(frames, end: match.end - first)
        if let verifier, score + potentialGain >= threshold {
            let begin = max(0, match.start * AcousticScorer.frame - TextVerifier.contextSamples)
            score += verifier.scoreChange(audio.samples(begin..<scoredEnd * AcousticScorer.frame))
        }
        guard score >= threshold else { return [] }
        lastEnds[index] = span.end
        return [WakeWordDetection(phrase: phrases[index].text, span: span, score: score)]
    }

    private func position(_ frame: Int) -> SamplePosition { origin + SampleCount(frame * AcousticScorer.frame) }
}
