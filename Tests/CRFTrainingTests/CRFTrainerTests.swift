internal import Ordering
internal import Synchronization
internal import Testing

@testable internal import CRFTraining
@testable internal import OrderParsing
@testable internal import ParserTraining

@Suite(.timeLimit(.minutes(10)))
struct CRFTrainerTests {
    private static let training = Result { try TrainingCorpus(menu: MenuLoader.builtIn()) }

    private static func quick(steps: Int) -> CRFTrainingSettings {
        var settings = CRFTrainingSettings()
        settings.maxIterations = steps
        settings.minFeatureCount = 1
        return settings
    }

    private static func sequences(_ sentences: [ParserTrainingSentence]) throws -> [LabelledSequence] {
        try sentences.map { sentence in
            try LabelledSequence(
                features: sentence.features.map { $0.map { LabelledSequence.Feature($0.name, value: $0.value) } },
                labels: sentence.labels)
        }
    }

    private static func model(_ weights: CRFWeights) throws -> CRFModel {
        try CRFModel(
            menuDigest: 0, states: weights.states.map { ($0.feature, weights.labels[$0.label], $0.weight) },
            transitions: weights.transitions.map { (weights.labels[$0.from], weights.labels[$0.to], $0.weight) })
    }

    @Test("our tagger and CRFsuite's own give the same labels and likelihoods with the same model")
    func reference() async throws {
        let training = try Self.training.get()
        let others = training.heldOut(500)
        let (weights, references) = try await CRFTrainer().trainAndTag(
            Self.sequences(training.sentences(600)), tag: Self.sequences(others.map(training.featured)),
            settings: Self.quick(steps: 25))
        let tagger = CRFTagger(
            extractor: try FeatureExtractor(menu: MenuLoader.builtIn()), model: try Self.model(weights))
        #expect(references.count == 500)
        var farthest = 0.0
        for (sentence, reference) in zip(others, references) {
            let ours = tagger.labelling(sentence.words)
            #expect(ours.labels == reference.labels, "\(sentence.words)")
            #expect(abs(ours.logProbability - reference.logLikelihood) < 1e-6)
            for (mine, theirs) in zip(ours.marginals, reference.marginals) {
                for (label, likelihood) in theirs { farthest = max(farthest, abs(likelihood - (mine[label] ?? 0))) }
            }
        }
        #expect(farthest < 1e-6)
    }

    @Test("the same training gives the same model file, byte by byte")
    func determinism() async throws {
        let learner = try CRFTrainer()
        var files: [[UInt8]] = []
        for _ in 0..<2 {
            let training = try TrainingCorpus(menu: MenuLoader.builtIn())
            let weights = try await learner.train(
                Self.sequences(training.sentences(300)), settings: Self.quick(steps: 15))
            files.append(try Self.model(weights).bytes)
        }
        #expect(files[0] == files[1] && files[0].count > 1_000)
    }

    @Test("few sentences and steps are enough to learn something")
    func learns() async throws {
        let training = try Self.training.get()
        let weights = try await CRFTrainer().train(
            Self.sequences(training.sentences(600)), settings: Self.quick(steps: 30))
        let accuracy = training.accuracy(of: try Self.model(weights), on: 100)
        #expect(accuracy.wordAccuracy > 0.85, "\(accuracy)")
    }

    @Test("the parser's closed-class words are those of the training templates")
    func closedClassWords() throws {
        #expect(try ClosedClassWords.english() == TrainingData.english().closedWords)
    }

    @Test("each step is reported, with a loss that falls")
    func progress() async throws {
        let reports = Mutex<[CRFTrainer.Progress]>([])
        let sequences = try Self.sequences(Self.training.get().sentences(100))
        _ = try await CRFTrainer().train(sequences, settings: Self.quick(steps: 8)) { report in
            reports.withLock { $0.append(report) }
        }
        let seen = reports.withLock { $0 }
        #expect(seen.map(\.iteration) == Array(1...8) && seen.allSatisfy { $0.maxIterations == 8 })
        #expect((seen.last?.loss ?? 0) < (seen.first?.loss ?? 0))
    }

    @Test("nothing to learn from, unequal lengths and settings out of range are errors")
    func bad() async throws {
        let learner = try CRFTrainer()
        await #expect(throws: CRFTrainingError.self) { try await learner.train([]) }
        await #expect(throws: CRFTrainingError.self) {
            try await learner.train([LabelledSequence(features: [], labels: [])])
        }
        #expect(throws: CRFTrainingError.unequalLength(positions: 1, labels: 0)) {
            try LabelledSequence(features: [[]], labels: [])
        }
        let one = [try LabelledSequence(features: [[]], labels: ["O"])]
        var sparse = CRFTrainingSettings(), smooth = CRFTrainingSettings(), still = CRFTrainingSettings()
        sparse.l1Penalty = -.infinity
        smooth.l2Penalty = .nan
        still.maxIterations = 0
        for settings in [sparse, smooth, still] {
            await #expect(throws: CRFTrainingError.self) { try await learner.train(one, settings: settings) }
        }
    }

    @Test("positions without features and labels of one kind are learned too")
    func sparse() async throws {
        let sequences = try (0..<3).map { _ in
            try LabelledSequence(features: [[], [.init("seen")], []], labels: ["O", "O", "O"])
        }
        let (weights, taggings) = try await CRFTrainer().trainAndTag(
            sequences, tag: sequences + [LabelledSequence(features: [], labels: [])], settings: Self.quick(steps: 3))
        #expect(weights.labels == ["O"])
        #expect(taggings.map(\.labels) == [["O", "O", "O"], ["O", "O", "O"], ["O", "O", "O"], []])
    }

    @Test("a cancelled training ends at once")
    func cancelled() async throws {
        let learner = try CRFTrainer()
        let sequences = try Self.sequences(Self.training.get().sentences(300))
        let task = Task { try await learner.train(sequences, settings: Self.quick(steps: 40)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
