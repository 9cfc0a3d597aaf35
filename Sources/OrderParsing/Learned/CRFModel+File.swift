import EmbeddedFiles
public import Ordering
internal import Speech

/// File format, little-endian: "BREWSSEQ"; format and feature version, 16 bits each; menu digest, 64 bits; number of
/// labels, 16 bits; number of features, 32 bits; transitions, 16 bits each; then for each feature its number (32 bits),
/// a bit for each label with a weight (16 bits), and these weights (16 bits each, in 1/1024); last the FNV-1a digest of
/// all bytes before, 64 bits.
extension CRFModel {
    /// Maximum size of a file.
    public static let largestFileBytes = 2 << 20

    private static let magic = Array("BREWSSEQ".utf8)
    private static let formatVersion = 1
    private static let scale = 1_024.0

    /// Reads a model.
    ///
    /// - Throws: `CRFModelError` unless the bytes are a complete model of this version.
    public init(bytes: [UInt8]) throws(CRFModelError) {
        guard bytes.count <= Self.largestFileBytes else {
            throw .damaged(reason: "it is larger than \(Self.largestFileBytes) bytes")
        }
        guard bytes.starts(with: Self.magic) else { throw .damaged(reason: "it does not begin as one") }
        guard bytes.count > Self.magic.count + 8 else { throw .damaged(reason: "it is cut off") }
        var digest = Digest64()
        digest.add(bytes.dropLast(8))
        var last = ByteReader(bytes.suffix(8))
        guard last.integer() == digest.value else {
            throw .damaged(reason: "it is cut off or was changed")
        }
        var reader = ByteReader(bytes.dropFirst(Self.magic.count).dropLast(8))
        let format = Int(try reader.next(UInt16.self)), version = Int(try reader.next(UInt16.self))
        guard format == Self.formatVersion else { throw .otherVersion(found: format, expected: Self.formatVersion) }
        guard version == FeatureExtractor.version else {
            throw .otherVersion(found: version, expected: Int(FeatureExtractor.version))
        }
        let menuDigest = try reader.next(UInt64.self)
        guard try reader.next(UInt16.self) == WordLabel.count else {
            throw .damaged(reason: "it has labels of another program")
        }
        let count = Int(try reader.next(UInt32.self))
        // A feature takes at least six bytes, so no file can request more than about 30 MB of memory.
        guard count <= reader.left / 6 else { throw .damaged(reason: "it has fewer features than it says") }
        var transitions: [Double] = []
        for _ in 0..<WordLabel.count * WordLabel.count { transitions.append(try reader.weight() / Self.scale) }
        var features: [UInt32] = []
        var weights = [Double](repeating: 0, count: count * WordLabel.count)
        for index in 0..<count {
            features.append(try reader.next(UInt32.self))
            let mask = try reader.next(UInt16.self)
            guard mask >> UInt16(WordLabel.count) == 0 else {
                throw .damaged(reason: "it has labels of another program")
            }
            for label in 0..<WordLabel.count where mask & 1 << UInt16(label) != 0 {
                weights[index * WordLabel.count + label] = try reader.weight() / Self.scale
            }
        }
        guard reader.left == 0 else { throw .damaged(reason: "something follows its end") }
        try self.init(menuDigest: menuDigest, transitions: transitions, features: features, weights: weights)
    }

    /// The file of the model. Weights are rounded to 1/1024 and limited to ±31; reading gives the rounded ones.
    public var bytes: [UInt8] {
        var bytes = Self.magic
        func add(_ number: some FixedWidthInteger) { bytes.append(littleEndian: number) }
        func rounded(_ weight: Double) -> Int16 { Int16((min(31, max(-31, weight)) * Self.scale).rounded()) }
        add(UInt16(Self.formatVersion))
        add(FeatureExtractor.version)
        add(menuDigest)
        add(UInt16(WordLabel.count))
        let rows = features.indices.compactMap { index in
            let row = weights[index * WordLabel.count..<(index + 1) * WordLabel.count].map(rounded)
            return row.contains { $0 != 0 } ? (features[index], row) : nil
        }
        add(UInt32(rows.count))
        for weight in transitions { add(rounded(weight)) }
        for (feature, row) in rows {
            add(feature)
            add(row.enumerated().reduce(UInt16(0)) { $0 | ($1.element == 0 ? 0 : 1 << UInt16($1.offset)) })
            for weight in row where weight != 0 { add(weight) }
        }
        var digest = Digest64()
        digest.add(bytes)
        add(digest.value)
        return bytes
    }

    /// The built-in model: trained on the built-in menu with few lexical features, so that it works with other menus,
    /// too.
    ///
    /// - Throws: `CRFModelError` if the built-in file is damaged; a test excludes that.
    public static func builtIn() throws(CRFModelError) -> CRFModel {
        try CRFModel(bytes: EmbeddedFile.parserModel.bytes)
    }

    /// The model for a menu.
    ///
    /// - Parameters:
    ///   - file: the bytes of a model made by `brews train`; `nil` for the built-in one.
    /// - Returns: the model, and a warning if the file was made for another menu; such a model works less well.
    /// - Throws: `CRFModelError` if the bytes are no model of this version.
    public static func forMenu(_ menu: Menu, file: [UInt8]? = nil) throws(CRFModelError) -> (
        model: CRFModel, note: String?
    ) {
        guard let file else { return (try builtIn(), nil) }
        let model = try CRFModel(bytes: file)
        let isOfMenu = model.menuDigest == digest(of: menu)
        return (
            model,
            isOfMenu ? nil : "the parser model was made for another menu; make one for this menu with: brews train"
        )
    }
}

extension ByteReader {
    fileprivate mutating func next<Value: FixedWidthInteger>(_ type: Value.Type) throws(CRFModelError) -> Value {
        guard let value = integer(type) else { throw .damaged(reason: "it is cut off") }
        return value
    }

    fileprivate mutating func weight() throws(CRFModelError) -> Double { Double(try next(Int16.self)) }
}
