internal import CCRFSuite
internal import Foundation
internal import PlatformSupport
internal import Synchronization

/// Learns a linear-chain conditional random field with CRFsuite (Okazaki, 2007; L-BFGS, orthant-wise where sparse).
///
/// The same sequences and settings give the same weights, bit by bit, on one machine: the method draws no random
/// numbers and runs on one thread, a worker of its own. Safe from any task; trainings run one after another.
public final class CRFTrainer: Sendable {
    /// How far a training is.
    public struct Progress: Equatable, Sendable {
        /// Steps of L-BFGS done, from 1.
        public let step: Int
        /// Most steps there will be; it may end sooner.
        public let mostSteps: Int
        /// What is being made smaller: the negative logarithm of the data's likelihood, with the penalties.
        public let loss: Double
    }

    private let library: CRFSuiteLibrary
    private let worker = SerialWorker(label: "crfsuite")

    /// Opens libcrfsuite.
    ///
    /// - Throws: `LearningError.libraryMissing` when it is not installed or is another version.
    public init() throws(LearningError) { library = try CRFSuiteLibrary.open() }

    /// Learns weights.
    ///
    /// - Parameters:
    ///   - sequences: at least one place in all; every label that is to be told must occur.
    ///   - progress: called after each step, on the worker's thread; must return soon.
    /// - Throws: `LearningError`, or `CancellationError` at once when the task is cancelled. The library has no way to
    ///   stop a training, so a cancelled one ends its steps on the worker, unseen, and its result is dropped.
    public func train(
        _ sequences: [LabelledSequence], settings: LearningSettings = LearningSettings(),
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> LearnedWeights {
        try await worker.run { [library] in
            try Self.withModelFile { path in
                try Training(library, settings).run(sequences, modelFile: path, progress: progress)
                return try ModelFile(library, path: path).weights()
            }
        }
    }

    /// Learns weights and tags sequences with CRFsuite's own tagger and the same model, as a reference for other
    /// taggers.
    func trainAndTag(_ sequences: [LabelledSequence], tag others: [LabelledSequence], settings: LearningSettings)
        async throws -> (LearnedWeights, [ReferenceTagging])
    {
        try await worker.run { [library] in
            try Self.withModelFile { path in
                try Training(library, settings).run(sequences, modelFile: path) { _ in }
                let file = try ModelFile(library, path: path)
                return (try file.weights(), try file.tag(others))
            }
        }
    }

    /// A file for the library to write its model into, removed afterwards.
    private static func withModelFile<Result>(_ body: (String) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("brews-training-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path)
    }
}

/// One training with the library.
private struct Training {
    private let library: CRFSuiteLibrary
    private let settings: LearningSettings

    init(_ library: CRFSuiteLibrary, _ settings: LearningSettings) throws(LearningError) {
        for (name, value) in [("sparseness", settings.sparseness), ("smoothness", settings.smoothness)]
        where !(value >= 0 && value.isFinite) {
            throw .unusable(reason: "\(name) is \(value); it must be 0 or more")
        }
        for (name, value) in [("mostSteps", settings.mostSteps), ("leastSightings", settings.leastSightings)]
        where !(1...1_000_000).contains(value) {
            throw .unusable(reason: "\(name) is \(value); it must be 1 to 1,000,000")
        }
        self.library = library
        self.settings = settings
    }

    func run(
        _ sequences: [LabelledSequence], modelFile path: String,
        progress: @escaping @Sendable (CRFTrainer.Progress) -> Void
    ) throws(LearningError) {
        guard sequences.contains(where: { !$0.labels.isEmpty }) else {
            throw .unusable(reason: "there is no sequence to learn from")
        }
        let attributes = try CRFSuiteDictionary(library), labels = try CRFSuiteDictionary(library)
        let data = try CRFSuiteData(sequences, attributes: attributes, labels: labels)
        let trainer = try library.create("train/crf1d/lbfgs", as: crfsuite_trainer_t.self)
        defer { _ = trainer.pointee.release(trainer) }
        try configure(trainer)
        // Retained for as long as the trainer may report, released after it.
        let report = Report(mostSteps: settings.mostSteps, progress: progress)
        var listener = crfsuite_listener_t(context: Unmanaged.passUnretained(report).toOpaque()) { context, line in
            guard let context, let line else { return }
            Unmanaged<Report>.fromOpaque(context).takeUnretainedValue().read(String(cString: line))
        }
        let code = withExtendedLifetime((report, data)) {
            withUnsafeMutablePointer(to: &listener) { listener in
                crfsuite_listen(trainer, listener)
                return withUnsafePointer(to: data.value) { trainer.pointee.train(trainer, $0, path, -1) }
            }
        }
        guard code == 0 else { throw .failed(function: "crfsuite_trainer train", code: Int(code)) }
    }

    private func configure(_ trainer: UnsafeMutablePointer<crfsuite_trainer_t>) throws(LearningError) {
        guard let parameters = trainer.pointee.params(trainer) else {
            throw .failed(function: "crfsuite_trainer params", code: 0)
        }
        defer { _ = parameters.pointee.release(parameters) }
        let values = [
            ("c1", "\(settings.sparseness)"), ("c2", "\(settings.smoothness)"),
            ("max_iterations", "\(settings.mostSteps)"),
            ("feature.minfreq", "\(settings.leastSightings)"), ("feature.possible_states", "0"),
            ("feature.possible_transitions", "1"),
        ]
        for (name, value) in values {
            let code = parameters.pointee.set(parameters, name, value)
            guard code == 0 else { throw .failed(function: "crfsuite_params set \(name)", code: Int(code)) }
        }
    }
}

/// Reads the lines that the trainer reports.
private final class Report: Sendable {
    private let mostSteps: Int
    private let progress: @Sendable (CRFTrainer.Progress) -> Void
    private let step = Mutex(0)

    init(mostSteps: Int, progress: @escaping @Sendable (CRFTrainer.Progress) -> Void) {
        self.mostSteps = mostSteps
        self.progress = progress
    }

    /// "Loss: 12.5" comes once a step.
    func read(_ line: String) {
        guard line.hasPrefix("Loss: "), let loss = Double(line.dropFirst(6).filter { !$0.isWhitespace }) else { return }
        let step = step.withLock { step in
            step += 1
            return step
        }
        progress(CRFTrainer.Progress(step: step, mostSteps: mostSteps, loss: loss))
    }
}

/// Training data in the library's layout, freed with this object.
private final class CRFSuiteData {
    private(set) var value = crfsuite_data_t()
    private var freeing: [() -> Void] = []

    init(_ sequences: [LabelledSequence], attributes: CRFSuiteDictionary, labels: CRFSuiteDictionary)
        throws(LearningError)
    {
        let instances = allocate(crfsuite_instance_t.self, sequences.count)
        for (index, sequence) in sequences.enumerated() {
            let items = allocate(crfsuite_item_t.self, sequence.features.count)
            let marks = allocate(Int32.self, sequence.labels.count)
            for place in sequence.features.indices {
                let features = sequence.features[place]
                let contents = allocate(crfsuite_attribute_t.self, features.count)
                for (at, feature) in features.enumerated() {
                    contents[at] = crfsuite_attribute_t(aid: try attributes.add(feature.name), value: feature.value)
                }
                items[place] = crfsuite_item_t(
                    num_contents: Int32(features.count), cap_contents: Int32(features.count), contents: contents)
                marks[place] = try labels.add(sequence.labels[place])
            }
            let count = Int32(sequence.features.count)
            instances[index] = crfsuite_instance_t(
                num_items: count, cap_items: count, items: items, labels: marks, weight: 1, group: 0)
        }
        let count = Int32(sequences.count)
        value = crfsuite_data_t(
            num_instances: count, cap_instances: count, instances: instances, attrs: attributes.handle,
            labels: labels.handle)
    }

    deinit { for free in freeing { free() } }

    private func allocate<Element>(_ type: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element> {
        let pointer = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
        freeing.append { pointer.deallocate() }
        return pointer
    }
}
