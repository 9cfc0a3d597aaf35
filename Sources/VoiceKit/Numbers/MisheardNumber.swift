/// Number words that sound alike, put right where the run of words says which one it must have been.
struct MisheardNumber {
    let words: SpokenNumberWords

    /// The number of a run, also of one with misheard words; `nil` when it has no meaning as one.
    func number(_ run: [String]) -> SpokenNumber? {
        let heard = read(run), tens = withTens(run)
        if tens != run, let number = read(tens), !isDigits(number) { return number }
        return heard ?? [run, tens].lazy.compactMap { read(withCardinals($0)) }.first
    }

    private func read(_ run: [String]) -> SpokenNumber? { NumberReader(words: words, run: run).number }

    private func isDigits(_ number: SpokenNumber) -> Bool { if case .digits = number { true } else { false } }

    /// "fifteen nine" as "fifty nine": nobody says a teen before a single unit.
    private func withTens(_ run: [String]) -> [String] {
        run.indices.map { index in
            guard let teen = words.small[run[index]], 13...19 ~= teen, let next = run.dropFirst(index + 1).first,
                1...9 ~= words.small[next] ?? words.ordinals[next] ?? 0
            else { return run[index] }
            return words.small.first { $0.value == (teen - 10) * 10 }?.key ?? run[index]
        }
    }

    /// "twenty dollars fourth" as "twenty dollars four", "twelve thousandth six" as "twelve thousand six": no number
    /// goes on like that after a cardinal.
    private func withCardinals(_ run: [String]) -> [String] {
        run.indices.map { index in
            guard index > 0 else { return run[index] }
            let isLast = index == run.count - 1
            if isLast, let place = words.ordinals[run[index]] {
                return words.small.first { $0.value == place }?.key ?? run[index]
            }
            if !isLast, let power = words.powers[run[index]] {
                return words.scales.first { $0.value == power }?.key ?? run[index]
            }
            return run[index]
        }
    }
}
