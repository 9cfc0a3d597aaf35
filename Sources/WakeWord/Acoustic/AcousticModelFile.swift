internal import Speech

/// The contents of a Kaldi acoustic model file (`final.mdl`: transition model, then nnet3 network).
///
/// Of nnet3's components only those of the bundled model are supported: affine, rectifier, batch normalisation and
/// no-op.
struct AcousticModelFile {
    enum Component {
        case affine(AffineTransform)
        case rectifier(width: Int)
        /// Scale and shift of batch normalisation in test mode.
        case normalization(scale: [Float], shift: [Float])
        case identity(width: Int)
    }

    /// Network outputs of a phone's first frame and of its further frames (Kaldi's forward and self-loop pdfs).
    struct PhoneOutputs: Equatable, Sendable {
        let forward: Int
        let selfLoop: Int
    }

    /// Limits, far above the bundled model's 41 phones, 80 lines and 50 components.
    private static let limits = (phones: 1_000, lines: 1_000, components: 1_000)

    let phones: [PhoneOutputs]
    let description: [String]
    let components: [String: Component]

    /// Parses a file.
    ///
    /// - Throws: `AcousticModelError`.
    init(_ bytes: [UInt8]) throws(AcousticModelError) {
        var reader = try KaldiReader(bytes)
        phones = try Self.transitions(&reader)
        try reader.expect("<Nnet3>")
        description = try reader.lines(most: Self.limits.lines)
        try reader.expect("<NumComponents>")
        let count = try reader.integer()
        guard (1...Self.limits.components).contains(count) else { throw reader.damaged("a count of components") }
        var components: [String: Component] = [:]
        for _ in 0..<count {
            try reader.expect("<ComponentName>")
            let name = try reader.token()
            guard components.updateValue(try Self.component(&reader), forKey: name) == nil else {
                throw reader.damaged("components of different names")
            }
        }
        try reader.expect("</Nnet3>")
        self.components = components
        // The contexts that follow are given more exactly by the description, and chain models have no priors.
        try reader.expect("<LeftContext>")
        _ = try reader.integer()
        try reader.expect("<RightContext>")
        _ = try reader.integer()
        try reader.expect("<Priors>")
        guard try reader.vector().isEmpty else { throw .unsupported("its network has priors") }
    }

    /// Parses the outputs of each phone, in the order of the phones' numbers from 1.
    private static func transitions(_ reader: inout KaldiReader) throws(AcousticModelError) -> [PhoneOutputs] {
        try reader.expect("<TransitionModel>")
        try reader.expect("<Topology>")
        _ = try reader.integers()
        _ = try reader.integers()
        guard try reader.integer() == -1 else { throw .unsupported("its phones have no separate first frame") }
        let entries = try reader.count(bytesEach: 5)
        for _ in 0..<entries {
            let states = try reader.count(bytesEach: 15)
            for _ in 0..<states {
                _ = try reader.integer()
                _ = try reader.integer()
                for _ in 0..<(try reader.count(bytesEach: 10)) {
                    _ = try reader.integer()
                    _ = try reader.float()
                }
            }
        }
        try reader.expect("</Topology>")
        try reader.expect("<Tuples>")
        let count = try reader.count(bytesEach: 20)
        guard count <= limits.phones else { throw reader.damaged("a count of phones") }
        var phones: [PhoneOutputs] = []
        for number in 0..<count {
            let phone = try reader.integer(), state = try reader.integer(), forward = try reader.integer(),
                selfLoop = try reader.integer()
            guard phone == number + 1, state == 0 else { throw .unsupported("its phones are not of one state each") }
            guard (0..<2 * count).contains(forward), (0..<2 * count).contains(selfLoop) else {
                throw reader.damaged("an output of the network")
            }
            phones.append(PhoneOutputs(forward: forward, selfLoop: selfLoop))
        }
        try reader.expect("</Tuples>")
        try reader.expect("<LogProbs>")
        _ = try reader.vector()
        try reader.expect("</LogProbs>")
        try reader.expect("</TransitionModel>")
        return phones
    }

    private static func component(_ reader: inout KaldiReader) throws(AcousticModelError) -> Component {
        let kind = try reader.token()
        let component: Component
        switch kind {
        case "<FixedAffineComponent>":
            try reader.expect("<LinearParams>")
            let matrix = try reader.matrix()
            try reader.expect("<BiasParams>")
            let bias = try reader.vector()
            guard bias.count == matrix.rows else { throw reader.damaged("a bias for every row") }
            component = .affine(
                AffineTransform(rows: matrix.rows, columns: matrix.columns, weights: matrix.values, bias: bias))
        case "<RectifiedLinearComponent>":
            let width = try width(&reader)
            for part in ["<ValueAvg>", "<DerivAvg>"] {
                try reader.expect(part)
                _ = try reader.vector()
            }
            try reader.expect("<Count>")
            _ = try reader.float()
            component = .rectifier(width: width)
        case "<BatchNormComponent>": component = try normalization(&reader)
        case "<NoOpComponent>":
            let width = try width(&reader)
            try reader.expect("<BackpropScale>")
            _ = try reader.float()
            component = .identity(width: width)
        default: throw .unsupported("its network has a \(kind)")
        }
        try reader.expect("</" + kind.dropFirst())
        return component
    }

    private static func width(_ reader: inout KaldiReader) throws(AcousticModelError) -> Int {
        try reader.expect("<Dim>")
        let width = try reader.integer()
        guard (1...65_536).contains(width) else { throw reader.damaged("a width") }
        return width
    }

    private static func normalization(_ reader: inout KaldiReader) throws(AcousticModelError) -> Component {
        let width = try width(&reader)
        try reader.expect("<BlockDim>")
        guard try reader.integer() == width else { throw .unsupported("its normalisation works in blocks") }
        try reader.expect("<Epsilon>")
        let epsilon = try reader.float()
        try reader.expect("<TargetRms>")
        let target = try reader.float()
        try reader.expect("<TestMode>")
        guard try reader.flag() else { throw .unsupported("its normalisation was left in training mode") }
        try reader.expect("<Count>")
        _ = try reader.float()
        try reader.expect("<StatsMean>")
        let mean = try reader.vector()
        try reader.expect("<StatsVar>")
        let variance = try reader.vector()
        guard mean.count == width, variance.count == width, epsilon > 0, variance.allSatisfy({ $0 >= 0 }) else {
            throw reader.damaged("statistics for every dimension")
        }
        let scale = variance.map { target / ($0 + epsilon).squareRoot() }
        return .normalization(scale: scale, shift: zip(mean, scale).map { -$0 * $1 })
    }
}
