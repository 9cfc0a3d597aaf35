internal import CCRFSuite
internal import Foundation

/// The result of CRFsuite's own tagger for one sequence.
struct ReferenceTagging: Equatable, Sendable {
    /// The best label sequence (`viterbi`).
    let labels: [String]
    /// The marginal probability of each label at each position, by label name (`marginal_point`).
    let marginals: [[String: Double]]
    /// Log-probability of the best label sequence (`viterbi` minus `lognorm`).
    let logLikelihood: Double
}

/// A model file that the library has just written.
final class ModelFile {
    private static let headerBytes = 48, chunkBytes = 12, featureBytes = 20

    private let library: CRFSuiteLibrary
    private let model: UnsafeMutablePointer<crfsuite_model_t>
    private let bytes: [UInt8]
    private let labels: [String]

    /// Opens a model file.
    ///
    /// - Throws: `CRFTrainingError.modelUnreadable` when the file is missing or incomplete, as on a full disk.
    init(_ library: CRFSuiteLibrary, path: String) throws(CRFTrainingError) {
        guard let data = FileManager.default.contents(atPath: path) else { throw .modelUnreadable }
        bytes = [UInt8](data)
        // "lCRF", then the size of the file, which the library writes last (crf1d_model.c).
        guard bytes.count >= Self.headerBytes, Array(bytes.prefix(4)) == Array("lCRF".utf8),
            Self.number(bytes, at: 4) == bytes.count
        else { throw .modelUnreadable }
        self.library = library
        let model = try library.model(file: path)
        self.model = model
        do {
            labels = try Self.labels(of: model)
        } catch {
            _ = model.pointee.release(model)
            throw error
        }
    }

    deinit { _ = model.pointee.release(model) }

    /// Returns all weights as stored, in double precision. The library's own dump has six decimals only.
    func weights() throws(CRFTrainingError) -> CRFWeights {
        let attributes = try Self.attributes(of: model).strings()
        let start = Self.number(bytes, at: 28)
        guard start >= 0, start + Self.chunkBytes <= bytes.count else { throw .modelUnreadable }
        let count = Self.number(bytes, at: start + 8)
        guard count >= 0, count <= (bytes.count - start - Self.chunkBytes) / Self.featureBytes else {
            throw .modelUnreadable
        }
        var states: [CRFWeights.State] = [], transitions: [CRFWeights.Transition] = []
        for index in 0..<count {
            let at = start + Self.chunkBytes + index * Self.featureBytes
            let source = Self.number(bytes, at: at + 4), label = Self.number(bytes, at: at + 8)
            let weight = Double(
                bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[at + 12 + $1]) << (8 * UInt64($1)) })
            let isTransition = Self.number(bytes, at: at) == 1
            guard labels.indices.contains(label), (isTransition ? labels.indices : attributes.indices).contains(source)
            else { throw .modelUnreadable }
            if isTransition {
                transitions.append(CRFWeights.Transition(from: source, to: label, weight: weight))
            } else {
                states.append(CRFWeights.State(feature: attributes[source], label: label, weight: weight))
            }
        }
        return CRFWeights(labels: labels, states: states, transitions: transitions)
    }

    /// Tags sequences with the library's tagger.
    func tag(_ sequences: [LabelledSequence]) throws(CRFTrainingError) -> [ReferenceTagging] {
        var pointer: UnsafeMutablePointer<crfsuite_tagger_t>?
        let code = model.pointee.get_tagger(model, &pointer)
        guard code == 0, let tagger = pointer else {
            throw .failed(function: "crfsuite_model get_tagger", code: Int(code))
        }
        defer { _ = tagger.pointee.release(tagger) }
        let attributes = try Self.attributes(of: model)
        var taggings: [ReferenceTagging] = []
        for sequence in sequences { taggings.append(try tag(sequence, tagger, attributes)) }
        return taggings
    }

    private func tag(
        _ sequence: LabelledSequence, _ tagger: UnsafeMutablePointer<crfsuite_tagger_t>,
        _ attributes: CRFSuiteDictionary
    ) throws(CRFTrainingError) -> ReferenceTagging {
        // The library does not support empty sequences.
        let count = sequence.features.count
        guard count > 0 else { return ReferenceTagging(labels: [], marginals: [], logLikelihood: 0) }
        var contents = sequence.features.map { features in
            features.compactMap { feature in
                attributes.id(feature.name).map { crfsuite_attribute_t(aid: $0, value: feature.value) }
            }
        }
        let buffers = contents.indices.map { position in
            let buffer = UnsafeMutableBufferPointer<crfsuite_attribute_t>.allocate(
                capacity: max(1, contents[position].count))
            for (at, attribute) in contents[position].enumerated() { buffer[at] = attribute }
            return buffer
        }
        defer { for buffer in buffers { buffer.deallocate() } }
        var items = contents.indices.map { position in
            crfsuite_item_t(
                num_contents: Int32(contents[position].count), cap_contents: Int32(contents[position].count),
                contents: buffers[position].baseAddress)
        }
        contents.removeAll()
        var path = [Int32](repeating: 0, count: count)
        var score = 0.0, norm = 0.0
        var marginals: [[String: Double]] = []
        var code: Int32 = 0
        items.withUnsafeMutableBufferPointer { items in
            var instance = crfsuite_instance_t(
                num_items: Int32(count), cap_items: Int32(count), items: items.baseAddress, labels: nil, weight: 1,
                group: 0)
            code = tagger.pointee.set(tagger, &instance)
            if code == 0 { code = tagger.pointee.viterbi(tagger, &path, &score) }
            if code == 0 { code = tagger.pointee.lognorm(tagger, &norm) }
            for position in 0..<count where code == 0 {
                var likelihoods: [String: Double] = [:]
                for (label, name) in labels.enumerated() where code == 0 {
                    var likelihood = 0.0
                    code = tagger.pointee.marginal_point(tagger, Int32(label), Int32(position), &likelihood)
                    likelihoods[name] = likelihood
                }
                marginals.append(likelihoods)
            }
        }
        guard code == 0, path.allSatisfy({ labels.indices.contains(Int($0)) }) else {
            throw .failed(function: "crfsuite_tagger", code: Int(code))
        }
        return ReferenceTagging(labels: path.map { labels[Int($0)] }, marginals: marginals, logLikelihood: score - norm)
    }

    private static func labels(of model: UnsafeMutablePointer<crfsuite_model_t>) throws(CRFTrainingError) -> [String] {
        var pointer: UnsafeMutablePointer<crfsuite_dictionary_t>?
        let code = model.pointee.get_labels(model, &pointer)
        guard code == 0, let pointer else { throw .failed(function: "crfsuite_model get_labels", code: Int(code)) }
        return try CRFSuiteDictionary(owned: pointer).strings()
    }

    private static func attributes(of model: UnsafeMutablePointer<crfsuite_model_t>) throws(CRFTrainingError)
        -> CRFSuiteDictionary
    {
        var pointer: UnsafeMutablePointer<crfsuite_dictionary_t>?
        let code = model.pointee.get_attrs(model, &pointer)
        guard code == 0, let pointer else { throw .failed(function: "crfsuite_model get_attrs", code: Int(code)) }
        return CRFSuiteDictionary(owned: pointer)
    }

    /// Returns a little-endian 32-bit number; -1 outside the file.
    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        guard offset >= 0, offset + 4 <= bytes.count else { return -1 }
        return (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}
