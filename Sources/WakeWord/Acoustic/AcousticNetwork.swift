/// An acoustic model in memory: from filter-bank features to a score for each output, a frame of 30 ms at a time.
///
/// nnet3's factored time-delay network (Povey et al. 2018, "Semi-Orthogonal Low-Rank Matrix Factorization for Deep
/// Neural Networks"), computed as it is decoded: with all context, streaming, in 32-bit floats. Shared by all streams
/// and immutable.
public final class AcousticNetwork: Sendable {
    /// Feature frames (10 ms) between two outputs: the `--frame-subsampling-factor` of `conf/model.conf`.
    static let interval = 3

    let plan: NetworkPlan
    let phones: [AcousticModelFile.PhoneOutputs]

    /// Puts a model together from the bytes of `am/final.mdl`. Takes some 20 ms; call it at start-up.
    ///
    /// - Throws: `AcousticModelError` for bytes that are no such model, or one with parts that are not computed here.
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

/// The running computation of one stretch of audio.
struct NetworkStream: Sendable {
    /// Values of the features or of a step, of which the oldest still needed is the first.
    private struct History {
        let width: Int
        let interval: Int
        /// Time of the first value kept.
        var start: Int
        var values: [Float] = []

        var count: Int { width > 0 ? values.count / width : 0 }
        /// Time of the value that comes next.
        var end: Int { start + count * interval }

        /// Lets go of the values before a time.
        mutating func drop(before time: Int) {
            let frames = min(count, max(0, (time - start) / interval))
            values.removeFirst(frames * width)
            start += frames * interval
        }
    }

    /// Outputs computed at a time: as many as the transform takes for one pass.
    private static let batch = 4

    private let network: AcousticNetwork
    private var features: History
    private var histories: [History] = []
    private var lastFrame: [Float] = []

    init(_ network: AcousticNetwork) {
        self.network = network
        let plan = network.plan
        features = History(width: plan.inputWidth, interval: 1, start: -plan.leftContext)
        // The first time at which all sources of a step are there.
        for step in plan.steps {
            let earliest =
                step.sources.map { ($0.step < 0 ? features.start : histories[$0.step].start) - $0.offset }.max() ?? 0
            let time = Int((Double(earliest) / Double(step.interval)).rounded(.up)) * step.interval
            histories.append(History(width: step.width, interval: step.interval, start: time))
        }
    }

    /// Takes features and gives the outputs that can now be computed.
    ///
    /// - Parameter frames: feature vectors one after another; the first of a stream stands for those before it too.
    /// - Returns: output vectors one after another, the first of the stream at its first feature.
    mutating func push(_ frames: [Float]) -> [Float] {
        let width = network.plan.inputWidth
        guard frames.count >= width else { return [] }
        if lastFrame.isEmpty { for _ in 0..<network.plan.leftContext { features.values += frames.prefix(width) } }
        features.values += frames
        lastFrame = Array(frames.suffix(width))
        let last = network.plan.steps.count - 1
        let ready = features.end - network.plan.rightContext - histories[last].end
        guard ready > (Self.batch - 1) * AcousticNetwork.interval else { return [] }
        return compute()
    }

    /// The outputs that were waiting for features to come: the last one stands for those after it.
    mutating func finish() -> [Float] {
        guard !lastFrame.isEmpty else { return [] }
        for _ in 0..<network.plan.rightContext { features.values += lastFrame }
        lastFrame = []
        return compute()
    }

    private mutating func compute() -> [Float] {
        let steps = network.plan.steps
        for (index, step) in steps.enumerated() {
            let lastTime =
                step.sources.map { source in
                    let history = source.step < 0 ? features : histories[source.step]
                    return history.end - history.interval - source.offset
                }.min() ?? 0
            let next = histories[index].end
            guard lastTime >= next else { continue }
            let count = (lastTime - next) / step.interval + 1
            histories[index].values += value(of: step, from: next, count: count)
        }
        let output = histories[steps.count - 1].values
        histories[steps.count - 1].drop(before: histories[steps.count - 1].end)
        trim()
        return output
    }

    private func value(of step: NetworkPlan.Step, from time: Int, count: Int) -> [Float] {
        switch step.operation {
        case .affine(let transform, let isRectified, let scale, let shift):
            var values = transform.apply(to: gather(step, from: time, count: count), count: count)
            if isRectified || !scale.isEmpty {
                Self.activate(&values, isRectified: isRectified, scale: scale, shift: shift)
            }
            return values
        case .sum(let factor):
            let both = gather(step, from: time, count: count)
            let width = step.width
            return [Float](unsafeUninitializedCapacity: count * width) { target, filled in
                for frame in 0..<count {
                    let start = frame * 2 * width
                    for index in 0..<width {
                        target.initializeElement(
                            at: frame * width + index, to: factor * both[start + index] + both[start + width + index])
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

    /// The sources of `count` values side by side, value after value.
    private func gather(_ step: NetworkPlan.Step, from time: Int, count: Int) -> [Float] {
        var gathered: [Float] = []
        gathered.reserveCapacity(
            count * step.sources.reduce(0) { $0 + ($1.step < 0 ? features.width : histories[$1.step].width) })
        for index in 0..<count {
            for source in step.sources {
                let wanted = time + index * step.interval + source.offset
                if source.step < 0 {
                    Self.append(features, at: wanted, to: &gathered)
                } else {
                    Self.append(histories[source.step], at: wanted, to: &gathered)
                }
            }
        }
        return gathered
    }

    private static func append(_ history: borrowing History, at time: Int, to values: inout [Float]) {
        let first = (time - history.start) / history.interval * history.width
        values += history.values[first..<first + history.width]
    }

    /// Lets go of what no step will read again.
    private mutating func trim() {
        let steps = network.plan.steps
        func needed(_ source: Int) -> Int {
            steps.indices.flatMap { user in
                steps[user].sources.filter { $0.step == source }.map { histories[user].end + $0.offset }
            }.min() ?? 0
        }
        features.drop(before: needed(-1))
        for index in steps.indices.dropLast() { histories[index].drop(before: needed(index)) }
    }
}
