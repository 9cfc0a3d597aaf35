public import Ordering
public import Speech

/// Makes the items that a display shows while the guest speaks, each with an identity that lasts while its words
/// change.
///
/// "latte", "iced latte" and "large iced latte" are one item changing. Items keep their order; one that is gone for a
/// few updates and comes back is the same. A value with one owner; an update takes some microseconds.
public struct LiveOrderPreviewGenerator: Sendable {
    /// For how many updates an item may be gone and still come back as itself: recognisers take back a word for one or
    /// two.
    public static let mostMissedUpdates = 3

    private struct Known: Sendable {
        var trace: ItemMatching.Trace
        var item: LiveOrderItem
        var parsed: ParsedOrderItem
    }

    private let style: ModifierStyle
    private let counts: [OptionReference: Int]
    private var known: [Known] = []
    private var nextId = 1

    /// - Throws: a decoding error only if the built-in data is damaged, which its test excludes.
    public init(menu: Menu) throws {
        style = try ModifierStyle(menu: menu)
        let pairs = menu.optionGroups.flatMap { group in
            group.options.compactMap { option in
                option.count.map { (OptionReference(group: group.id, option: option.id), $0) }
            }
        }
        counts = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The items that were shown last.
    public var items: [LiveOrderItem] { known.filter { $0.trace.missed == 0 }.map(\.item) }

    /// What `items` were made of, in the same order.
    public var understood: [ParsedOrderItem] { known.filter { $0.trace.missed == 0 }.map(\.parsed) }

    /// Takes the newest understanding of the open utterance.
    ///
    /// - Parameters:
    ///   - parsed: its items, in the order of its words.
    ///   - words: all its words as the parser read them, which place the items; without them order and words decide
    ///     alone.
    ///   - position: the newest audio that the understanding is of.
    /// - Returns: the items in the same order.
    @discardableResult
    public mutating func generatePreview(_ parsed: [ParsedOrderItem], words: [String] = [], at position: SamplePosition)
        -> [LiveOrderItem]
    {
        let traces = traces(parsed, words)
        let matches = ItemMatching.match(known.map(\.trace), traces)
        var updated: [Known] = []
        updated.reserveCapacity(known.count + parsed.count)
        var next = 0
        for (index, match) in matches.enumerated() {
            if let match {
                keepMissed(next..<match, in: &updated)
                next = match + 1
                let before = known[match]
                let isSame = before.parsed == parsed[index] && before.item.matchIndex == traces[index].position
                let item =
                    isSame
                    ? before.item
                    : live(parsed[index], id: before.item.id, at: before.item.detectedAt, traces[index].position)
                updated.append(Known(trace: traces[index], item: item, parsed: parsed[index]))
            } else {
                updated.append(
                    Known(
                        trace: traces[index],
                        item: live(parsed[index], id: nextId, at: position, traces[index].position),
                        parsed: parsed[index]))
                nextId += 1
            }
        }
        keepMissed(next..<known.count, in: &updated)
        known = updated
        return items
    }

    /// Begins the next utterance: its items are new ones, with ids that were never used.
    public mutating func reset() { known = [] }

    /// Remembers for a while those that are not there now.
    private func keepMissed(_ range: Range<Int>, in updated: inout [Known]) {
        for var gone in known[range] where gone.trace.missed < Self.mostMissedUpdates {
            gone.trace.missed += 1
            updated.append(gone)
        }
    }

    private func live(_ parsed: ParsedOrderItem, id: Int, at position: SamplePosition, _ matchIndex: Int?)
        -> LiveOrderItem
    {
        LiveOrderItem(
            id: id, label: parsed.name, menuItemId: parsed.itemId, quantity: parsed.quantity,
            modifiers: parsed.options.compactMap { style.modifier($0, ownCount: counts[$0.option]) },
            confidence: parsed.confidence, detectedAt: position,
            matchIndex: matchIndex)
    }

    private func traces(_ parsed: [ParsedOrderItem], _ words: [String]) -> [ItemMatching.Trace] {
        var start = 0
        return parsed.map { item in
            let place = Self.place(of: item.nameSpoken, in: words, from: start)
            if let place { start = place.end }
            return ItemMatching.Trace(item, position: place?.start)
        }
    }

    /// The first place of a name among words, from a word on.
    private static func place(of name: String, in words: [String], from start: Int) -> (start: Int, end: Int)? {
        guard !name.isEmpty, start < words.count else { return nil }
        for first in start..<words.count where name.hasPrefix(words[first]) {
            var rest = name[...], index = first
            while index < words.count, rest.hasPrefix(words[index]) {
                rest = rest.dropFirst(words[index].count)
                index += 1
                if rest.isEmpty { return (first, index) }
                guard rest.first == " " else { break }
                rest = rest.dropFirst()
            }
        }
        return nil
    }
}
