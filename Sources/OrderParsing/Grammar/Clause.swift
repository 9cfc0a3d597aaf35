internal import Ordering

/// A clause of an utterance: its purpose and its chunks.
struct Clause: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        /// States what is wanted: items, or options of the current line.
        case state
        case remove
        case edit
        /// Self-repair: replaces the words just said.
        case repair
        /// Retracts the item said last.
        case scratch
        /// Retracts the last change of the order (`undo`), or the last utterance (`forget`).
        case undo, forget
        case not
        /// "no croissant": a negated item, unwanted or corrected.
        case noItem
        case insteadOf
        case again
        case oneMore
        /// Restores what was removed.
        case restore
        case say(OrderIntent)
    }

    var purpose = Purpose.state
    var body: ArraySlice<Chunk>
    /// The words of its edit verb: "swap", "substitute".
    var verb: Range<Int>?
    /// Whether an additive ("add", "also", "as well") marks it as an addition.
    var isBesides = false
    /// Whether it retracts something: "scratch that".
    var isRetraction: Bool { purpose == .scratch || purpose == .undo || purpose == .forget }
    /// Whether it begins or ends with "instead".
    var isInstead = false
    /// Whether "no" or a repair cue precedes an edit: "no, make that caramel".
    var isRepairing = false
    /// Whether a bare "no" begins it.
    var isDenying = false
    /// Whether a repair cue ends it: "only three, actually".
    var isCorrecting = false
    /// Whether a request ("can I get") begins it.
    var asks = false
}

/// Splits the chunks of an utterance into clauses at cue phrases (verbs, repairs, negations).
struct ClauseParser: Sendable {
    func clauses(_ chunks: [Chunk]) -> [Clause] {
        var clauses: [Clause] = []
        var cues: [Chunk.Kind] = []
        var start = 0
        var index = 0
        var verb: Range<Int>?
        func close(before end: Int) {
            let body = chunks[min(start, end)..<end]
            let isEmpty = !body.contains { Self.isContent($0.kind) }
            if cues.isEmpty, isEmpty { return }
            // "only three croissants, actually"
            if cues == [.repair], isEmpty, end == chunks.count, let last = clauses.last, last.purpose == .state {
                clauses[clauses.count - 1].isCorrecting = true
            }
            // "Actually a tea instead of the latte": what is replaced is named.
            if clauses.count == 1, clauses[0].purpose == .repair, cues.last == .insteadOf,
                body.contains(where: { if case .item = $0.kind { true } else { false } })
            {
                clauses[0].purpose = .state
            }
            let before = clauses.last { $0.purpose == .state || $0.purpose == .edit }
            clauses.append(clause(cues, body, isFirst: before == nil, repeatsVerb: before?.isBesides ?? false))
            clauses[clauses.count - 1].verb = verb
            cues = []
            verb = nil
        }
        while index < chunks.count {
            let kind = chunks[index].kind
            let hasBody = index > start && chunks[start..<index].contains { Self.isContent($0.kind) }
            if case .copula = kind {
                // "the latte should be iced": the subject is what changes.
                cues = [.edit]
            } else if case .intent(let intent) = kind, intent != .order, intent != .add, intent != .remove {
                close(before: index)
                clauses.append(Clause(purpose: .say(intent), body: []))
                start = index + 1
            } else if kind == .only, hasBody, isUnwanting(cues) {
                // "I don't want a large, just a medium"
                close(before: index)
                start = index + 1
            } else if isCue(chunks, at: index, hasBody: hasBody || !cues.isEmpty) {
                if hasBody || cues.contains(.repair) && kind == .repair
                    || clauses.isEmpty && (cues == [.undo] || cues == [.forget]) && Self.isIntent(kind)
                {
                    close(before: index)
                }
                if hasBody || cues.isEmpty { start = index + 1 }
                cues.append(kind)
                if kind == .edit { verb = chunks[index].range }
                start = index + 1
            }
            index += 1
        }
        close(before: chunks.count)
        return clauses
    }

    private func isUnwanting(_ cues: [Chunk.Kind]) -> Bool {
        cues.contains(.intent(.remove)) || cues.contains(.not) || cues.contains(.no)
    }

    private func isCue(_ chunks: [Chunk], at index: Int, hasBody: Bool) -> Bool {
        switch chunks[index].kind {
        case .intent, .edit, .repair, .scratch, .undo, .forget, .not, .insteadOf, .again, .oneMore, .restore:
            return true
        case .particleVerb where index > 0 && chunks[index - 1].kind == .to: return false
        case .particleVerb: return chunks[(index + 1)...].contains { $0.kind == .particle || $0.kind == .locative }
        // "two no three": between things "no" is a repair; at the beginning it is an answer.
        case .no: return hasBody || index == 0 || !chunks[..<index].contains { Self.isContent($0.kind) }
        default: return false
        }
    }

    /// - Parameter repeatsVerb: whether the clause before was an addition, too: "add a latte, no wait, add a
    ///   cappuccino".
    private func clause(_ cues: [Chunk.Kind], _ body: ArraySlice<Chunk>, isFirst: Bool, repeatsVerb: Bool) -> Clause {
        var clause = Clause(body: body)
        let things = body.filter { Self.isContent($0.kind) }
        clause.isBesides =
            cues.contains(.intent(.add))
            || body.contains { $0.kind == .also && $0.range.lowerBound <= things.first?.range.lowerBound ?? 0 }
        clause.isCorrecting =
            body.first { $0.kind != .filler && $0.kind != .unknown }?.kind == .only
            && body.contains { if case .quantity = $0.kind { true } else { false } }
            && !clause.isBesides && !cues.contains(.intent(.order))
        clause.isInstead = body.contains { $0.kind == .instead }
        clause.asks = cues.contains(.intent(.order))
        clause.isRepairing =
            cues.contains(.repair) || cues.contains(.no) || cues.contains(.undo) || cues.contains(.forget)
        clause.isDenying = cues == [.no]
        let order: [(Chunk.Kind, Clause.Purpose)] = [
            (.edit, .edit), (.intent(.remove), .remove), (.particleVerb, .remove), (.insteadOf, .insteadOf),
            (.again, .again), (.oneMore, .oneMore), (.restore, .restore),
            (.scratch, .scratch), (.undo, .undo), (.forget, .forget),
            (.not, .not), (.repair, .repair), (.no, .repair),
        ]
        if let found = order.first(where: { cues.contains($0.0) }) { clause.purpose = found.1 }
        if clause.purpose == .repair {
            // "no, a muffin too", and "no" in answer to a question, repair nothing.
            if clause.isBesides && !repeatsVerb || isFirst && (cues == [.no] || clause.asks) {
                clause.purpose = cues == [.no] && body.isEmpty ? .say(.decline) : .state
            }
            // "no croissant": a negated item without a replacement.
            if cues.last == .no, let first = body.first(where: { $0.kind != .filler }), case .item = first.kind {
                clause.purpose = .noItem
            }
            if cues == [.no], !body.contains(where: { Self.isContent($0.kind) }) {
                clause.purpose = .say(.decline)
            }
        }
        return clause
    }

    private static func isIntent(_ kind: Chunk.Kind) -> Bool { if case .intent = kind { true } else { false } }

    static func isContent(_ kind: Chunk.Kind) -> Bool {
        switch kind {
        case .item, .option, .diet, .quantity, .reference, .pieces, .partitive, .again, .oneMore, .restore: true
        default: false
        }
    }
}
