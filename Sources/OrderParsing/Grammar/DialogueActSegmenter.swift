internal import Ordering

/// Splits an utterance into its dialogue acts, orders and questions: "a large latte, is it dairy free", "how much is a
/// mocha and can I get one".
///
/// A question begins where its opening words follow an item and the rest is a question by itself. An order begins where
/// a request ("can I get") follows a question (Ang, Liu, Shriberg 2005, "Automatic Dialog Act Segmentation and
/// Classification in Multiparty Meetings").
struct DialogueActSegmenter: Sendable {
    let questions: QuestionParser

    /// - Returns: the parts in order, at least one.
    func parts(_ segments: [Segment], words: UtteranceWords) -> [[Segment]] {
        var parts: [[Segment]] = []
        var start = 0
        for index in segments.indices.dropFirst() where isCut(segments, from: start, at: index, words) {
            parts.append(Self.withoutJoins(segments[start..<index]))
            start = index
        }
        return parts + [Array(segments[start...])]
    }

    private func isCut(_ segments: [Segment], from start: Int, at index: Int, _ words: UtteranceWords) -> Bool {
        let opens = isOpening(segments, at: index)
        guard opens || isOrder(segments, from: start, at: index) else { return false }
        let said = Array(segments[start..<index])
        let isQuestion = questions.question(said, words: words) != nil
        guard opens else {
            let isCondition = segments[index].senses.contains { $0 == .conditionMet || $0 == .conditionUnmet }
            return isQuestion && said.contains(where: Self.isAsking)
                && (isCondition || segments[index...].contains(where: Self.isThing))
        }
        guard !isQuestion, !isOpening(said, at: questions.begin(said)),
            said.contains(where: { !$0.senses.items.isEmpty })
        else { return false }
        let end = (index + 1..<segments.count).first { isOrder(segments, from: index, at: $0) } ?? segments.count
        return isAsked(Self.withoutJoins(segments[index..<end]), words)
    }

    /// Whether a stretch is a question from its first word on. A question for the staff must contain no item.
    private func isAsked(_ segments: [Segment], _ words: UtteranceWords) -> Bool {
        guard let (question, begin) = questions.question(segments, words: words), begin == 0 else { return false }
        return question != .other || !segments.contains { !$0.senses.items.isEmpty }
            || segments.count > 1 && isKnown(segments[1])
    }

    /// Whether a question may begin here: "do you have", "how much is", "is it", but not a bare "is".
    private func isOpening(_ segments: [Segment], at index: Int) -> Bool {
        let senses = segments[index].senses
        if senses.question(.price) || senses.question(.staff) && segments[index].range.count > 1 { return true }
        guard senses.question(.open) || senses.question(.which) || senses.question(.have),
            !senses.question(.closing)
        else { return false }
        return !senses.contains(.filler) || segments[index].range.count > 1
            || index + 1 < segments.count && isKnown(segments[index + 1])
    }

    /// Whether it refers to something said before: "it", "that", "the".
    private func isKnown(_ segment: Segment) -> Bool {
        segment.senses.contains { $0 == .latest || $0 == .all || $0 == .definite || $0 == .newestTwo }
    }

    /// Whether a new order begins here. In "what if I order" it does not.
    private func isRequest(_ segments: [Segment], at index: Int) -> Bool {
        let senses = segments[index].senses, before = segments[index - 1]
        if senses.contains(.conditionMet) || senses.contains(.conditionUnmet) { return true }
        let isAfterJoin = before.senses.contains(.conjunction)
        let changes =
            senses.contains(.edit) || senses.intent == .order || senses.intent == .add
            || senses.intent == .remove
        guard senses.intent == .order && segments[index].range.count > 1 || isAfterJoin && changes else {
            return false
        }
        let isOpened = before.senses.question(.open) || before.senses.question(.which)
        return before.role != .unknown && !before.senses.contains(.to)
            && (!isOpened || before.senses.question(.closing))
    }

    /// Whether an order begins here after a question: with a request, or with a new item after a question that names
    /// none.
    private func isOrder(_ segments: [Segment], from start: Int, at index: Int) -> Bool {
        // "is it hot and a brownie". In a question with an item, a further item may belong to the question.
        isRequest(segments, at: index)
            || isNew(segments, at: index) && !segments[start..<index].contains { !$0.senses.items.isEmpty }
    }

    /// "and a", "and two", before an item.
    private func isNew(_ segments: [Segment], at index: Int) -> Bool {
        guard segments[index - 1].senses.contains(.conjunction),
            segments[index...].contains(where: { !$0.senses.items.isEmpty })
        else { return false }
        if case .number = segments[index].role { return true }
        return segments[index].senses.contains(.article)
    }

    /// Whether it is a question phrase. "how spicy can I get the wrap" asks with words that otherwise order.
    private static func isAsking(_ segment: Segment) -> Bool {
        let senses = segment.senses
        guard senses.contains(where: { if case .question = $0 { true } else { false } }) else { return false }
        return segment.range.count > 1 || senses.question(.contain)
            || !senses.question(.open) && !senses.question(.which)
    }

    private static func isThing(_ segment: Segment) -> Bool {
        if case .number = segment.role { return true }
        return segment.senses.contains { sense in
            switch sense {
            case .item, .option, .latest, .all, .proform: true
            default: false
            }
        }
    }

    /// Removes the conjunction between two parts.
    private static func withoutJoins(_ segments: ArraySlice<Segment>) -> [Segment] {
        Array(
            segments[
                ..<(segments.lastIndex { !$0.senses.contains(.conjunction) }.map { $0 + 1 } ?? segments.startIndex)])
    }
}
