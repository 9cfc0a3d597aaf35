import EmbeddedFiles
internal import Foundation

/// A phone bigram of English, estimated on the training texts of the bundled model.
struct PhoneBigram: Sendable {
    private struct File: Decodable {
        let phones: [String]
        /// One row per phone: counts of each following phone.
        let counts: [[Double]]
    }

    /// Added to every count, so that no sequence is impossible.
    private static let unseen = 0.05

    let count: Int
    /// Log-probability of each initial phone: half for silence, the rest uniform.
    let initial: [Double]
    /// Probabilities by phone, then by the previous phone.
    private let table: [Double]

    /// The bigram of the bundled model's phones.
    static let english: PhoneBigram? = PhoneBigram(json: EmbeddedFile.phoneBigram.bytes)

    /// Parses a table.
    ///
    /// - Returns: `nil` when it is not one row of counts for each of the model's phones, in their order.
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
