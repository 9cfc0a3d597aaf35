internal import Ordering

/// Cuts what is said in one breath into what it orders and what it asks: "a large latte, is it dairy free", "how much
/// is a mocha and can I get one".
///
/// A question begins where its first words stand behind an item and what follows is a question by itself; an order
/// begins where "can I get" or the like stands behind a question (dialogue act segmentation: Ang, Liu, Shriberg 2005,
/// "Automatic Dialog Act Segmentation and Classification in Multiparty Meetings").
struct UtteranceSplitter: Sendable {
    let questions: QuestionParser

    /// - Returns: the parts in the order in which they were said, at least one.
    func parts(_ segments: [Segment], words: [String]) -> [[Segment]] {
        var parts: [[Segment]] = []
        var start = 0
        for index in segments.indices.dropFirst() where isCut(segments, from: start, at: index, words) {
            parts.append(Self.withoutJoins(segments[start..<index]))
            start = index
        }
        return parts + [Array(segments[start...])]
    }

    private func isCut(_ segments: [Segment], from start: Int, at index: Int, _ words: [String]) -> Bool {
        let opens = isOpening(segments, at: index)
        guard opens || isOrder(segments, from: start, at: index) else { return false }
        let said = Array(segments[start..<index])
        let isQuestion = questions.question(said, words: words) != nil
        guard opens else {
            let isCondition = segments[index].meanings.contains { $0 == .consequence || $0 == .otherwise }
            return isQuestion && said.contains(where: Self.isAsking)
                && (isCondition || segments[index...].contains(where: Self.isThing))
        }
        guard !isQuestion, !isOpening(said, at: questions.begin(said)),
            said.contains(where: { !$0.meanings.items.isEmpty })
        else { return false }
        let end = (index + 1..<segments.count).first { isOrder(segments, from: index, at: $0) } ?? segments.count
        return isAsked(Self.withoutJoins(segments[index..<end]), words)
    }

    /// Whether a stretch is a question from its first word on. What only the staff could answer is one where nothing in
    /// it can be ordered.
    private func isAsked(_ segments: [Segment], _ words: [String]) -> Bool {
        guard let (question, begin) = questions.question(segments, words: words), begin == 0 else { return false }
        return question != .other || !segments.contains { !$0.meanings.items.isEmpty }
            || segments.count > 1 && isKnown(segments[1])
    }

    /// Whether a question may begin here: "do you have", "how much is", and "is it", but not "is" by itself.
    private func isOpening(_ segments: [Segment], at index: Int) -> Bool {
        let meanings = segments[index].meanings
        if meanings.question(.price) || meanings.question(.staff) && segments[index].range.count > 1 { return true }
        guard meanings.question(.open) || meanings.question(.which) || meanings.question(.have),
            !meanings.question(.closing)
        else { return false }
        return !meanings.contains(.filler) || segments[index].range.count > 1
            || index + 1 < segments.count && isKnown(segments[index + 1])
    }

    /// "it", "that", "the": of something that was said before.
    private func isKnown(_ segment: Segment) -> Bool {
        segment.meanings.contains { $0 == .latest || $0 == .all || $0 == .definite || $0 == .newestTwo }
    }

    /// Whether an order may begin here, and is no part of what goes before: "what if I order".
    private func isRequest(_ segments: [Segment], at index: Int) -> Bool {
        let meanings = segments[index].meanings, before = segments[index - 1]
        if meanings.contains(.consequence) || meanings.contains(.otherwise) { return true }
        let isAfterJoin = before.meanings.contains(.join)
        let changes =
            meanings.contains(.edit) || meanings.intent == .order || meanings.intent == .add
            || meanings.intent == .remove
        guard meanings.intent == .order && segments[index].range.count > 1 || isAfterJoin && changes else {
            return false
        }
        let isOpened = before.meanings.question(.open) || before.meanings.question(.which)
        return before.role != .unknown && !before.meanings.contains(.to)
            && (!isOpened || before.meanings.question(.closing))
    }

    /// Whether an order may begin here behind a question: with its own words, or where a new item stands behind a
    /// question that names none.
    private func isOrder(_ segments: [Segment], from start: Int, at index: Int) -> Bool {
        // "is it hot and a brownie"; but of what is asked about by its name the next name may be one more.
        isRequest(segments, at: index)
            || isNew(segments, at: index) && !segments[start..<index].contains { !$0.meanings.items.isEmpty }
    }

    /// "and a", "and two", before an item.
    private func isNew(_ segments: [Segment], at index: Int) -> Bool {
        guard segments[index - 1].meanings.contains(.join),
            segments[index...].contains(where: { !$0.meanings.items.isEmpty })
        else { return false }
        if case .number = segments[index].role { return true }
        return segments[index].meanings.contains(.article)
    }

    /// "how spicy can I get the wrap" asks with the words that order elsewhere: a question has its own.
    private static func isAsking(_ segment: Segment) -> Bool {
        let meanings = segment.meanings
        guard meanings.contains(where: { if case .question = $0 { true } else { false } }) else { return false }
        return segment.range.count > 1 || meanings.question(.contain)
            || !meanings.question(.open) && !meanings.question(.which)
    }

    private static func isThing(_ segment: Segment) -> Bool {
        if case .number = segment.role { return true }
        return segment.meanings.contains { meaning in
            switch meaning {
            case .item, .option, .latest, .all, .noun: true
            default: false
            }
        }
    }

    /// "a latte and": what joins the parts belongs to none.
    private static func withoutJoins(_ segments: ArraySlice<Segment>) -> [Segment] {
        Array(segments[..<(segments.lastIndex { !$0.meanings.contains(.join) }.map { $0 + 1 } ?? segments.startIndex)])
    }
}
