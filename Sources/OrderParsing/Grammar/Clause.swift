internal import Ordering

/// A part of an utterance with one purpose, and the elements it is about.
struct Clause: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        /// Names what is wanted, or options of it.
        case state
        case remove
        case edit
        /// Takes back what was just said for what follows.
        case repair
        /// Takes back the item said last.
        case scratch
        /// Takes back what was done last, and what was said last.
        case undo, forget
        case not
        /// "no croissant": the item is unwanted, or was said wrongly.
        case noItem
        case insteadOf
        case again
        case oneMore
        /// Brings back what was taken away.
        case restore
        case say(OrderIntent)
    }

    var purpose = Purpose.state
    var body: ArraySlice<Chunk>
    /// "add", "also", "as well": something besides what there is.
    var isBesides = false
    /// "scratch that"
    var isTakingBack: Bool { purpose == .scratch || purpose == .undo || purpose == .forget }
    /// "instead", at the end or the beginning.
    var isInstead = false
    /// Whether "no" or a repair came before an edit: "no, make that caramel".
    var isRepairing = false
    /// Whether "no" alone begins it.
    var isDenying = false
    /// Whether a correction ends it: "only three, actually".
    var isCorrecting = false
    /// Whether "can I get" or the like began it.
    var asks = false
}

/// Cuts the elements of an utterance into clauses at the words that say what to do.
struct ClauseParser: Sendable {
    func clauses(_ elements: [Chunk]) -> [Clause] {
        var clauses: [Clause] = []
        var heads: [Chunk.Kind] = []
        var start = 0
        var index = 0
        func close(before end: Int) {
            let body = elements[min(start, end)..<end]
            let isEmpty = !body.contains { Self.carriesMeaning($0.kind) }
            if heads.isEmpty, isEmpty { return }
            // "only three croissants, actually"
            if heads == [.repair], isEmpty, end == elements.count, let last = clauses.last, last.purpose == .state {
                clauses[clauses.count - 1].isCorrecting = true
            }
            let before = clauses.last { $0.purpose == .state || $0.purpose == .edit }
            clauses.append(clause(heads, body, isFirst: before == nil, repeatsVerb: before?.isBesides ?? false))
            heads = []
        }
        while index < elements.count {
            let kind = elements[index].kind
            let hasBody = index > start && elements[start..<index].contains { Self.carriesMeaning($0.kind) }
            if case .copula = kind {
                // "the latte should be iced": what stands before is what changes.
                heads = [.edit]
            } else if case .intent(let intent) = kind, intent != .order, intent != .add, intent != .remove {
                close(before: index)
                clauses.append(Clause(purpose: .say(intent), body: []))
                start = index + 1
            } else if kind == .only, hasBody, isUnwanting(heads) {
                // "I don't want a large, just a medium"
                close(before: index)
                start = index + 1
            } else if isHead(elements, at: index, hasBody: hasBody || !heads.isEmpty) {
                if hasBody || heads.contains(.repair) && kind == .repair
                    || clauses.isEmpty && (heads == [.undo] || heads == [.forget]) && Self.isIntent(kind)
                {
                    close(before: index)
                }
                if hasBody || heads.isEmpty { start = index + 1 }
                heads.append(kind)
                start = index + 1
            }
            index += 1
        }
        close(before: elements.count)
        return clauses
    }

    private func isUnwanting(_ heads: [Chunk.Kind]) -> Bool {
        heads.contains(.intent(.remove)) || heads.contains(.not) || heads.contains(.no)
    }

    private func isHead(_ elements: [Chunk], at index: Int, hasBody: Bool) -> Bool {
        switch elements[index].kind {
        case .intent, .edit, .repair, .scratch, .undo, .forget, .not, .insteadOf, .again, .oneMore, .restore:
            return true
        case .splitRemoval where index > 0 && elements[index - 1].kind == .to: return false
        case .splitRemoval: return elements[(index + 1)...].contains { $0.kind == .particle || $0.kind == .place }
        // "two no three": a no between things takes back; at the beginning it answers.
        case .no: return hasBody || index == 0 || !elements[..<index].contains { Self.carriesMeaning($0.kind) }
        default: return false
        }
    }

    /// - Parameter repeatsVerb: whether the clause before added something too: "add a latte, no wait, add a
    ///   cappuccino".
    private func clause(_ heads: [Chunk.Kind], _ body: ArraySlice<Chunk>, isFirst: Bool, repeatsVerb: Bool) -> Clause {
        var clause = Clause(body: body)
        let things = body.filter { Self.carriesMeaning($0.kind) }
        clause.isBesides =
            heads.contains(.intent(.add))
            || body.contains { $0.kind == .also && $0.range.lowerBound <= things.first?.range.lowerBound ?? 0 }
        clause.isCorrecting =
            body.first { $0.kind != .filler && $0.kind != .unknown }?.kind == .only
            && body.contains { if case .quantity = $0.kind { true } else { false } }
            && !clause.isBesides && !heads.contains(.intent(.order))
        clause.isInstead = body.contains { $0.kind == .instead }
        clause.asks = heads.contains(.intent(.order))
        clause.isRepairing =
            heads.contains(.repair) || heads.contains(.no) || heads.contains(.undo) || heads.contains(.forget)
        clause.isDenying = heads == [.no]
        let order: [(Chunk.Kind, Clause.Purpose)] = [
            (.edit, .edit), (.intent(.remove), .remove), (.splitRemoval, .remove), (.insteadOf, .insteadOf),
            (.again, .again), (.oneMore, .oneMore), (.restore, .restore),
            (.scratch, .scratch), (.undo, .undo), (.forget, .forget),
            (.not, .not), (.repair, .repair), (.no, .repair),
        ]
        if let found = order.first(where: { heads.contains($0.0) }) { clause.purpose = found.1 }
        if clause.purpose == .repair {
            // "no, a muffin too" and "no" to a question are no repairs of what was never said.
            if clause.isBesides && !repeatsVerb || isFirst && (heads == [.no] || clause.asks) {
                clause.purpose = heads == [.no] && body.isEmpty ? .say(.decline) : .state
            }
            // "no croissant": nothing takes its place.
            if heads.last == .no, let first = body.first(where: { $0.kind != .filler }), case .item = first.kind {
                clause.purpose = .noItem
            }
            if heads == [.no], !body.contains(where: { Self.carriesMeaning($0.kind) }) {
                clause.purpose = .say(.decline)
            }
        }
        return clause
    }

    private static func isIntent(_ kind: Chunk.Kind) -> Bool { if case .intent = kind { true } else { false } }

    static func carriesMeaning(_ kind: Chunk.Kind) -> Bool {
        switch kind {
        case .item, .option, .diet, .quantity, .reference, .pieces, .partOf, .again, .oneMore, .restore: true
        default: false
        }
    }
}
