internal import Foundation

/// How likely a phone follows another in English, counted over the texts that the bundled model was trained on.
struct PhoneBigram: Sendable {
    private struct File: Decodable {
        let phones: [String]
        /// One row a phone: how often each phone followed it.
        let counts: [[Double]]
    }

    /// Added to every count, so that no order of phones is impossible.
    private static let unseen = 0.05

    let count: Int
    /// Log-probability of each phone to be the first: half for silence, the rest for all alike.
    let initial: [Double]
    /// Probabilities by phone, then by the phone before.
    private let table: [Double]

    /// The bigram that comes with the bundled model's phones.
    static let english: PhoneBigram? = PhoneBigram(json: PackageResources.phone_bigram_json)

    /// - Returns: `nil` when the table is not one row of counts for each of the model's phones, in their order.
    init?(json: [UInt8]) {
        let names = Phone.allCases.map(\.rawValue)
        guard let file = try? JSONDecoder().decode(File.self, from: Data(json)), file.phones == names,
            file.counts.count == names.count,
            file.counts.allSatisfy({ $0.count == names.count && $0.allSatisfy { $0 >= 0 } })
        else { return nil }
        let count = names.count
        self.count = count
        var table = [Double](repeating: 0, count: count * count)
        for (before, row) in file.counts.enumerated() {
            let total = row.reduce(0) { $0 + $1 + Self.unseen }
            for (phone, seen) in row.enumerated() { table[phone * count + before] = (seen + Self.unseen) / total }
        }
        self.table = table
        let share = 0.5 / Double(count)
        initial = (0..<count).map { log($0 == Phone.sil.index ? 0.5 + share : share) }
    }

    func probability(_ phone: Int, after before: Int) -> Double { table[phone * count + before] }
}
