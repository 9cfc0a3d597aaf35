import Testing

@testable import Speech

/// Matrices as `CompressedMatrix` writes them with two bytes a number, or with one.
struct KaldiReaderTests {
    private static func bytes(least: Float = -1, span: Float = 2, rows: Int32 = 2, columns: Int32 = 3, steps: [UInt16])
        -> [UInt8]
    {
        func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian, Array.init)
        }
        return Array("\0BCM2 ".utf8) + little(least.bitPattern) + little(span.bitPattern) + little(rows)
            + little(columns) + steps.flatMap(little)
    }

    @Test("A matrix of 16-bit steps is read between its smallest and its largest number")
    func matrix() throws {
        var reader = try KaldiReader(Self.bytes(steps: [0, 65_535, 32_768, 1, 13_107, 52_428]))
        let (rows, columns, values) = try reader.matrix()
        #expect(rows == 2 && columns == 3)
        let wanted: [Float] = [-1, 1, 0, -1, -0.6, 0.6]
        #expect(zip(values, wanted).allSatisfy { abs($0 - $1) < 2.1 / 65_535 })
        #expect(values.count == 6)
    }

    @Test("A matrix of 8-bit steps is read as well, and as it lies in the file")
    func smallMatrix() throws {
        let bytes =
            Array("\0BCM3 ".utf8) + Self.bytes(least: -0.5, span: 1, steps: []).dropFirst(6) + [
                0, 255, 51, 102, 1, 204,
            ]
        var reader = try KaldiReader(bytes)
        let wanted: [Float] = [-0.5, 0.5, -0.3, -0.1, -0.5 + 1 / 255, 0.3]
        #expect(try zip(reader.matrix().values, wanted).allSatisfy { abs($0 - $1) < 1e-6 })
        reader = try KaldiReader(bytes)
        let matrix = try reader.compressedMatrix()
        #expect(matrix.rows == 2 && matrix.columns == 3)
        #expect(
            zip(matrix.values(2..<5), wanted[2..<5]).allSatisfy { abs($0 - $1) < 1e-6 }
                && matrix.values(2..<5).count == 3)
        reader = try KaldiReader(Array(bytes.dropLast()))
        #expect(throws: AcousticModelError.self) { _ = try reader.compressedMatrix() }
    }

    @Test(
        "A matrix that is cut, has no rows, has more numbers than there are bytes, or numbers that are none, is refused"
    )
    func damaged() throws {
        let steps = [UInt16](repeating: 7, count: 6)
        let whole = Self.bytes(steps: steps)
        for end in 2..<whole.count {
            var reader = try KaldiReader(Array(whole.prefix(end)))
            #expect(throws: AcousticModelError.self, "cut at \(end)") { _ = try reader.matrix() }
        }
        for damaged in [
            Self.bytes(rows: 0, steps: steps), Self.bytes(rows: -2, columns: -3, steps: steps),
            Self.bytes(rows: .max, columns: .max, steps: steps),
            Self.bytes(least: .nan, steps: steps), Self.bytes(span: .infinity, steps: steps),
            Self.bytes(least: 3e38, span: 3e38, steps: steps),
            Array("\0BCM ".utf8) + whole.dropFirst(6),
        ] {
            var reader = try KaldiReader(damaged)
            #expect(throws: AcousticModelError.self) { _ = try reader.matrix() }
        }
    }
}
