internal import CMatrixProducts
internal import Foundation
internal import PlatformSupport
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// A product a · bᵀ of random matrices whose rows lie further apart than they are long, and what it should be.
private struct Product {
    let rows: Int
    let columns: Int
    let depth: Int
    let alpha: Float
    let beta: Float
    /// How much further apart the rows lie.
    static let gap = 3
    let a: [Float]
    let b: [Float]
    /// What lies in the result before.
    let c: [Float]

    init(_ rows: Int, _ columns: Int, _ depth: Int, alpha: Float = 1, beta: Float = 0) {
        (self.rows, self.columns, self.depth, self.alpha, self.beta) = (rows, columns, depth, alpha, beta)
        var random = SeededGenerator(seed: UInt64(rows * 1_000_000 + columns * 1_000 + depth))
        func numbers(_ count: Int, _ width: Int) -> [Float] {
            (0..<count * (width + Self.gap)).map { _ in Float.random(in: -1...1, using: &random) }
        }
        a = numbers(rows, depth)
        b = numbers(columns, depth)
        c = numbers(rows, columns)
    }

    /// Added up in double precision, one product after the other; between the rows lies what lay there.
    var expected: [Float] {
        var result = c
        for row in 0..<rows {
            for column in 0..<columns {
                let sum = (0..<depth).reduce(0.0) {
                    $0 + Double(a[row * (depth + Self.gap) + $1]) * Double(b[column * (depth + Self.gap) + $1])
                }
                let place = row * (columns + Self.gap) + column
                result[place] = Float(Double(alpha) * sum + (beta == 0 ? 0 : Double(beta) * Double(c[place])))
            }
        }
        return result
    }

    func multiplied(lanes: Int32, into result: inout [Float]) -> Bool {
        brews_sgemm_with_lanes(
            lanes, Int32(rows), Int32(columns), Int32(depth), alpha, a, Int32(depth + Self.gap), b,
            Int32(depth + Self.gap), beta, &result,
            Int32(columns + Self.gap))
    }
}

/// The largest distance of two numbers at one place.
private func distance(_ first: [Float], _ second: [Float]) -> Float {
    zip(first, second).map { abs($0 - $1) }.max() ?? .infinity
}

@Suite(.timeLimit(.minutes(10)))
struct MatrixProductsTests {
    /// What this processor can do of what there are kernels for.
    private static let lanes = ([16, 8, 4] as [Int32]).filter { lanes in
        var result: [Float] = [0, 0, 0, 0]
        return Product(1, 1, 1).multiplied(lanes: lanes, into: &result)
    }

    @Test(
        "a product is what its definition says, whatever the instructions: every tile height, odd widths and depths"
    )
    func products() {
        #expect(Self.lanes.isEmpty != brews_sgemm_is_supported())
        for lanes in Self.lanes {
            for rows in [1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 21, 75] {
                for (columns, depth) in [(1, 1), (4, 16), (5, 17), (9, 448), (6, 200), (7, 15), (3, 0)] {
                    for (alpha, beta) in [(1, 0), (1, 1), (0.5, -2)] as [(Float, Float)] {
                        let product = Product(rows, columns, depth, alpha: alpha, beta: beta)
                        var result = product.c
                        #expect(product.multiplied(lanes: lanes, into: &result))
                        let far = distance(result, product.expected)
                        #expect(far < 1e-4, "\(lanes) lanes, \(rows) × \(columns) × \(depth), \(alpha), \(beta)")
                    }
                }
            }
        }
    }

    @Test("what lies in the result is not read where it does not count")
    func unread() {
        for lanes in Self.lanes {
            let product = Product(7, 9, 33)
            var result = [Float](repeating: .nan, count: product.c.count)
            #expect(product.multiplied(lanes: lanes, into: &result))
            let isSet = (0..<7).allSatisfy { row in (0..<9).allSatisfy { !result[row * (9 + Product.gap) + $0].isNaN } }
            #expect(isSet)
        }
    }

    @Test("registers of a width that no processor has are refused, and nothing is written")
    func noSuchWidth() {
        let product = Product(2, 2, 2)
        var result = product.c
        #expect(!product.multiplied(lanes: 5, into: &result))
        #expect(result == product.c)
    }

    @Test("libvosk computes with our products where the processor has the instructions, and hears what is said")
    func recognition() async throws {
        let library = try DynamicLibrary(VoskLibrary.names)
        // Opens libvosk as the engine does, and only then counts.
        let service = try Vosk.shared()
        try #require(MatrixProducts.isActive == brews_sgemm_is_supported())
        guard MatrixProducts.isActive else { return }
        let counting: brews_sgemm_function = {
            order, transposeA, transposeB, rows, columns, depth, alpha, a, strideA, b, strideB, beta, c, strideC in
            counted.add(1, ordering: .relaxed)
            brews_sgemm(
                order, transposeA, transposeB, rows, columns, depth, alpha, a, strideA, b, strideB, beta, c, strideC)
        }
        #expect(library.replaceImport("cblas_sgemm", with: unsafeBitCast(counting, to: UnsafeRawPointer.self)))
        let text = try await RecognitionContract(
            service.startListening(to: SampleInput(EngineCase.order.samples()), vocabulary: nil)
        ).text
        #expect(text == EngineCase.order.rawValue)
        // 48 products a piece, and the recording has ten pieces or more.
        #expect(counted.load(ordering: .relaxed) > 400)
        let ours: brews_sgemm_function = brews_sgemm
        #expect(library.replaceImport("cblas_sgemm", with: unsafeBitCast(ours, to: UnsafeRawPointer.self)))
    }

    @Test("a form of product that is not ours is libvosk's")
    func passedOn() throws {
        _ = try VoskLibrary.open()
        guard MatrixProducts.isActive else { return }
        // 2 × 2, neither transposed.
        let a: [Float] = [1, 2, 3, 4], b: [Float] = [5, 6, 7, 8]
        var c = [Float](repeating: 0, count: 4)
        brews_sgemm(101, 111, 111, 2, 2, 2, 1, a, 2, b, 2, 0, &c, 2)
        #expect(c == [19, 22, 43, 50])
    }

    @Test("a function that a library does not import is not replaced")
    func noSuchImport() throws {
        let library = try DynamicLibrary(VoskLibrary.names)
        let ours: brews_sgemm_function = brews_sgemm
        #expect(!library.replaceImport("brews_sgemm_of_nobody", with: unsafeBitCast(ours, to: UnsafeRawPointer.self)))
    }
}

/// Products that went through the counting function; other tests that recognise at the same time count too.
private let counted = Atomic<Int>(0)
