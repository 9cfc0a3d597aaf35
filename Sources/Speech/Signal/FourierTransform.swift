internal import Foundation

/// Power spectrum of real samples by the radix-2 fast Fourier transform (Cooley, Tukey 1965), two real samples to a
/// complex number.
///
/// ```swift
/// var transform = FourierTransform(order: 9), spectrum = [Float](repeating: 0, count: 257)
/// transform.power(of: samples, into: &spectrum)  // 512 samples
/// ```
public struct FourierTransform: Sendable {
    /// Samples of a block; a power of two, 4…65,536.
    public let size: Int
    private let half: Int
    private let reversed: [Int]
    /// Cosines and sines of the first half of a circle divided into `size` steps.
    private let cosines: [Float]
    private let sines: [Float]
    private var real: [Float]
    private var imaginary: [Float]

    /// - Parameter order: binary logarithm of the block's size, 2…16.
    public init(order: Int) {
        size = 1 << order
        half = size / 2
        reversed = (0..<half).map { index in
            (0..<(order - 1)).reduce(0) { $0 | ((index >> $1) & 1) << (order - 2 - $1) }
        }
        let step = 2 * Double.pi / Double(size)
        cosines = (0..<half).map { Float(cos(step * Double($0))) }
        sines = (0..<half).map { Float(sin(step * Double($0))) }
        real = [Float](repeating: 0, count: half)
        imaginary = real
    }

    /// Computes the squared magnitudes of the frequencies from 0 to half the sample rate.
    ///
    /// - Parameters:
    ///   - samples: `size` values.
    ///   - power: receives `size / 2 + 1` values.
    public mutating func power(of samples: [Float], into power: inout [Float]) {
        for index in 0..<half {
            real[reversed[index]] = samples[2 * index]
            imaginary[reversed[index]] = samples[2 * index + 1]
        }
        transform()
        power[0] = square(real[0] + imaginary[0])
        power[half] = square(real[0] - imaginary[0])
        // The spectra of the even and odd samples are the symmetric and antisymmetric parts.
        for index in 1..<half {
            let other = half - index
            let evenReal = (real[index] + real[other]) / 2, evenImaginary = (imaginary[index] - imaginary[other]) / 2
            let oddReal = (imaginary[index] + imaginary[other]) / 2, oddImaginary = (real[other] - real[index]) / 2
            let turnedReal = cosines[index] * oddReal + sines[index] * oddImaginary
            let turnedImaginary = cosines[index] * oddImaginary - sines[index] * oddReal
            power[index] = square(evenReal + turnedReal) + square(evenImaginary + turnedImaginary)
        }
    }

    private mutating func transform() {
        var width = 1
        while width < half {
            let stride = half / width
            for start in Swift.stride(from: 0, to: half, by: 2 * width) {
                for offset in 0..<width {
                    let cosine = cosines[offset * stride], sine = sines[offset * stride]
                    let a = start + offset, b = a + width
                    let turnedReal = cosine * real[b] + sine * imaginary[b],
                        turnedImaginary = cosine * imaginary[b] - sine * real[b]
                    real[b] = real[a] - turnedReal
                    imaginary[b] = imaginary[a] - turnedImaginary
                    real[a] += turnedReal
                    imaginary[a] += turnedImaginary
                }
            }
            width *= 2
        }
    }

    private func square(_ value: Float) -> Float { value * value }
}
