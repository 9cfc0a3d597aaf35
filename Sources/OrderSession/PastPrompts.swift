internal import Ordering

extension [Prompt] {
    /// Without lines that are announced again as something else, and without the question what else where something is said.
    var withoutWhatIsPast: Self {
        let isAlone = count == 1
        var announced: Set<Int> = []
        return Array(
            reversed().compactMap { prompt in
                guard case .accepted(let lines) = prompt else { return prompt == .whatElse && !isAlone ? nil : prompt }
                let new = lines.filter { !announced.contains($0.id) }
                announced.formUnion(new.map(\.id))
                return new.isEmpty ? nil : .accepted(new)
            }.reversed())
    }
}
