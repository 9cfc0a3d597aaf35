internal import Foundation

/// The structure of a ggml file of whisper.cpp, checked before the library opens it.
///
/// The loader trusts the file: a damaged size makes it allocate, index or throw beyond all bounds, and a file that ends
/// after its header loads successfully as an "empty model for testing" that recognises nothing. So every length is
/// checked here first. Only a checksum can verify the weights; see the model's manifest.
struct WhisperModelFile: Equatable, Sendable {
    /// The numbers at the beginning of the file, in its order.
    struct Header: Equatable, Sendable {
        let vocabulary: Int
        let audioContext: Int
        let audioState: Int
        let audioHeads: Int
        let audioLayers: Int
        let textContext: Int
        let textState: Int
        let textHeads: Int
        let textLayers: Int
        let melBands: Int
        let weightType: Int
    }

    let header: Header
    /// Number of tensors in the file.
    let tensors: Int

    /// Parses a file.
    ///
    /// - Throws: `WhisperError.modelDamaged` with the reason.
    init(path: String) throws(WhisperError) {
        guard
            let data = FileManager.default.isReadableFile(atPath: path)
                ? try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) : nil
        else {
            throw .modelDamaged(file: path, reason: "it cannot be read")
        }
        let result = data.withUnsafeBytes { bytes in
            var reader = Reader(bytes: bytes)
            return Result { () throws(Damage) in try WhisperModelFile(&reader) }
        }
        switch result {
        case .success(let file): self = file
        case .failure(let damage): throw .modelDamaged(file: path, reason: damage.reason)
        }
    }

    private struct Damage: Error {
        let reason: String
    }

    /// A bounds-checked reader of little-endian numbers and bytes.
    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func number(_ what: String, in range: ClosedRange<Int>) throws(Damage) -> Int {
            guard bytes.count - position >= 4 else { throw Damage(reason: "it ends within \(what)") }
            let value = Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Int32.self)))
            guard range.contains(value) else { throw Damage(reason: "\(what) is \(value)") }
            position += 4
            return value
        }

        mutating func skip(_ count: Int, _ what: String) throws(Damage) -> UnsafeRawBufferPointer.SubSequence {
            guard bytes.count - position >= count else { throw Damage(reason: "it ends within \(what)") }
            defer { position += count }
            return bytes[position..<position + count]
        }
    }

    private static let magic = 0x6767_6D6C
    /// Vocabulary sizes of the English, the multilingual and the third large model. Any other would have special tokens
    /// out of range.
    private static let vocabularies = 51_864...51_866

    /// ggml file types of 16-bit, 4-, 5- and 8-bit weights.
    private static let weightTypes: Set = [1, 2, 3, 7, 8, 9, 10, 11, 12, 13, 14]

    private init(_ reader: inout Reader) throws(Damage) {
        _ = try reader.number("its first number", in: Self.magic...Self.magic)
        header = Header(
            vocabulary: try reader.number("the vocabulary's size", in: Self.vocabularies),
            audioContext: try reader.number("the audio context", in: 64...1_500),
            audioState: try reader.number("the encoder's width", in: 32...4_096),
            audioHeads: try reader.number("the encoder's heads", in: 1...64),
            audioLayers: try reader.number("the encoder's layers", in: 1...64),
            textContext: try reader.number("the text context", in: 32...1_024),
            textState: try reader.number("the decoder's width", in: 32...4_096),
            textHeads: try reader.number("the decoder's heads", in: 1...64),
            textLayers: try reader.number("the decoder's layers", in: 1...64),
            melBands: try reader.number("the number of mel bands", in: 80...128),
            weightType: try reader.number("the weights' type", in: 1...2_999))
        // The library aborts on any other number, and on a model of 32-bit weights once it decodes.
        guard Self.weightTypes.contains(header.weightType % 1_000) else {
            throw Damage(reason: "the weights' type is \(header.weightType)")
        }
        guard header.audioState == header.textState, header.audioState % header.audioHeads == 0,
            header.textState % header.textHeads == 0
        else {
            throw Damage(reason: "the widths of its layers do not fit each other")
        }
        let bands = try reader.number("the filters' bands", in: header.melBands...header.melBands)
        let bins = try reader.number("the filters' bins", in: 201...201)
        _ = try reader.skip(bands * bins * 4, "the filters")
        try Self.skipTokens(&reader, vocabulary: header.vocabulary)
        tensors = try Self.skipTensors(&reader)
        // The tensors that the loader expects: 15 per encoder layer, 24 per decoder layer, and 11 others.
        let expected = 15 * header.audioLayers + 24 * header.textLayers + 11
        guard tensors > 0 else { throw Damage(reason: "it holds no weights") }
        guard tensors == expected else { throw Damage(reason: "it holds \(tensors) tensors instead of \(expected)") }
    }

    private static func skipTokens(_ reader: inout Reader, vocabulary: Int) throws(Damage) {
        let count = try reader.number("the number of tokens", in: 1...vocabulary)
        for index in 0..<count {
            let length = try reader.number("the length of token \(index)", in: 0...1_024)
            _ = try reader.skip(length, "token \(index)")
        }
    }

    private static func skipTensors(_ reader: inout Reader) throws(Damage) -> Int {
        var count = 0
        while !reader.isAtEnd {
            let dimensions = try reader.number("a tensor's dimensions", in: 1...4)
            let nameLength = try reader.number("a tensor's name", in: 1...128)
            let type = try reader.number("a tensor's type", in: 0...64)
            var elements = 1
            for _ in 0..<dimensions {
                let (product, overflow) = elements.multipliedReportingOverflow(
                    by: try reader.number("a tensor's side", in: 1...Int(Int32.max)))
                guard !overflow, product <= Int(Int32.max) else { throw Damage(reason: "a tensor is too large") }
                elements = product
            }
            let name = String(decoding: try reader.skip(nameLength, "a tensor's name"), as: UTF8.self)
            guard let block = Self.blocks[type] else {
                throw Damage(reason: "tensor \(name) has the unknown type \(type)")
            }
            guard elements % block.elements == 0 else {
                throw Damage(reason: "tensor \(name) is no whole number of blocks")
            }
            _ = try reader.skip(elements / block.elements * block.bytes, "tensor \(name)")
            count += 1
        }
        return count
    }

    /// Elements and bytes per block of the ggml types used by whisper models.
    private static let blocks: [Int: (elements: Int, bytes: Int)] = [
        0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
        10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 30: (1, 2),
    ]
}
