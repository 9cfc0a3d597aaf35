internal import Foundation

/// A word graph in OpenFst's files: reads the `const` form, writes the `vector` form, both of 32-bit labels and tropical weights.
///
/// Form: OpenFst 1.7's `FstHeader`, `ConstFst::Read` and `VectorFst::WriteFst`; little-endian.
struct Transducer: Equatable, Sendable {
    struct Arc: Equatable, Sendable {
        /// Input and output label alike; 0 for none.
        let label: Int32
        let cost: Float
        let target: Int32
    }

    struct State: Equatable, Sendable {
        /// Infinite where nothing ends.
        var end = Float.infinity
        var arcs: [Arc] = []
    }

    /// The file is not in the form.
    struct Failure: Error, Equatable {
        /// What is not, as a sentence's end.
        let reason: String
    }

    private static let magic: Int32 = 2_125_659_606
    /// Expanded, mutable, an acceptor, sorted by input and output label.
    private static let properties: UInt64 = 0x1 | 0x2 | 0x1_0000 | 0x1000_0000 | 0x4000_0000

    var start: Int
    var states: [State]

    init(start: Int, states: [State]) {
        self.start = start
        self.states = states
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
        let states = Int(stateCount), arcs = Int(arcCount)
        let isAligned = flags & 4 != 0
        if isAligned { reader.align(16) }
        var heads: [(end: Float, first: Int, count: Int)] = []
        for _ in 0..<states {
            let end = Float(bitPattern: try reader.integer(UInt32.self))
            let first = Int(try reader.integer(UInt32.self)), count = Int(try reader.integer(UInt32.self))
            reader.skip(8)  // how many of them are without labels
            guard first + count <= arcs else { throw Failure(reason: "a state's arcs lie outside of it") }
            heads.append((end, first, count))
        }
        if isAligned { reader.align(16) }
        var found: [Arc] = []
        found.reserveCapacity(arcs)
        for _ in 0..<arcs {
            let label = try reader.integer(Int32.self)
            reader.skip(4)
            let cost = Float(bitPattern: try reader.integer(UInt32.self)), target = try reader.integer(Int32.self)
            guard (0..<states).contains(Int(target)) else { throw Failure(reason: "an arc leads outside of it") }
            found.append(Arc(label: label, cost: cost, target: target))
        }
        self.start = Int(start)
        self.states = heads.map { State(end: $0.end, arcs: Array(found[$0.first..<($0.first + $0.count)])) }
    }

    /// The file's bytes, arcs sorted by label.
    func vectorForm() -> [UInt8] {
        var writer = Writer()
        writer.put(Self.magic)
        writer.put("vector")
        writer.put("standard")
        writer.put(Int32(2))  // version
        writer.put(Int32(0))  // flags
        writer.put(Self.properties)
        writer.put(Int64(start))
        writer.put(Int64(states.count))
        writer.put(Int64(states.reduce(0) { $0 + $1.arcs.count }))
        for state in states {
            writer.put(state.end.bitPattern)
            writer.put(Int64(state.arcs.count))
            for arc in state.arcs.sorted(by: { ($0.label, $0.target) < ($1.label, $1.target) }) {
                writer.put(arc.label)
                writer.put(arc.label)
                writer.put(arc.cost.bitPattern)
                writer.put(arc.target)
            }
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
        var bytes: [UInt8] = []

        mutating func put<Number: FixedWidthInteger>(_ number: Number) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

        mutating func put(_ text: String) {
            put(Int32(text.utf8.count))
            bytes += Array(text.utf8)
        }
    }
}
