internal import Ordering

/// Puts the segments of a head-final language into the order that the chunker reads: the verb before its clause, a
/// number before its item, an amount before its option. Particles without a meaning for the order are left out.
///
/// "아메리카노 두 잔 설탕 없이 주세요" becomes "주세요 두 잔 아메리카노 없이 설탕".
struct HeadFinalOrder: Sendable {
    /// A segment with its words.
    private struct Part {
        let segment: Segment
        /// Places of its words.
        let places: [Int]
        let last: String?
        var senses: [Sense] { segment.senses }
        var isItem: Bool { !senses.items.isEmpty }
        var isOption: Bool { !senses.options.isEmpty && !isItem }
        var isNumber: Bool { if case .number = segment.role { true } else { false } }
        var isJoin: Bool { senses.contains(.conjunction) }
    }

    /// An article without words, for a thing that is known: the language has no articles.
    private static let definite = Part(
        segment: Segment(role: .phrase([.definite]), range: 0..<0), places: [], last: nil)

    let menu: Menu
    private let counters: Set<String>
    private let itemCounters: Set<String>

    init(menu: Menu, forms: Language.Forms) {
        self.menu = menu
        counters = Set(forms.counters)
        itemCounters = Set(forms.itemCounters)
    }

    /// Returns the segments in their new order, and the words in the order of the segments.
    func arranged(_ segments: [Segment], words: [String]) -> (segments: [Segment], words: UtteranceWords) {
        var arranged: [Part] = [], clause: [Part] = [], verbs: [Part] = []
        func close() {
            // "제 아이가 땅콩 알레르기 있어요": an unknown subject stays before the predicate.
            let subject = clause.prefix { $0.segment.role == .unknown }
            let rest = Array(clause.dropFirst(subject.count))
            arranged += subject + verbs + self.clause(rest, isEdit: verbs.contains { $0.senses.contains(.edit) })
            (clause, verbs) = ([], [])
        }
        for part in parts(segments, words) {
            if isVerb(part, after: clause.last) {
                verbs.append(part)
            } else {
                if !verbs.isEmpty { close() }
                clause.append(part)
            }
        }
        close()
        var result: [Segment] = [], places: [Int] = []
        for part in arranged {
            var segment = part.segment
            segment.range = places.count..<places.count + part.places.count
            result.append(segment)
            places += part.places
        }
        return (result, UtteranceWords(words, readAs: places))
    }

    /// The segments without particles, and each counter with its number.
    private func parts(_ segments: [Segment], _ words: [String]) -> [Part] {
        var parts: [Part] = []
        for segment in segments {
            let said = words[segment.range]
            if let last = parts.last, last.isNumber, said.allSatisfy(isCounter) {
                let places = last.places + segment.range
                parts[parts.count - 1] = Part(segment: last.segment, places: places, last: said.last)
            } else if segment.senses != [.filler] {
                parts.append(Part(segment: segment, places: Array(segment.range), last: said.last))
            }
        }
        return parts
    }

    private func isCounter(_ word: String) -> Bool { counters.contains(word) || itemCounters.contains(word) }

    /// Whether a segment is a predicate, which ends its clause. "추가" behind an option is an amount of it.
    private func isVerb(_ part: Part, after previous: Part?) -> Bool {
        if isPostposed(part, after: previous) { return false }
        if part.isItem || part.isOption { return false }
        return part.senses.contains { sense in
            switch sense {
            case .intent(.order), .intent(.add), .intent(.remove), .edit, .question: true
            default: false
            }
        }
    }

    /// Whether a segment belongs before the thing that was said last: "설탕 없이", "라떼 말고".
    private func isPostposed(_ part: Part, after previous: Part?) -> Bool {
        guard let previous, !part.isItem, !part.isOption, previous.isItem || previous.isOption else { return false }
        if part.senses.contains(.insteadOf) || part.senses.contains(.except) { return true }
        return part.senses.amount != nil && (previous.isOption || part.senses.amount == .without)
    }

    /// Arranges a clause without its verb.
    private func clause(_ parts: [Part], isEdit: Bool) -> [Part] {
        var result: [Part] = []
        /// Where the noun phrase begins that is being read, and whether it has an item, and a number of it.
        var start = 0, hasItem = false, isCounted = false
        /// What is replaced, or changed by an addition, stands behind what is new.
        var late: [Part] = []
        func begin() { (start, hasItem, isCounted) = (result.count, false, false) }
        for (index, part) in parts.enumerated() {
            if part.isJoin || part.senses.intent != nil && !part.isItem && !part.isOption {
                result.append(part)
                begin()
            } else if isPostposed(part, after: result.last) {
                if part.senses.contains(.insteadOf) {
                    late += [part] + result[start...]
                    result.removeSubrange(start...)
                    begin()
                } else if part.senses.amount != .extra || !(result.dropLast().last?.isNumber ?? false) {
                    // "샷 두 번 추가": the number says how much.
                    result.insert(part, at: result.count - 1)
                }
            } else if part.senses.contains(.locative) {
                // "라떼 에 시럽 추가해 주세요": syrup in the latte. A counted latte is a new one.
                guard let last = result.last, last.isItem, !isCounted, !countsItem(parts[index...]) else { continue }
                late += [part, Self.definite] + result[start...]
                result.removeSubrange(start...)
                begin()
            } else if part.senses.contains(.to) {
                // "두유 로 바꿔 주세요": to soy milk. Elsewhere the particle has no meaning.
                guard isEdit, let last = result.last, last.isItem || last.isOption || last.isNumber else { continue }
                result.insert(part, at: result.count - 1)
            } else if part.isNumber, isEdit, parts.dropFirst(index + 1).first?.senses.contains(.to) == true {
                result.append(part)
            } else if part.isNumber {
                place(part, in: &result, from: start, hasItem: hasItem, isCounted: &isCounted)
            } else {
                // Options behind a counted item belong to the next item, if there is one:
                // "라떼 하나 따뜻한 모카 둘".
                let isNext = hasItem && (part.isItem || isCounted && leadsToItem(parts, from: index))
                if isNext { begin() }
                hasItem = hasItem || part.isItem
                result.append(part)
            }
        }
        return result + late
    }

    /// Whether the next item comes before the next conjunction.
    private func leadsToItem(_ parts: [Part], from index: Int) -> Bool {
        parts[index...].first { $0.isItem || $0.isJoin }?.isItem ?? false
    }

    /// Puts a number before what it counts: the option said last, or the item.
    private func place(
        _ number: Part, in result: inout [Part], from start: Int, hasItem: Bool, isCounted: inout Bool
    ) {
        if !countsItem([number]), let last = result.last, last.isOption, isCountable(last) {
            result.insert(number, at: result.count - 1)
        } else if hasItem, !isCounted {
            // "샷 두 번 추가한 모카 한 잔": counted options stand behind the item.
            var counted: [Part] = []
            while let index = result[start...].firstIndex(where: \.isNumber), index + 1 < result.count,
                result[index + 1].isOption
            {
                counted += result[index...index + 1]
                result.removeSubrange(index...index + 1)
            }
            result.insert(number, at: start)
            result += counted
            isCounted = true
        } else {
            result.append(number)
        }
    }

    /// Whether one of the parts is a number with a counter of items.
    private func countsItem(_ parts: ArraySlice<Part>) -> Bool {
        parts.contains { $0.isNumber && ($0.last.map(itemCounters.contains) ?? false) }
    }

    private func isCountable(_ part: Part) -> Bool {
        part.senses.options.contains { menu.group($0.group)?.amounts == true }
    }
}
