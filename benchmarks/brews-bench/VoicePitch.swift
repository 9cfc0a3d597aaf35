internal import Speech

/// Which of two groups of voices a recording belongs to, by how high the guest speaks. Recordings rarely say who
/// speaks; pitch parts most men from most women and children, and says nothing else.
enum VoicePitch: String, CaseIterable {
    case low = "voices below 165 Hz"
    case high = "voices from 165 Hz"
    case unknown = "voices without pitch"

    /// Hertz between the groups: between the middles of men's and women's speaking voices.
    private static let boundary = 165.0
    /// Periods looked for, in samples: 400 to 70 Hz.
    private static let periods = SampleRate.speech / 400...SampleRate.speech / 70
    private static let window = SampleRate.speech / 20
    private static let hop = SampleRate.speech / 100
    /// Least autocorrelation of a voiced window.
    private static let voiced = 0.6
    /// A window this far below the loudest is not looked at, in power (20 dB).
    private static let faint = 0.01

    /// - Parameter samples: a recording of one voice without noise.
    init(_ samples: [Int16]) {
        guard let pitch = Self.median(samples) else {
            self = .unknown
            return
        }
        self = pitch < Self.boundary ? .low : .high
    }

    /// The middle of the pitches of all voiced windows, in Hz; `nil` where fewer than ten are voiced.
    static func median(_ samples: [Int16]) -> Double? {
        let sound = samples.map(Double.init)
        let starts = stride(from: 0, to: max(0, sound.count - window - periods.upperBound), by: hop)
        let powers = starts.map { start in sound[start..<start + window].reduce(0) { $0 + $1 * $1 } }
        let least = max((powers.max() ?? 0) * faint, 1)
        let pitches = zip(starts, powers).compactMap { start, power in
            power < least ? nil : pitch(of: sound, at: start, power: power)
        }.sorted()
        return pitches.count < 10 ? nil : pitches[pitches.count / 2]
    }

    /// The pitch of one window by the greatest normalised autocorrelation (Rabiner 1977); `nil` where it has none.
    private static func pitch(of sound: [Double], at start: Int, power: Double) -> Double? {
        let ratings = periods.map { period in
            var product = 0.0, shifted = 0.0
            for index in start..<start + window {
                product += sound[index] * sound[index + period]
                shifted += sound[index + period] * sound[index + period]
            }
            return product / (power * shifted).squareRoot().nextUp
        }
        guard let best = ratings.max(), best > voiced else { return nil }
        // Twice the period fits as well: the first peak that is nearly as high counts.
        let first = ratings.indices.first { index in
            ratings[index] > 0.9 * best && ratings[index] >= ratings[max(0, index - 1)]
                && ratings[index] >= ratings[min(ratings.count - 1, index + 1)]
        }
        return first.map { Double(SampleRate.speech) / Double(periods.lowerBound + $0) }
    }
}
