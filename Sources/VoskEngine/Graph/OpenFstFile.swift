internal import Speech

/// Reading and writing of OpenFst files: type `const` with 32-bit labels and tropical weights, 16 bytes per arc and 20
/// per state, as libvosk holds them in memory.
///
/// Format: OpenFst 1.7's `FstHeader` and `ConstFst`; little-endian. The reader also accepts a `const` transducer with
/// an add-on look-ahead table (`AddOnImpl`), the format of Vosk's lexicons, and skips the table; and the type `ngram`
/// (`NGramFile`) with symbol tables, the format of the language models of Vosk's small models.
extension Transducer {
    /// The file does not have the required format.
    struct Failure: Error, Equatable {
        /// What is wrong, as a predicate.
        let reason: String
    }

    /// Reads the symbols of a file with symbol tables, which stand before its states.
    ///
    /// - Returns: the labels by word; `nil` for a file without tables.
    /// - Throws: `Failure` when it is no OpenFst file or a table is damaged.
    static func symbols(openFst bytes: [UInt8]) throws(Failure) -> [String: Int32]? {
        var reader = OpenFstReader(bytes: bytes)
        return try OpenFstHeader(&reader).symbols
    }

    private static let addOnMagic: Int32 = 446_681_434
    /// Property of every such transducer: expanded.
    private static let expanded: UInt64 = 0x1
    /// Properties of an acceptor: sorted by input and output label.
    private static let acceptor: UInt64 = 0x1_0000 | 0x1000_0000 | 0x4000_0000

    /// Reads a transducer.
    ///
    /// - Throws: `Failure` for anything but a complete file of type `const` or `ngram`.
    init(openFst bytes: [UInt8]) throws(Failure) {
        var reader = OpenFstReader(bytes: bytes)
        var header = try OpenFstHeader(&reader)
        if header.type.hasSuffix("_lookahead") {
            guard try reader.integer(Int32.self) == Self.addOnMagic else {
                throw Failure(reason: "what is added to it is not marked as such")
            }
            header = try OpenFstHeader(&reader)
        }
        if header.type == "ngram", header.arcType == "standard" {
            guard header.stateCount > 0, (0..<header.stateCount).contains(header.start) else {
                throw Failure(reason: "it has no start")
            }
            let file = try NGramFile(&reader)
            self = try file.transducer(start: Int(header.start))
            guard finalCosts.count == Int(header.stateCount) else {
                throw Failure(reason: "it has \(finalCosts.count) states and not \(header.stateCount)")
            }
            return
        }
        guard header.type == "const", header.arcType == "standard" else {
            throw Failure(reason: "it is not of the type 'const' or 'ngram' over 'standard' arcs")
        }
        guard (1...Int64(bytes.count)).contains(header.stateCount),
            (0...Int64(bytes.count / 16)).contains(header.arcCount),
            (0..<header.stateCount).contains(header.start)
        else { throw Failure(reason: "it has \(header.stateCount) states and \(header.arcCount) arcs") }
        let states = Int(header.stateCount)
        if header.isAligned { reader.align(16) }
        var finalCosts: [Float] = [], sources: [Int32] = []
        for state in 0..<states {
            finalCosts.append(Float(bitPattern: try reader.integer(UInt32.self)))
            let first = try reader.integer(UInt32.self), count = try reader.integer(UInt32.self)
            reader.skip(8)  // counts of epsilon labels
            guard Int(first) == sources.count, sources.count + Int(count) <= Int(header.arcCount) else {
                throw Failure(reason: "a state's arcs lie outside of it")
            }
            sources += repeatElement(Int32(state), count: Int(count))
        }
        guard sources.count == Int(header.arcCount) else { throw Failure(reason: "some of its arcs are of no state") }
        if header.isAligned { reader.align(16) }
        var arcs: [Arc] = []
        arcs.reserveCapacity(sources.count)
        for source in sources {
            let input = try reader.integer(Int32.self), output = try reader.integer(Int32.self)
            let cost = Float(bitPattern: try reader.integer(UInt32.self)), target = try reader.integer(Int32.self)
            guard (0..<states).contains(Int(target)) else { throw Failure(reason: "an arc leads outside of it") }
            arcs.append(Arc(source: source, input: input, output: output, cost: cost, target: target))
        }
        self.init(start: Int(header.start), finalCosts: finalCosts, arcs: arcs)
    }

    /// Returns the file's bytes.
    func openFstBytes() -> [UInt8] {
        var counts = Array(
            repeating: (all: UInt32(0), inputEpsilons: UInt32(0), outputEpsilons: UInt32(0)), count: finalCosts.count)
        for arc in arcs {
            counts[Int(arc.source)].all += 1
            if arc.input == 0 { counts[Int(arc.source)].inputEpsilons += 1 }
            if arc.output == 0 { counts[Int(arc.source)].outputEpsilons += 1 }
        }
        var writer = OpenFstWriter(capacity: 100 + 20 * finalCosts.count + 16 * arcs.count)
        writer.put(OpenFstReader.magic)
        writer.put("const")
        writer.put("standard")
        writer.put(Int32(2))  // version: nothing is aligned
        writer.put(Int32(0))  // flags
        writer.put(arcs.contains { $0.input != $0.output } ? Self.expanded : Self.expanded | Self.acceptor)
        writer.put(Int64(start))
        writer.put(Int64(finalCosts.count))
        writer.put(Int64(arcs.count))
        var first: UInt32 = 0
        for (end, count) in zip(finalCosts, counts) {
            for number in [end.bitPattern, first, count.all, count.inputEpsilons, count.outputEpsilons] {
                writer.put(number)
            }
            first += count.all
        }
        for arc in arcs {
            writer.put(arc.input)
            writer.put(arc.output)
            writer.put(arc.cost.bitPattern)
            writer.put(arc.target)
        }
        return writer.bytes
    }
}

/// The header of an OpenFst file.
struct OpenFstHeader {
    let type: String
    let arcType: String
    let isAligned: Bool
    let start: Int64
    let stateCount: Int64
    let arcCount: Int64
    /// The labels by symbol, of the output symbols where there are two tables; `nil` without a table.
    let symbols: [String: Int32]?

    init(_ reader: inout OpenFstReader) throws(Transducer.Failure) {
        guard try reader.integer(Int32.self) == OpenFstReader.magic else {
            throw .init(reason: "it is no OpenFst file")
        }
        type = try reader.text()
        arcType = try reader.text()
        _ = try reader.integer(Int32.self)  // version
        let flags = try reader.integer(Int32.self)
        isAligned = flags & 4 != 0
        _ = try reader.integer(UInt64.self)  // properties
        start = try reader.integer(Int64.self)
        stateCount = try reader.integer(Int64.self)
        arcCount = try reader.integer(Int64.self)
        let input = flags & 1 != 0 ? try reader.symbolTable() : nil
        symbols = flags & 2 != 0 ? try reader.symbolTable() : input
    }
}

/// Fields of OpenFst's files over a `ByteReader`.
struct OpenFstReader {
    static let magic: Int32 = 2_125_659_606
    private static let symbolsMagic: Int32 = 2_125_658_996

    private var bytes: ByteReader

    init(bytes: [UInt8]) { self.bytes = ByteReader(bytes[...]) }

    mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(Transducer.Failure) -> Number {
        guard let value = bytes.integer(type) else { throw .init(reason: "it ends early") }
        return value
    }

    mutating func text() throws(Transducer.Failure) -> String {
        let length = try integer(Int32.self)
        guard (0...1_024).contains(length), let text = bytes.take(Int(length)) else {
            throw .init(reason: "a name in it is too long")
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a symbol table. Id 0 is epsilon, no symbol.
    mutating func symbolTable() throws(Transducer.Failure) -> [String: Int32] {
        guard try integer(Int32.self) == Self.symbolsMagic else { throw .init(reason: "a symbol table is not marked") }
        _ = try text()
        _ = try integer(Int64.self)  // next free label
        let count = try integer(Int64.self)
        guard (0...Int64(bytes.left / 12)).contains(count) else {
            throw .init(reason: "a symbol table has \(count) symbols")
        }
        var symbols: [String: Int32] = [:]
        symbols.reserveCapacity(Int(count))
        for _ in 0..<count {
            let symbol = try text(), label = try integer(Int64.self)
            guard let label = Int32(exactly: label), label >= 0 else { throw .init(reason: "a symbol has no label") }
            if label > 0 { symbols[symbol] = label }
        }
        return symbols
    }

    /// Reads 64-bit words.
    mutating func words(_ count: Int) throws(Transducer.Failure) -> [UInt64] {
        try require(count, of: 8)
        var values: [UInt64] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try integer(UInt64.self)) }
        return values
    }

    /// Reads 32-bit numbers.
    mutating func integers(_ count: Int) throws(Transducer.Failure) -> [Int32] {
        try require(count, of: 4)
        var values: [Int32] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try integer(Int32.self)) }
        return values
    }

    /// Reads 32-bit floats.
    mutating func floats(_ count: Int) throws(Transducer.Failure) -> [Float] {
        try integers(count).map { Float(bitPattern: UInt32(bitPattern: $0)) }
    }

    /// Checks that so many values are left before memory is reserved for them.
    private func require(_ count: Int, of size: Int) throws(Transducer.Failure) {
        guard count <= bytes.left / size else { throw .init(reason: "it ends early") }
    }

    /// Moves on; at the end the next field is refused.
    mutating func skip(_ count: Int) { _ = bytes.take(min(count, bytes.left)) }

    mutating func align(_ size: Int) { skip((size - bytes.offset % size) % size) }
}

private struct OpenFstWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func put(_ number: some FixedWidthInteger) { bytes.append(littleEndian: number) }

    mutating func put(_ text: String) {
        put(Int32(text.utf8.count))
        bytes += Array(text.utf8)
    }
}
