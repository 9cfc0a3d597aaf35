internal import Speech

/// Reading and writing of OpenFst files: type `const` with 32-bit labels and tropical weights, 16 bytes per arc and 20
/// per state, as libvosk holds them in memory.
///
/// Format: OpenFst 1.7's `FstHeader` and `ConstFst`; little-endian. The reader also accepts a `const` transducer with
/// an add-on look-ahead table (`AddOnImpl`), the format of Vosk's lexicons, and skips the table.
extension Transducer {
    /// The file does not have the required format.
    struct Failure: Error, Equatable {
        /// What is wrong, as a predicate.
        let reason: String
    }

    private static let addOnMagic: Int32 = 446_681_434
    /// Property of every such transducer: expanded.
    private static let expanded: UInt64 = 0x1
    /// Properties of an acceptor: sorted by input and output label.
    private static let acceptor: UInt64 = 0x1_0000 | 0x1000_0000 | 0x4000_0000

    /// Reads a transducer.
    ///
    /// - Throws: `Failure` for anything but a complete file of type `const` without symbol tables.
    init(openFst bytes: [UInt8]) throws(Failure) {
        var reader = OpenFstReader(bytes: bytes)
        var header = try OpenFstHeader(&reader)
        if header.type.hasSuffix("_lookahead") {
            guard try reader.integer(Int32.self) == Self.addOnMagic else {
                throw Failure(reason: "what is added to it is not marked as such")
            }
            header = try OpenFstHeader(&reader)
        }
        guard header.type == "const", header.arcType == "standard" else {
            throw Failure(reason: "it is not of the type 'const' over 'standard' arcs")
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
private struct OpenFstHeader {
    let type: String
    let arcType: String
    let isAligned: Bool
    let start: Int64
    let stateCount: Int64
    let arcCount: Int64

    init(_ reader: inout OpenFstReader) throws(Transducer.Failure) {
        guard try reader.integer(Int32.self) == OpenFstReader.magic else {
            throw .init(reason: "it is no OpenFst file")
        }
        type = try reader.text()
        arcType = try reader.text()
        _ = try reader.integer(Int32.self)  // version
        let flags = try reader.integer(Int32.self)
        guard flags & 3 == 0 else { throw .init(reason: "it holds symbol tables") }
        isAligned = flags & 4 != 0
        _ = try reader.integer(UInt64.self)  // properties
        start = try reader.integer(Int64.self)
        stateCount = try reader.integer(Int64.self)
        arcCount = try reader.integer(Int64.self)
    }
}

/// Fields of OpenFst's files over a `ByteReader`.
private struct OpenFstReader {
    static let magic: Int32 = 2_125_659_606

    private var bytes: ByteReader

    init(bytes: [UInt8]) { self.bytes = ByteReader(bytes[...]) }

    mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(Transducer.Failure) -> Number {
        guard let value = bytes.integer(type) else { throw .init(reason: "it ends early") }
        return value
    }

    mutating func text() throws(Transducer.Failure) -> String {
        let length = try integer(Int32.self)
        guard (0...64).contains(length), let text = bytes.take(Int(length)) else {
            throw .init(reason: "a name in it is too long")
        }
        return String(decoding: text, as: UTF8.self)
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
