internal import Foundation

/// A word graph in OpenFst's files: reads and writes the `const` form of 32-bit labels and tropical weights.
///
/// Form: OpenFst 1.7's `FstHeader` and `ConstFst`; little-endian. libvosk holds such a file as it is, 16 bytes an arc and 20 a state.
struct Transducer: Equatable, Sendable {
    struct Arc: Equatable, Sendable {
        let source: Int32
        /// Input and output label alike; 0 for none.
        let label: Int32
        let cost: Float
        let target: Int32
    }

    /// The file is not in the form.
    struct Failure: Error, Equatable {
        /// What is not, as a sentence's end.
        let reason: String
    }

    private static let magic: Int32 = 2_125_659_606
    /// Expanded, an acceptor, sorted by input and output label.
    private static let properties: UInt64 = 0x1 | 0x1_0000 | 0x1000_0000 | 0x4000_0000

    let start: Int
    /// What it costs to end in each state; infinite where nothing ends.
    let ends: [Float]
    /// By source, then label, then target.
    let arcs: [Arc]

    init(start: Int, ends: [Float], arcs: [Arc]) {
        self.start = start
        self.ends = ends
        self.arcs = arcs.sorted { ($0.source, $0.label, $0.target) < ($1.source, $1.label, $1.target) }
    }

    /// - Throws: `Failure` for anything but a whole file in `const` form without symbol tables.
    init(constantForm bytes: [UInt8]) throws(Failure) {
        var reader = Reader(bytes: bytes)
        guard try reader.integer(Int32.self) == Self.magic else { throw Failure(reason: "it is no OpenFst file") }
        guard try reader.text() == "const", try reader.text() == "standard" else { throw Failure(reason: "it is not of the type 'const' over 'standard' arcs") }
        _ = try reader.integer(Int32.self)  // version
        let flags = try reader.integer(Int32.self)
        guard flags & 3 == 0 else { throw Failure(reason: "it holds symbol tables") }
        _ = try reader.integer(UInt64.self)  // properties
        let start = try reader.integer(Int64.self), stateCount = try reader.integer(Int64.self), arcCount = try reader.integer(Int64.self)
        guard (1...Int64(bytes.count)).contains(stateCount), (0...Int64(bytes.count / 16)).contains(arcCount), (0..<stateCount).contains(start) else {
            throw Failure(reason: "it has \(stateCount) states and \(arcCount) arcs")
        }
        let states = Int(stateCount)
        let isAligned = flags & 4 != 0
        if isAligned { reader.align(16) }
        var ends: [Float] = [], sources: [Int32] = []
        for state in 0..<states {
            ends.append(Float(bitPattern: try reader.integer(UInt32.self)))
            let first = try reader.integer(UInt32.self), count = try reader.integer(UInt32.self)
            reader.skip(8)  // how many of them are without labels
            guard Int(first) == sources.count, sources.count + Int(count) <= Int(arcCount) else { throw Failure(reason: "a state's arcs lie outside of it") }
            sources += repeatElement(Int32(state), count: Int(count))
        }
        guard sources.count == Int(arcCount) else { throw Failure(reason: "some of its arcs are of no state") }
        if isAligned { reader.align(16) }
        var arcs: [Arc] = []
        arcs.reserveCapacity(sources.count)
        for source in sources {
            let label = try reader.integer(Int32.self)
            reader.skip(4)
            let cost = Float(bitPattern: try reader.integer(UInt32.self)), target = try reader.integer(Int32.self)
            guard (0..<states).contains(Int(target)) else { throw Failure(reason: "an arc leads outside of it") }
            arcs.append(Arc(source: source, label: label, cost: cost, target: target))
        }
        self.init(start: Int(start), ends: ends, arcs: arcs)
    }

    /// The file's bytes.
    func constantForm() -> [UInt8] {
        var counts = Array(repeating: (all: UInt32(0), unlabelled: UInt32(0)), count: ends.count)
        for arc in arcs {
            counts[Int(arc.source)].all += 1
            if arc.label == 0 { counts[Int(arc.source)].unlabelled += 1 }
        }
        var writer = Writer(capacity: 100 + 20 * ends.count + 16 * arcs.count)
        writer.put(Self.magic)
        writer.put("const")
        writer.put("standard")
        writer.put(Int32(2))  // version: nothing is aligned
        writer.put(Int32(0))  // flags
        writer.put(Self.properties)
        writer.put(Int64(start))
        writer.put(Int64(ends.count))
        writer.put(Int64(arcs.count))
        var first: UInt32 = 0
        for (end, count) in zip(ends, counts) {
            for number in [end.bitPattern, first, count.all, count.unlabelled, count.unlabelled] { writer.put(number) }
            first += count.all
        }
        for arc in arcs {
            writer.put(arc.label)
            writer.put(arc.label)
            writer.put(arc.cost.bitPattern)
            writer.put(arc.target)
        }
        return writer.bytes
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(Failure) -> Number {
            let size = MemoryLayout<Number>.size
            guard position + size <= bytes.count else { throw Failure(reason: "it ends early") }
            var value: Number = 0
            for index in (0..<size).reversed() { value = value << 8 | Number(truncatingIfNeeded: bytes[position + index]) }
            position += size
            return value
        }

        mutating func text() throws(Failure) -> String {
            let length = try integer(Int32.self)
            guard (0...64).contains(length), position + Int(length) <= bytes.count else { throw Failure(reason: "a name in it is too long") }
            defer { position += Int(length) }
            return String(decoding: bytes[position..<(position + Int(length))], as: UTF8.self)
        }

        mutating func skip(_ count: Int) { position += count }
        mutating func align(_ size: Int) { position = (position + size - 1) / size * size }
    }

    private struct Writer {
        private(set) var bytes: [UInt8] = []

        init(capacity: Int) { bytes.reserveCapacity(capacity) }

        mutating func put<Number: FixedWidthInteger>(_ number: Number) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

        mutating func put(_ text: String) {
            put(Int32(text.utf8.count))
            bytes += Array(text.utf8)
        }
    }
}
