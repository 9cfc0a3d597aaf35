internal import CRFTraining
internal import Foundation
internal import OrderParsing
internal import Ordering
internal import ParserTraining
internal import PlatformSupport
internal import Speech

/// `brews train`: training of the learned parser on a menu.
enum TrainCommand: Command {
    static let name = "train"
    static let spec = CommandSpec(
        name: "brews train",
        summary:
            "Trains the learned parser on the menu, offline, in about half a minute; the same menu gives the same "
            + "file.",
        options: [
            OptionSpec("output", value: "FILE", "the model to write, also -o (default: parser.model)"),
            OptionSpec(
                "sentences", value: "N",
                "sentences to train with, 100 to 100000 (default: \(TrainingCorpus.standardSentences))"),
        ],
        examples: [
            (
                "brews train --menu tea-house.json -o tea-house.model",
                "train on a menu; use it with --parser tea-house.model"
            ),
            ("brews train --json", "train on the built-in menu, and print the figures as JSON"),
        ])

    /// Held-out sentences for measuring accuracy.
    private static let heldOutSentences = 2_000

    private struct Output: Encodable {
        struct HeldOut: Encodable {
            let sentences: Int
            let wordAccuracy: Double
            let spanAccuracy: Double
            let sentenceAccuracy: Double
        }

        let file: String
        let menu: String
        let sentences: Int
        let seconds: Double
        let bytes: Int
        let weights: Int
        let heldOut: HeldOut
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard arguments.operands.isEmpty else {
            throw CLIError.usage("\(spec.name) takes no operands; see: \(spec.name) --help")
        }
        let count = try arguments.integer("sentences", in: 100...100_000) ?? TrainingCorpus.standardSentences
        let path = arguments.value("output") ?? "parser.model"
        let menu = try setup.menu()
        let start = ContinuousClock.now
        setup.console.progress("making \(count) sentences …")
        let training = try TrainingCorpus(menu: menu)
        let model = try await learn(training, count, setup.console)
        let bytes = model.bytes
        do {
            try OutputFile.write(Array(bytes), to: path)
        } catch {
            throw CLIError.input("\(path) cannot be written: \(error.reason)")
        }
        let seconds = (ContinuousClock.now - start).seconds
        // Measured on the model as read back from the file, with rounded weights.
        let accuracy = training.accuracy(of: try CRFModel(bytes: bytes), on: heldOutSentences)
        let output = Output(
            file: path, menu: menu.store.name, sentences: count, seconds: seconds.rounded(places: 1),
            bytes: bytes.count, weights: model.weightCount,
            heldOut: Output.HeldOut(
                sentences: accuracy.sentences, wordAccuracy: accuracy.wordAccuracy.rounded(places: 4),
                spanAccuracy: accuracy.spanAccuracy.rounded(places: 4),
                sentenceAccuracy: accuracy.sentenceAccuracy.rounded(places: 4)))
        if setup.json {
            try setup.console.json(output)
        } else {
            show(output, setup.console)
        }
        return 0
    }

    private static func learn(_ training: TrainingCorpus, _ count: Int, _ console: Console) async throws -> CRFModel {
        let sequences = try training.sentences(count).map { sentence in
            try LabelledSequence(
                features: sentence.features.map { $0.map { LabelledSequence.Feature($0.name, value: $0.value) } },
                labels: sentence.labels)
        }
        let weights = try await CRFTrainer().train(sequences) { progress in
            console.progress(
                "step \(progress.iteration) of at most \(progress.maxIterations), loss \(Int(progress.loss))")
        }
        console.progress("trained", isLast: true)
        return try training.model(
            states: weights.states.map { ($0.feature, weights.labels[$0.label], $0.weight) },
            transitions: weights.transitions.map { (weights.labels[$0.from], weights.labels[$0.to], $0.weight) })
    }

    private static func show(_ output: Output, _ console: Console) {
        func percent(_ share: Double) -> String { String(format: "%.1f %%", share * 100) }
        console.line("\(output.file): \(output.bytes) bytes, \(output.weights) weights, for the menu of \(output.menu)")
        console.line("trained on   \(output.sentences) sentences in \(output.seconds) s")
        console.line(
            "held out     \(output.heldOut.sentences) sentences: \(percent(output.heldOut.wordAccuracy)) of the "
                + "words, \(percent(output.heldOut.spanAccuracy)) of the spans, "
                + "\(percent(output.heldOut.sentenceAccuracy)) of whole sentences right")
    }
}
