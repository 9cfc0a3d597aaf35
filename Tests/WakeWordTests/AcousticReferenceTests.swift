internal import Foundation
internal import TestSupport
import Testing

@testable import WakeWord

/// The features and the network against independent computations of the same; `Fixtures/README.md` says how they were
/// made.
struct AcousticReferenceTests {
    private struct Reference: Decodable {
        let features: [[Float]]
        let featureFrames: [Int]
        let scores: [[Float]]
        let scoreFrames: [Int]
    }

    private static func reference() throws -> Reference {
        let file = Repository.root.appendingPathComponent("Tests/WakeWordTests/Fixtures/reference.json")
        return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    }

    private static func features() -> [Float] {
        let bank = FilterBank()
        return stride(from: 0, through: ReferenceClip.samples.count - FilterBank.frameLength, by: FilterBank.frameShift)
            .flatMap {
                bank.features(of: ReferenceClip.samples[$0..<$0 + FilterBank.frameLength])
            }
    }

    @Test("Filter-bank features are Kaldi's")
    func featuresMatch() throws {
        let reference = try Self.reference(), features = Self.features()
        #expect(features.count == 98 * FilterBank.bins)
        for (frame, wanted) in zip(reference.featureFrames, reference.features) {
            let found = features[frame * FilterBank.bins..<(frame + 1) * FilterBank.bins]
            #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 0.01 }, "frame \(frame)")
        }
    }

    @Test(
        "The network's scores are those of an independent forward pass, also when fed one vector at a time",
        arguments: [1, 7, 98])
    func scoresMatch(vectors: Int) throws {
        let reference = try Self.reference(), features = Self.features(), network = try Models.network()
        var stream = NetworkStream(network)
        var scores: [Float] = []
        for start in stride(from: 0, to: features.count, by: vectors * FilterBank.bins) {
            scores += stream.push(Array(features[start..<min(start + vectors * FilterBank.bins, features.count)]))
        }
        scores += stream.finish()
        let width = network.plan.outputWidth
        #expect(scores.count == 33 * width)
        for (frame, wanted) in zip(reference.scoreFrames, reference.scores) {
            let found = scores[frame * width..<(frame + 1) * width]
            #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 0.02 }, "frame \(frame)")
        }
    }

    @Test("The network looks as far as its description says")
    func context() throws {
        let plan = try Models.network().plan
        #expect(plan.leftContext == 45 && plan.rightContext == 15)
    }

    @Test(
        "An affine transform is the plain sum but for the weights' rounding, for any number of frames",
        arguments: [1, 2, 3, 4, 5, 9])
    func affine(frames: Int) {
        let rows = 13, columns = 7
        var generator = SeededGenerator(seed: UInt64(frames))
        let weights = (0..<rows * columns).map { _ in Float.random(in: -1...1, using: &generator) }
        let bias = (0..<rows).map { _ in Float.random(in: -1...1, using: &generator) }
        let input = (0..<frames * columns).map { _ in Float.random(in: -1...1, using: &generator) }
        let output = AffineTransform(rows: rows, columns: columns, weights: weights, bias: bias).apply(
            to: input, count: frames)
        #expect(output.count == frames * rows)
        for frame in 0..<frames {
            for row in 0..<rows {
                let plain = (0..<columns).reduce(bias[row]) {
                    $0 + weights[row * columns + $1] * input[frame * columns + $1]
                }
                // Each weight is at most half a step off, 32,767 of which are the row's largest, here below 1.
                let loudness = (0..<columns).reduce(Float(0)) { $0 + abs(input[frame * columns + $1]) }
                #expect(abs(output[frame * rows + row] - plain) < loudness / 65_534 + 1e-6)
            }
        }
    }

    @Test("Rows of nothing, and of next to nothing, give the bias")
    func emptyRows() {
        let weights: [Float] = [0, 0, .leastNonzeroMagnitude, -1e-38, .greatestFiniteMagnitude, 0]
        let transform = AffineTransform(rows: 3, columns: 2, weights: weights, bias: [1, 2, 3])
        #expect(transform.apply(to: [5, 7], count: 1).prefix(2) == [1, 2])
    }
}
