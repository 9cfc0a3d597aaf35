public import Speech

/// An acoustic model in memory: filter-bank features to a score (pseudo log-likelihood) per output, one frame per 30
/// ms.
///
/// nnet3's factored time-delay network (Povey et al. 2018, "Semi-Orthogonal Low-Rank Matrix Factorization for Deep
/// Neural Networks"), evaluated as in decoding: with full context, streaming, in 32-bit floats. Immutable and shared by
/// all streams.
///
/// ```
/// let network = try AcousticNetwork([UInt8](Data(contentsOf: modelURL.appending(path: "am/final.mdl"))))
/// ```
public final class AcousticNetwork: Sendable {
    /// Feature frames (10 ms) between two outputs: `--frame-subsampling-factor` in `conf/model.conf`.
    static let interval = 3

    let plan: NetworkPlan
    let phones: [AcousticModelFile.PhoneOutputs]

    /// Builds a network from the bytes of `am/final.mdl`. This takes about 20 ms; call it at start-up.
    ///
    /// - Throws: `AcousticModelError` for other bytes, or for a model with unsupported parts.
    public init(_ bytes: [UInt8]) throws(AcousticModelError) {
        let file = try AcousticModelFile(bytes)
        plan = try NetworkPlan(file, interval: Self.interval)
        guard file.phones.count == Phone.allCases.count else {
            throw .unsupported(
                "it has \(file.phones.count) phones, not the \(Phone.allCases.count) that are known here")
        }
        guard plan.outputWidth == 2 * file.phones.count, plan.inputWidth == FilterBank.bins else {
            throw .unsupported("its network has other inputs or outputs")
        }
        phones = file.phones
    }
}

/// The streaming evaluation of one segment of audio.
struct NetworkStream: Sendable {
    /// Values of the features or of a layer, beginning with the oldest that is still needed.
    private struct ValueBuffer {
        let width: Int
        let interval: Int
        /// Time of the first value kept.
        var start: Int
        var values: [Float] = []

        var count: Int { width > 0 ? values.count / width : 0 }
        /// Time of the next value.
        var end: Int { start + count * interval }

        /// Removes the values before a time.
        mutating func removeValues(before time: Int) {
            let frames = min(count, max(0, (time - start) / interval))
            values.removeFirst(frames * width)
            start += frames * interval
        }
    }

    /// Outputs computed at a time: the frames that the transform processes in one pass.
    private static let batch = 4

    private let network: AcousticNetwork
    private var features: ValueBuffer
    private var buffers: [ValueBuffer] = []
    private var lastFrame: [Float] = []

    init(_ network: AcousticNetwork) {
        self.network = network
        let plan = network.plan
        features = ValueBuffer(width: plan.inputWidth, interval: 1, start: -plan.leftContext)
        // First time at which all inputs of a layer exist.
        for layer in plan.layers {
            let earliest =
                layer.sources.map { ($0.layer < 0 ? features.start : buffers[$0.layer].start) - $0.offset }.max() ?? 0
            let time = Int((Double(earliest) / Double(layer.interval)).rounded(.up)) * layer.interval
            buffers.append(ValueBuffer(width: layer.width, interval: layer.interval, start: time))
        }
    }

    /// Processes features and returns the outputs that can now be computed.
    ///
    /// - Parameter frames: feature vectors one after another. The first of a segment is repeated as its left context.
    /// - Returns: output vectors one after another, the first of the segment at its first feature.
    mutating func push(_ frames: [Float]) -> [Float] {
        let width = network.plan.inputWidth
        guard frames.count >= width else { return [] }
        if lastFrame.isEmpty { for _ in 0..<network.plan.leftContext { features.values += frames.prefix(width) } }
        features.values += frames
        lastFrame = Array(frames.suffix(width))
        let last = network.plan.layers.count - 1
        let ready = features.end - network.plan.rightContext - buffers[last].end
        guard ready > (Self.batch - 1) * AcousticNetwork.interval else { return [] }
        return compute()
    }

    /// Returns the outputs that were waiting for right context, which is the last feature vector repeated.
    mutating func finish() -> [Float] {
        guard !lastFrame.isEmpty else { return [] }
        for _ in 0..<network.plan.rightContext { features.values += lastFrame }
        lastFrame = []
        return compute()
    }

    private mutating func compute() -> [Float] {
        let layers = network.plan.layers
        for (index, layer) in layers.enumerated() {
            let lastTime =
                layer.sources.map { source in
                    let buffer = source.layer < 0 ? features : buffers[source.layer]
                    return buffer.end - buffer.interval - source.offset
                }.min() ?? 0
            let next = buffers[index].end
            guard lastTime >= next else { continue }
            let count = (lastTime - next) / layer.interval + 1
            buffers[index].values += values(of: layer, from: next, count: count)
        }
        let output = buffers[layers.count - 1].values
        buffers[layers.count - 1].removeValues(before: buffers[layers.count - 1].end)
        trim()
        return output
    }

    private func values(of layer: NetworkPlan.Layer, from time: Int, count: Int) -> [Float] {
        switch layer.operation {
        case .affine(let transform, let isRectified, let scale, let shift):
            var values = transform.apply(to: gather(layer, from: time, count: count), count: count)
            if isRectified || !scale.isEmpty {
                Self.activate(&values, isRectified: isRectified, scale: scale, shift: shift)
            }
            return values
        case .sum(let factor):
            let inputs = gather(layer, from: time, count: count)
            let width = layer.width
            return [Float](unsafeUninitializedCapacity: count * width) { target, filled in
                for frame in 0..<count {
                    let start = frame * 2 * width
                    for index in 0..<width {
                        target.initializeElement(
                            at: frame * width + index,
                            to: factor * inputs[start + index] + inputs[start + width + index])
                    }
                }
                filled = count * width
            }
        }
    }

    private static func activate(_ values: inout [Float], isRectified: Bool, scale: [Float], shift: [Float]) {
        let width = scale.count
        values.withUnsafeMutableBufferPointer { values in
            if isRectified { for index in values.indices { values[index] = max(0, values[index]) } }
            guard width > 0 else { return }
            for start in stride(from: 0, to: values.count, by: width) {
                for index in 0..<width { values[start + index] = values[start + index] * scale[index] + shift[index] }
            }
        }
    }

    /// Returns the inputs of `count` values, concatenated per value.
    private func gather(_ layer: NetworkPlan.Layer, from time: Int, count: Int) -> [Float] {
        var gathered: [Float] = []
        gathered.reserveCapacity(
            count * layer.sources.reduce(0) { $0 + ($1.layer < 0 ? features.width : buffers[$1.layer].width) })
        for index in 0..<count {
            for source in layer.sources {
                let wanted = time + index * layer.interval + source.offset
                if source.layer < 0 {
                    Self.append(features, at: wanted, to: &gathered)
                } else {
                    Self.append(buffers[source.layer], at: wanted, to: &gathered)
                }
            }
        }
        return gathered
    }

    private static func append(_ buffer: borrowing ValueBuffer, at time: Int, to values: inout [Float]) {
        let first = (time - buffer.start) / buffer.interval * buffer.width
        values += buffer.values[first..<first + buffer.width]
    }

    /// Removes values that no layer needs any more.
    private mutating func trim() {
        let layers = network.plan.layers
        func needed(_ source: Int) -> Int {
            layers.indices.flatMap { reader in
                layers[reader].sources.filter { $0.layer == source }.map { buffers[reader].end + $0.offset }
            }.min() ?? 0
        }
        features.removeValues(before: needed(-1))
        for index in layers.indices.dropLast() { buffers[index].removeValues(before: needed(index)) }
    }
}
