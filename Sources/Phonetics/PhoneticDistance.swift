/// Edit distances between sounds and between spellings.
enum PhoneticDistance {
    /// Weighted Levenshtein distance of two sound sequences, in the unit of the rules.
    ///
    /// - Parameter limit: the search stops with a value above it as soon as the distance is known to exceed it.
    static func ofSounds(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, rules: LetterToSoundRules, limit: Int
    ) -> Int {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: second.count + 1) { row in
            row.initialize(repeating: 0)
            for column in 0..<second.count { row[column + 1] = row[column] + Int32(rules.weights[Int(second[column])]) }
            for sound in first {
                let weight = Int32(rules.weights[Int(sound)])
                let costs = Int(sound) * LetterToSoundRules.alphabet
                var diagonal = row[0]
                row[0] += weight
                var least = row[0]
                for column in 0..<second.count {
                    let other = Int(second[column])
                    let replaced = diagonal + Int32(rules.costs[costs + other])
                    diagonal = row[column + 1]
                    let value = min(replaced, diagonal + weight, row[column] + Int32(rules.weights[other]))
                    row[column + 1] = value
                    least = min(least, value)
                }
                if least > limit { return Int(least) }
            }
            return Int(row[second.count])
        }
    }

    /// Restricted Damerau distance of two spellings: insertions, deletions, substitutions and transpositions of
    /// neighbours (Damerau, "A technique for computer detection and correction of spelling errors", 1964).
    static func ofSpellings(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
        let width = second.count + 1
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: width * 3) { rows in
            var (older, last, this) = (0, width, 2 * width)
            for column in 0..<width {
                rows[older + column] = 0
                rows[last + column] = Int32(column)
            }
            for line in 0..<first.count {
                rows[this] = Int32(line + 1)
                for column in 0..<second.count {
                    let isSame = first[line] == second[column]
                    var value = min(
                        rows[last + column] + (isSame ? 0 : 1), rows[last + column + 1] + 1, rows[this + column] + 1)
                    if !isSame, line > 0, column > 0, first[line] == second[column - 1],
                        first[line - 1] == second[column]
                    {
                        value = min(value, rows[older + column - 1] + 1)
                    }
                    rows[this + column + 1] = value
                }
                (older, last, this) = (last, this, older)
            }
            return Int(rows[last + second.count])
        }
    }
}
