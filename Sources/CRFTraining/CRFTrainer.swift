internal import CCRFSuite
internal import Foundation
internal import PlatformSupport
internal import Synchronization

/// Trains a linear-chain conditional random field with CRFsuite (Okazaki, 2007) by L-BFGS, or OWL-QN with an L1
/// penalty.
///
/// ```
/// let sequence = try LabelledSequence(features: [[.init("word=latte")]], labels: ["B-ITEM"])
/// let weights = try await CRFTrainer().train([sequence])
/// ```
///
/// The same sequences and settings give bit-identical weights on one machine: the method uses no random numbers and one
/// thread, a worker of its own. Safe to call from any task; trainings run one after another.
public final class CRFTrainer: Sendable {
    /// Progress of a training.
    public struct Progress: Equatable, Sendable {
        /// L-BFGS iterations done, from 1.
        public let iteration: Int
        /// Largest number of iterations; training may end sooner.
        public let maxIterations: Int
        /// The objective being minimised: negative log-likelihood of the data plus the penalties.
        public let loss: Double
    }

    private let library: CRFSuiteLibrary
    private let worker = SerialWorker(label: "crfsuite")

    /// Opens libcrfsuite.
    ///
    /// - Throws: `CRFTrainingError.libraryMissing` when it is not installed or has another version.
    public init() throws(CRFTrainingError) { library = try CRFSuiteLibrary.open() }

    /// Trains weights.
    ///
    /// - Parameters:
    ///   - sequences: training data with at least one position; every label must occur.
    ///   - settings: penalties and limits.
    ///   - progress: called after each iteration on the worker's thread; it must return soon.
    /// - Throws: `CRFTrainingError`; `CancellationError` at once when the task is cancelled. The library cannot
    ///   interrupt a training, so a cancelled one continues on the worker and its result is dropped.
    public func train(
        _ sequences: [LabelledSequence], settings: CRFTrainingSettings = CRFTrainingSettings(),
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> CRFWeights {
        try await worker.run { [library] in
            try Self.withModelFile { path in
                try Training(library, settings).run(sequences, modelFile: path, progress: progress)
                return try ModelFile(library, path: path).weights()
            }
        }
    }

    /// Trains weights and tags sequences with CRFsuite's own tagger, as a reference for other taggers.
    func trainAndTag(_ sequences: [LabelledSequence], tag others: [LabelledSequence], settings: CRFTrainingSettings)
        async throws -> (CRFWeights, [ReferenceTagging])
    {
        try await worker.run { [library] in
            try Self.withModelFile { path in
                try Training(library, settings).run(sequences, modelFile: path) { _ in }
                let file = try ModelFile(library, path: path)
                return (try file.weights(), try file.tag(others))
            }
        }
    }

    /// Calls `body` with the path of a temporary file for the library's model, and removes the file afterwards.
    private static func withModelFile<Result>(_ body: (String) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("brews-training-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path)
    }
}

/// One training with the library.
private struct Training {
    private let library: CRFSuiteLibrary
    private let settings: CRFTrainingSettings

    init(_ library: CRFSuiteLibrary, _ settings: CRFTrainingSettings) throws(CRFTrainingError) {
        for (name, value) in [("l1Penalty", settings.l1Penalty), ("l2Penalty", settings.l2Penalty)]
        where !(value >= 0 && value.isFinite) {
            throw .unusable(reason: "\(name) is \(value); it must be 0 or more")
        }
        for (name, value) in [("maxIterations", settings.maxIterations), ("minFeatureCount", settings.minFeatureCount)]
        where !(1...1_000_000).contains(value) {
            throw .unusable(reason: "\(name) is \(value); it must be 1 to 1,000,000")
        }
        self.library = library
        self.settings = settings
    }

    func run(
        _ sequences: [LabelledSequence], modelFile path: String,
        progress: @escaping @Sendable (CRFTrainer.Progress) -> Void
    ) throws(CRFTrainingError) {
        guard sequences.contains(where: { !$0.labels.isEmpty }) else {
            throw .unusable(reason: "there is no sequence to train on")
        }
        let attributes = try CRFSuiteDictionary(library), labels = try CRFSuiteDictionary(library)
        let data = try CRFSuiteData(sequences, attributes: attributes, labels: labels)
        let trainer = try library.create("train/crf1d/lbfgs", as: crfsuite_trainer_t.self)
        defer { _ = trainer.pointee.release(trainer) }
        try configure(trainer)
        // Retained while the trainer may report, released afterwards.
        let report = Report(maxIterations: settings.maxIterations, progress: progress)
        var listener = crfsuite_listener_t(context: Unmanaged.passUnretained(report).toOpaque()) { context, line in
            guard let context, let line else { return }
            Unmanaged<Report>.fromOpaque(context).takeUnretainedValue().process(String(cString: line))
        }
        let code = withExtendedLifetime((report, data)) {
            withUnsafeMutablePointer(to: &listener) { listener in
                crfsuite_listen(trainer, listener)
                return withUnsafePointer(to: data.value) { trainer.pointee.train(trainer, $0, path, -1) }
            }
        }
        guard code == 0 else { throw .failed(function: "crfsuite_trainer train", code: Int(code)) }
    }

    private func configure(_ trainer: UnsafeMutablePointer<crfsuite_trainer_t>) throws(CRFTrainingError) {
        guard let parameters = trainer.pointee.params(trainer) else {
            throw .failed(function: "crfsuite_trainer params", code: 0)
        }
        defer { _ = parameters.pointee.release(parameters) }
        let values = [
            ("c1", "\(settings.l1Penalty)"), ("c2", "\(settings.l2Penalty)"),
            ("max_iterations", "\(settings.maxIterations)"),
            ("feature.minfreq", "\(settings.minFeatureCount)"), ("feature.possible_states", "0"),
            ("feature.possible_transitions", "1"),
        ]
        for (name, value) in values {
            let code = parameters.pointee.set(parameters, name, value)
            guard code == 0 else { throw .failed(function: "crfsuite_params set \(name)", code: Int(code)) }
        }
    }
}

/// Parses the lines that the trainer reports.
private final class Report: Sendable {
    private let maxIterations: Int
    private let progress: @Sendable (CRFTrainer.Progress) -> Void
    private let iteration = Mutex(0)

    init(maxIterations: Int, progress: @escaping @Sendable (CRFTrainer.Progress) -> Void) {
        self.maxIterations = maxIterations
        self.progress = progress
    }

    /// Processes one line; a line such as "Loss: 12.5" is reported once per iteration.
    func process(_ line: String) {
        guard line.hasPrefix("Loss: "), let loss = Double(line.dropFirst(6).filter { !$0.isWhitespace }) else { return }
        let iteration = iteration.withLock { iteration in
            iteration += 1
            return iteration
        }
        progress(CRFTrainer.Progress(iteration: iteration, maxIterations: maxIterations, loss: loss))
    }
}

/// Training data in the library's memory layout, freed with this object.
private final class CRFSuiteData {
    private(set) var value = crfsuite_data_t()
    private var freeing: [() -> Void] = []

    init(_ sequences: [LabelledSequence], attributes: CRFSuiteDictionary, labels: CRFSuiteDictionary)
        throws(CRFTrainingError)
    {
        let instances = allocate(crfsuite_instance_t.self, sequences.count)
        for (index, sequence) in sequences.enumerated() {
            let items = allocate(crfsuite_item_t.self, sequence.features.count)
            let marks = allocate(Int32.self, sequence.labels.count)
            for position in sequence.features.indices {
                let features = sequence.features[position]
                let contents = allocate(crfsuite_attribute_t.self, features.count)
                for (at, feature) in features.enumerated() {
                    contents[at] = crfsuite_attribute_t(aid: try attributes.add(feature.name), value: feature.value)
                }
                items[position] = crfsuite_item_t(
                    num_contents: Int32(features.count), cap_contents: Int32(features.count), contents: contents)
                marks[position] = try labels.add(sequence.labels[position])
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
