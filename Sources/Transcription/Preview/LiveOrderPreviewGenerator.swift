public import Ordering
public import Speech

/// Generates the live items that a display shows while the guest speaks, with stable identities.
///
/// "latte", "iced latte" and "large iced latte" are one changing item. Items keep their order. An item missing for a
/// few updates keeps its identity when it returns. A value type, not thread-safe; an update takes some microseconds.
public struct LiveOrderPreviewGenerator: Sendable {
    /// Maximum number of updates for which an item may be missing and keep its identity. Recognisers withdraw a word
    /// for one or two updates.
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

    /// - Throws: a decoding error only if the built-in data is damaged, which a test excludes.
    public init(menu: Menu) throws {
        style = try ModifierStyle(menu: menu)
        let pairs = menu.optionGroups.flatMap { group in
            group.options.compactMap { option in
                option.count.map { (OptionReference(group: group.id, option: option.id), $0) }
            }
        }
        counts = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The current live items.
    public var items: [LiveOrderItem] { known.filter { $0.trace.missed == 0 }.map(\.item) }

    /// The parsed items behind `items`, in the same order.
    public var understood: [ParsedOrderItem] { known.filter { $0.trace.missed == 0 }.map(\.parsed) }

    /// Updates the live items from a new parse of the open utterance.
    ///
    /// - Parameters:
    ///   - parsed: the parsed items, in word order.
    ///   - words: the words of the utterance, which give the items' positions. Without them, items are matched by order
    ///     and words alone.
    ///   - position: end of the audio that the parse covers.
    /// - Returns: the live items in the same order.
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

    /// Starts the next utterance. Its items get new ids.
    public mutating func reset() { known = [] }

    /// Keeps missing items for up to `mostMissedUpdates` updates.
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

    /// Range of the first occurrence of a name in the words, from a given word on.
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
