internal import Speech

/// The contents of a Moonshine model file: weights in Kaldi's binary format, in the order of evaluation, and the
/// vocabulary.
///
/// The file is written by `models/training/moonshine`.
struct MoonshineModelFile: Sendable {
    private static let limits = (heads: 64, blocks: 64, width: 4_096, tokens: 100_000)

    let encoder: MoonshineEncoder
    let decoder: MoonshineDecoder
    let tokenizer: MoonshineTokenizer

    /// Parses a file.
    ///
    /// - Throws: `AcousticModelError`.
    init(_ bytes: [UInt8]) throws(AcousticModelError) {
        var reader = Reader(kaldi: try KaldiReader(bytes))
        try reader.kaldi.expect("<Moonshine>")
        let width = try reader.number("<Width>", 1...Self.limits.width),
            heads = try reader.number("<Heads>", 1...Self.limits.heads)
        let rotated = try reader.number("<Rotated>", 2...Self.limits.width),
            blocks = try reader.number("<Blocks>", 1...Self.limits.blocks)
        guard width % heads == 0, rotated % 2 == 0, rotated <= width / heads else {
            throw reader.kaldi.damaged("heads of equal width")
        }
        reader.width = width
        reader.heads = heads
        reader.positions = RotaryEmbedding(pairs: rotated / 2)
        encoder = try reader.encoder(blocks: blocks)
        var parts: [MoonshineDecoder.Block] = []
        for _ in 0..<blocks {
            let selfAttentionNorm = try reader.norm(), selfAttention = try reader.attention(),
                crossAttentionNorm = try reader.norm(),
                crossAttention = try reader.attention(), feedForwardNorm = try reader.norm()
            let expansion = try reader.dense(columns: width)
            guard expansion.rows % 2 == 0 else { throw reader.kaldi.damaged("values and as many gates") }
            let contraction = try reader.dense(columns: expansion.rows / 2, rows: width)
            parts.append(
                MoonshineDecoder.Block(
                    selfAttentionNorm: selfAttentionNorm, selfAttention: selfAttention,
                    crossAttentionNorm: crossAttentionNorm, crossAttention: crossAttention,
                    feedForwardNorm: feedForwardNorm,
                    expansion: expansion, contraction: contraction))
        }
        let lastNorm = try reader.norm(), count = try reader.number("<Pieces>", 1...Self.limits.tokens)
        var tokens: [String] = []
        for _ in 0..<count { tokens.append(try reader.kaldi.token()) }
        guard let tokenizer = MoonshineTokenizer(tokens) else { throw reader.kaldi.damaged("a start token") }
        self.tokenizer = tokenizer
        decoder = MoonshineDecoder(
            blocks: parts, lastNorm: lastNorm, embeddings: try reader.dense(columns: width, rows: count, hasBias: false)
        )
        try reader.kaldi.expect("</Moonshine>")
    }

    /// Reads layers and checks that their shapes match.
    private struct Reader {
        var kaldi: KaldiReader
        var width = 0
        var heads = 0
        var positions = RotaryEmbedding(pairs: 0)

        mutating func number(_ name: String, _ range: ClosedRange<Int>) throws(AcousticModelError) -> Int {
            try kaldi.expect(name)
            let value = try kaldi.integer()
            guard range.contains(value) else {
                throw kaldi.damaged("a number from \(range.lowerBound) to \(range.upperBound)")
            }
            return value
        }

        mutating func vector(_ count: Int) throws(AcousticModelError) -> [Float] {
            let values = try kaldi.vector()
            guard values.count == count else { throw kaldi.damaged("\(count) numbers") }
            return values
        }

        mutating func norm() throws(AcousticModelError) -> LayerNorm { LayerNorm(scale: try vector(width)) }

        /// Reads a matrix and, where there is one, its bias.
        mutating func dense(columns: Int, rows: Int? = nil, hasBias: Bool = true) throws(AcousticModelError)
            -> DenseLayer
        {
            let weights = try kaldi.compressedMatrix()
            guard weights.columns == columns, rows == nil || weights.rows == rows else {
                throw kaldi.damaged("a matrix of other rows or columns")
            }
            return DenseLayer(weights: weights, bias: hasBias ? try vector(weights.rows) : [])
        }

        mutating func attention() throws(AcousticModelError) -> AttentionLayer {
            let query = try dense(columns: width, rows: width, hasBias: false),
                key = try dense(columns: width, rows: width, hasBias: false)
            let value = try dense(columns: width, rows: width, hasBias: false),
                output = try dense(columns: width, rows: width, hasBias: false)
            return AttentionLayer(
                heads: heads, positions: positions, query: query, key: key, value: value, output: output)
        }

        mutating func encoder(blocks: Int) throws(AcousticModelError) -> MoonshineEncoder {
            let kernels = MoonshineEncoder.convolutions.map(\.kernel)
            let first = try dense(columns: kernels[0], rows: width, hasBias: false), firstScale = try vector(width),
                firstShift = try vector(width)
            let second = try dense(columns: kernels[1] * width),
                third = try dense(columns: kernels[2] * second.rows, rows: width)
            var parts: [MoonshineEncoder.Block] = []
            for _ in 0..<blocks {
                let attentionNorm = try norm(), attention = try attention(), feedForwardNorm = try norm()
                let expansion = try dense(columns: width), contraction = try dense(columns: expansion.rows, rows: width)
                parts.append(
                    MoonshineEncoder.Block(
                        attentionNorm: attentionNorm, attention: attention, feedForwardNorm: feedForwardNorm,
                        expansion: expansion,
                        contraction: contraction))
            }
            return MoonshineEncoder(
                width: width, convolutions: [first, second, third], firstScale: firstScale, firstShift: firstShift,
                blocks: parts, lastNorm: try norm())
        }
    }
}
