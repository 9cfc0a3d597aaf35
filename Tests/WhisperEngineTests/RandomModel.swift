internal import Foundation
internal import TestSupport

/// A whole model file of the smallest size, with weights from a generator: it loads and decodes, and knows nothing.
struct RandomModel {
    /// What to write wrong.
    enum Fault: Equatable {
        case none
        /// The file ends before its tensors: libwhisper takes it for an "empty model for testing".
        case headerOnly
        /// One of the header's numbers, by its place from 0 (the magic number), has another value.
        case header(at: Int, value: Int32)
        case oneTensorMissing
        case unknownTensorType
        case weightsNotANumber
        case weightsZero
    }

    private static let vocabulary = 51_864, audioContext = 1_500, width = 32, heads = 2, textContext = 448, bands = 80,
        bins = 201
    private static let pieces = ["", " ", " a", " large", " small", " latte", " tea", " please", "s", "e", ".", ","]

    /// The file without a fault, written once.
    private static let whole = write(.none)

    /// A model file, whole or with a fault.
    static func file(_ fault: Fault = .none) -> Data {
        switch fault {
        case .none: return whole
        case .header(let place, var value):
            var data = whole
            value = value.littleEndian
            withUnsafeBytes(of: value) { data.replaceSubrange(place * 4..<place * 4 + 4, with: $0) }
            return data
        case .headerOnly, .oneTensorMissing, .unknownTensorType, .weightsNotANumber, .weightsZero: return write(fault)
        }
    }

    private static func write(_ fault: Fault) -> Data {
        var data = Data()
        let header = [0x6767_6D6C, vocabulary, audioContext, width, heads, 1, textContext, width, heads, 1, bands, 1]
            .map(Int32.init)
        for number in header { append(number, to: &data) }
        append(Int32(bands), to: &data)
        append(Int32(bins), to: &data)
        appendFloats((0..<bands * bins).map { $0 % bins / 3 == $0 / bins ? 0.02 : 0 }, to: &data)
        append(Int32(pieces.count), to: &data)
        for piece in pieces {
            append(Int32(piece.utf8.count), to: &data)
            data.append(contentsOf: piece.utf8)
        }
        if fault == .headerOnly { return data }
        for (index, tensor) in tensors.enumerated() {
            if fault == .oneTensorMissing, index == 3 { continue }
            append(Int32(tensor.sides.count), to: &data)
            append(Int32(tensor.name.utf8.count), to: &data)
            let isMatrix = isMatrix(tensor)
            append(fault == .unknownTensorType && index == 3 ? 60 : isMatrix ? 1 : 0, to: &data)
            for side in tensor.sides { append(Int32(side), to: &data) }
            data.append(contentsOf: tensor.name.utf8)
            let count = tensor.sides.reduce(1, *)
            let isScale = tensor.name.hasSuffix("ln.weight") || tensor.name.hasSuffix("ln_post.weight")
            if isMatrix {
                appendHalves(of: index, count, fault, to: &data)
            } else {
                appendFloats(vector(count, isScale: isScale, fault), to: &data)
            }
        }
        return data
    }

    private static func vector(_ count: Int, isScale: Bool, _ fault: Fault) -> [Float] {
        switch fault {
        case .weightsNotANumber: [Float](repeating: .nan, count: count)
        case .weightsZero: [Float](repeating: 0, count: count)
        default: isScale ? [Float](repeating: 1, count: count) : (0..<count).map { Float($0 % 7 - 3) * 0.1 }
        }
    }

    private static func appendHalves(of tensor: Int, _ count: Int, _ fault: Fault, to data: inout Data) {
        let halves =
            switch fault {
            case .weightsNotANumber: [UInt16](repeating: 0x7E00, count: count)
            case .weightsZero: [UInt16](repeating: 0, count: count)
            default: matrices[tensor]
            }
        halves.withUnsafeBytes { data.append(contentsOf: $0) }
    }

    /// For each tensor 16-bit numbers of 0.06…0.12 with random sign: four from each draw, sign and fraction random, the
    /// exponent fixed. Empty for vectors. Drawn once, because unoptimised code takes a second for the million of them.
    private static let matrices: [[UInt16]] = {
        var generator = SeededGenerator(seed: 5)
        return tensors.map { tensor in
            guard isMatrix(tensor) else { return [] }
            let count = tensor.sides.reduce(1, *)
            var halves = [UInt16](repeating: 0, count: count)
            for start in stride(from: 0, to: count, by: 4) {
                let bits = generator.next()
                for lane in 0..<min(4, count - start) {
                    halves[start + lane] = UInt16(truncatingIfNeeded: bits >> (16 * UInt64(lane))) & 0x83FF | 0x2C00
                }
            }
            return halves
        }
    }()

    /// Whether a tensor is a 16-bit matrix, as libwhisper wants it, and no 32-bit vector or position.
    private static func isMatrix(_ tensor: (name: String, sides: [Int])) -> Bool {
        tensor.sides.count > 1 && !tensor.name.hasSuffix("positional_embedding") && !tensor.name.hasSuffix("bias")
    }

    private static let tensors: [(name: String, sides: [Int])] = {
        var all: [(String, [Int])] = [
            ("encoder.positional_embedding", [width, audioContext]), ("encoder.conv1.weight", [3, bands, width]),
            ("encoder.conv1.bias", [1, width]),
            ("encoder.conv2.weight", [3, width, width]), ("encoder.conv2.bias", [1, width]),
            ("encoder.ln_post.weight", [width]), ("encoder.ln_post.bias", [width]),
            ("decoder.positional_embedding", [width, textContext]),
            ("decoder.token_embedding.weight", [width, vocabulary]),
            ("decoder.ln.weight", [width]), ("decoder.ln.bias", [width]),
        ]
        func attention(_ name: String) -> [(String, [Int])] {
            [
                ("\(name)_ln.weight", [width]), ("\(name)_ln.bias", [width]), ("\(name).query.weight", [width, width]),
                ("\(name).query.bias", [width]),
                ("\(name).key.weight", [width, width]), ("\(name).value.weight", [width, width]),
                ("\(name).value.bias", [width]),
                ("\(name).out.weight", [width, width]), ("\(name).out.bias", [width]),
            ]
        }
        func network(_ name: String) -> [(String, [Int])] {
            [
                ("\(name).mlp_ln.weight", [width]), ("\(name).mlp_ln.bias", [width]),
                ("\(name).mlp.0.weight", [width, 4 * width]), ("\(name).mlp.0.bias", [4 * width]),
                ("\(name).mlp.2.weight", [4 * width, width]), ("\(name).mlp.2.bias", [width]),
            ]
        }
        all += attention("encoder.blocks.0.attn") + network("encoder.blocks.0")
        return all + attention("decoder.blocks.0.attn") + attention("decoder.blocks.0.cross_attn")
            + network("decoder.blocks.0")
    }()

    private static func append(_ number: Int32, to data: inout Data) {
        withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
    }

    private static func appendFloats(_ floats: [Float], to data: inout Data) {
        floats.withUnsafeBytes { data.append(contentsOf: $0) }
    }
}
