internal import BrewsCLI
internal import CMatrixProducts
internal import Foundation
internal import PlatformSupport
internal import Speech

/// `brews-bench products`: the matrix products of the bundled network, by libvosk's own library and by ours.
struct ProductsBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench products",
        summary: "The network's matrix products for a piece of sound: by libvosk's OpenBLAS and by ours.", operands: "",
        options: [OptionSpec("pieces", value: "N", "how many pieces of 0.21 s (default: 300)")],
        without: ["menu", "locale", "model", "config"],
        examples: [
            ("brews-bench products", "a row for each shape, and one for the whole piece"),
            ("brews-bench products --json", "the same as JSON, one object a row"),
        ])

    /// A layer's product for a piece of 0.21 s of `brews-en`: frames × outputs × inputs, and how many layers of its
    /// two networks have it.
    private struct Shape {
        let rows: Int
        let columns: Int
        let depth: Int
        let layers: Int
    }

    private static let shapes = [
        Shape(rows: 21, columns: 256, depth: 200, layers: 2), Shape(rows: 7, columns: 160, depth: 768, layers: 2),
        Shape(rows: 7, columns: 448, depth: 160, layers: 2), Shape(rows: 7, columns: 96, depth: 896, layers: 18),
        Shape(rows: 7, columns: 448, depth: 192, layers: 20), Shape(rows: 7, columns: 192, depth: 448, layers: 2),
        Shape(rows: 7, columns: 82, depth: 448, layers: 2),
    ]

    private struct Row: Encodable {
        let product: String
        let layers: Int
        let libraryMicroseconds: Double
        let oursMicroseconds: Double
        let largestDifference: Float
    }

    /// Weights of one layer, what goes in, and what each of the two libraries makes of it.
    private struct Layer {
        let shape: Int
        let weights: [Float]
        let inputs: [Float]
        var results: [[Float]]
    }

    private let arguments: Arguments
    private let console = Console(isVerbose: false)

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run() throws {
        let pieces = try arguments.integer("pieces", in: 1...1_000_000) ?? 300
        guard brews_sgemm_is_supported() else {
            throw CLIError.library("this processor has none of the instructions that our products are written for")
        }
        let library = try Self.libraryProduct()
        let functions: [brews_sgemm_function] = [library, brews_sgemm]
        var random = SystemRandomNumberGenerator()
        var layers: [Layer] = []
        for (index, shape) in Self.shapes.enumerated() {
            for _ in 0..<shape.layers {
                func numbers(_ count: Int) -> [Float] {
                    (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
                }
                let empty = [Float](repeating: 0, count: shape.rows * shape.columns)
                layers.append(
                    Layer(
                        shape: index, weights: numbers(shape.columns * shape.depth),
                        inputs: numbers(shape.rows * shape.depth), results: [empty, empty]))
            }
        }
        // The two take turns, piece by piece, and a piece goes through all layers, so that the weights come from as far
        // as they do in the network.
        var seconds = [[Double]](repeating: [Double](repeating: 0, count: Self.shapes.count), count: functions.count)
        let clock = ContinuousClock()
        for _ in 0..<pieces {
            for (which, function) in functions.enumerated() {
                for index in layers.indices {
                    let shape = Self.shapes[layers[index].shape]
                    seconds[which][layers[index].shape] +=
                        clock.measure {
                            function(
                                101, 111, 112, Int32(shape.rows), Int32(shape.columns), Int32(shape.depth), 1,
                                layers[index].inputs, Int32(shape.depth),
                                layers[index].weights, Int32(shape.depth), 0, &layers[index].results[which],
                                Int32(shape.columns))
                        }.seconds
                }
            }
        }
        if !arguments.has("json") {
            console.line("frames × outputs × inputs   layers   libvosk µs    ours µs   times   largest difference")
        }
        for (index, shape) in Self.shapes.enumerated() {
            try show(
                "\(shape.rows) × \(shape.columns) × \(shape.depth)", layers.filter { $0.shape == index },
                seconds.map { $0[index] / Double(pieces) })
        }
        try show("a piece of 0.21 s", layers, seconds.map { $0.reduce(0, +) / Double(pieces) })
    }

    private static func libraryProduct() throws(CLIError) -> brews_sgemm_function {
        do {
            return try DynamicLibrary(["libvosk.so", "/usr/local/lib/libvosk.so"]).function(
                "cblas_sgemm", as: brews_sgemm_function.self)
        } catch {
            throw .library("\(error.name): \(error.reason); install it with: scripts/setup")
        }
    }

    private func show(_ name: String, _ layers: [Layer], _ seconds: [Double]) throws {
        let far = layers.flatMap { layer in zip(layer.results[0], layer.results[1]).map { abs($0 - $1) } }.max() ?? 0
        let row = Row(
            product: name, layers: layers.count, libraryMicroseconds: (seconds[0] * 1e7).rounded() / 10,
            oursMicroseconds: (seconds[1] * 1e7).rounded() / 10,
            largestDifference: far)
        guard !arguments.has("json") else { return try console.json(row) }
        let figures = String(
            format: "%12.1f %10.1f %7.1f %20.1g", row.libraryMicroseconds, row.oursMicroseconds,
            seconds[0] / seconds[1], far)
        console.line("\(name.padded(to: 26)) \(String(format: "%7d", layers.count)) \(figures)")
    }
}
