internal import BrewsCLI
internal import Foundation
internal import KioskRuntime
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TwoPassEngine
internal import VoiceOrdering

/// The hypotheses of both engines for one recording.
struct TwoPassTake: Codable, Sendable {
    /// A stable result of the first engine. A result that closes an utterance has the second engine's words for the
    /// whole utterance, or the first engine's where no second pass was needed.
    struct Step: Codable, Sendable {
        struct Word: Codable, Sendable {
            let text: String
            let span: SpeechSpan
            let confidence: Double
        }

        let span: SpeechSpan
        let words: [Word]
        /// How the utterance ended, where the result closes one: `endpoint` by the recogniser, `endOfInput` also by the
        /// endpointer, after which no utterance is continued.
        let end: String?
        let second: [Word]?
    }

    let clip: String
    let condition: String
    /// Section of noise; `nil` without noise and in older files.
    let seed: UInt64?
    let steps: [Step]

    /// Decodes a recording with both engines as the kiosk does, but without a deadline, so that a busy machine changes
    /// nothing.
    ///
    /// - Parameter listen: makes the session that ends utterances.
    init(
        clip: String, condition: String, seed: UInt64?, samples: [Int16], first: any VoiceService, second: SecondPass,
        listen: (any AudioInput) throws -> ListeningSession
    ) async throws {
        let reports = Mutex<[SecondPassReport]>([])
        let always = TwoPassVoiceService<ContinuousClock>.Settings(
            deadline: .seconds(600), combiner: .init(confidenceThreshold: 2, margin: 10))
        let service = TwoPassVoiceService(first: first, second: second, settings: always, clock: ContinuousClock()) {
            report in
            reports.withLock { $0.append(report) }
        }
        var steps: [Step] = [], session = try listen(ClipInput(samples))
        for try await result in try await service.startListening(to: session.audio, vocabulary: nil) {
            _ = session.process(result, question: .none)
            guard !result.isVolatile else { continue }
            let again =
                result.utteranceEnd == nil
                ? nil : reports.withLock { reports in reports.isEmpty ? nil : Self.second(reports.removeFirst()) }
            steps.append(
                Step(
                    span: result.span, words: result.words.map(Step.Word.init),
                    end: result.utteranceEnd.map { session.lastDecision == nil ? $0 : .endOfInput }?.rawValue,
                    second: again?.map(Step.Word.init)))
        }
        self.clip = clip
        self.condition = condition
        self.seed = seed
        self.steps = steps
    }

    private static func second(_ report: SecondPassReport) -> [TranscribedWord] {
        report.outcome == .skipped ? report.first : report.second
    }
}

extension TwoPassTake.Step {
    /// The first engine's result.
    var result: VoiceTranscriptionResult {
        VoiceTranscriptionResult(
            span: span, words: words.map(\.word), isVolatile: false, utteranceEnd: end.flatMap(UtteranceEnd.init))
    }
}

extension TwoPassTake.Step.Word {
    init(_ word: TranscribedWord) { self.init(text: word.text, span: word.span, confidence: word.confidence) }

    var word: TranscribedWord { TranscribedWord(text: text, span: span, confidence: confidence) }
}

/// Plays readings through the combiner, the parser and the cart.
struct TwoPassReplay {
    /// Result of one recording.
    struct Verdict {
        let alone: Bool
        let second: Bool
        let together: Bool
        let aloneText: String
        let togetherText: String
        let asked: Int
        let replaced: Int
    }

    let menu: Menu
    let parser: OrderParsingPipeline
    let slots: [String: [String: String]]

    func play(_ take: TwoPassTake, _ settings: HypothesisCombiner.Settings, judge: @escaping HypothesisScorer)
        async throws
        -> Verdict
    {
        let combiner = HypothesisCombiner(settings: settings)
        var together: [VoiceTranscriptionResult] = [], second: [VoiceTranscriptionResult] = [],
            stable: [TranscribedWord] = []
        var asked = 0, replaced = 0
        for step in take.steps {
            guard let end = step.result.utteranceEnd else {
                stable += step.result.words
                together.append(step.result)
                continue
            }
            let again = (step.second ?? []).map(\.word)
            second.append(VoiceTranscriptionResult(span: step.span, words: again, isVolatile: false, utteranceEnd: end))
            if combiner.needsSecondPass(step.result.words) {
                let decision = combiner.combine(step.result, stable: stable, second: again, scorer: judge)
                asked += 1
                replaced += decision.choice == .first ? 0 : 1
                together.append(decision.closing)
            } else {
                together.append(step.result)
            }
            stable = []
        }
        let alone = try await order(take.steps.map(\.result), take), both = try await order(together, take)
        return Verdict(
            alone: alone.accepted, second: try await order(second, take).accepted, together: both.accepted,
            aloneText: alone.text, togetherText: both.text, asked: asked,
            replaced: replaced)
    }

    private func order(_ results: [VoiceTranscriptionResult], _ take: TwoPassTake) async throws -> (
        accepted: Bool, text: String
    ) {
        let guest = try VoiceOrderingOrchestrator(
            menu: menu, service: ReplayedService(results: results), vocabulary: nil, parser: parser
        ) { .zero }
        let outcome = try await guest.takeOrder(from: ClipInput([]))
        return (
            outcome.lines.contains { OrderScore.accepts($0.line, slots[take.clip] ?? [:], menu) }, outcome.transcript
        )
    }

    /// Settings to compare, otherwise as in `base`.
    static func grid(_ base: HypothesisCombiner.Settings) -> [HypothesisCombiner.Settings] {
        let absents = base.unit == .word ? [0.3, 0.4, 0.5, 0.6, 0.7, 0.8] : [base.nullConfidence]
        return [0.3, 0.5, 0.7, 0.85, 1].flatMap { share in
            [0.8, 0.9, 1].flatMap { scale in
                [0, 0.02, 0.05, 0.1].flatMap { margin in
                    absents.map { absent in
                        var settings = base
                        (
                            settings.semanticWeight, settings.secondConfidenceScale, settings.margin,
                            settings.nullConfidence
                        ) = (
                            share, scale, margin, absent
                        )
                        return settings
                    }
                }
            }
        }
    }
}

/// Cached judgements: a sweep requests the same words many times.
final class JudgedWords: Sendable {
    private let known = Mutex<[[String]: Double]>([:])
    private let first: HypothesisScorer

    init(_ judge: @escaping HypothesisScorer) { first = judge }

    var judge: HypothesisScorer {
        { words in
            if let known = self.known.withLock({ $0[words] }) { return known }
            let judged = self.first(words)
            self.known.withLock { $0[words] = judged }
            return judged
        }
    }
}

/// Result of one condition with one setting.
struct TwoPassScore {
    let condition: String
    let settings: HypothesisCombiner.Settings
    private(set) var takes = 0, alone = 0, second = 0, together = 0, either = 0, fixes = 0, breaks = 0, asked = 0,
        replaced = 0
    /// Orders corrected and broken, with their files.
    private(set) var changes: [String] = []

    init(condition: String, settings: HypothesisCombiner.Settings) {
        self.condition = condition
        self.settings = settings
    }

    mutating func add(_ verdict: TwoPassReplay.Verdict, _ take: TwoPassTake) {
        takes += 1
        alone += verdict.alone ? 1 : 0
        second += verdict.second ? 1 : 0
        together += verdict.together ? 1 : 0
        either += verdict.alone || verdict.second ? 1 : 0
        asked += verdict.asked
        replaced += verdict.replaced
        guard verdict.alone != verdict.together else { return }
        if verdict.together { fixes += 1 } else { breaks += 1 }
        changes.append(
            "\(verdict.together ? "mended" : "broken") \(take.clip): “\(verdict.aloneText)” → “\(verdict.togetherText)”"
        )
    }

    static let header =
        """
        condition         sense scale margin absent   takes   first  second  either  two-pass   mended  broken   \
        asked  replaced
        """

    var row: String {
        condition.padded(to: 18)
            + String(
                format: "%5.2f %5.2f %6.2f %6.2f %7d %7d %7d %7d %9d %8d %7d %7d %9d", settings.semanticWeight,
                settings.secondConfidenceScale, settings.margin,
                settings.nullConfidence, takes, alone, second, either,
                together, fixes, breaks, asked, replaced)
    }

    /// JSON of one condition, with everything needed to repeat it.
    struct Report: Encodable {
        let benchmark = "twopass"
        let condition: String
        let takes, first, second, either, twoPass, mended, broken, asked, replaced: Int
        let changes: [String]
        let corpus: String
        let model: String
        let machine = Machine.description
        let command = CommandLine.arguments.joined(separator: " ")

        init(_ score: TwoPassScore, corpus: String, model: String) {
            condition = score.condition
            takes = score.takes
            first = score.alone
            second = score.second
            either = score.either
            twoPass = score.together
            mended = score.fixes
            broken = score.breaks
            asked = score.asked
            replaced = score.replaced
            changes = score.changes
            self.corpus = corpus
            self.model = model
        }
    }
}
