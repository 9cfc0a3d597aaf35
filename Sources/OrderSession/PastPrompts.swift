internal import Ordering

extension [Prompt] {
    /// Without lines that are announced again as something else, and without the question what else where something is
    /// said.
    var withoutWhatIsPast: Self {
        let isAsked = allSatisfy { $0 == .whatElse }
        var announced: Set<Int> = []
        let rest: Self = reversed().compactMap { prompt in
            guard case .accepted(let lines) = prompt else { return prompt == .whatElse && !isAsked ? nil : prompt }
            let new = lines.filter { !announced.contains($0.id) }
            announced.formUnion(new.map(\.id))
            return new.isEmpty ? nil : .accepted(new)
        }
        return isAsked ? Array(prefix(1)) : rest.reversed()
    }
}
