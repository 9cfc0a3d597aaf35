public import Ordering

/// A printed line.
public struct ReceiptLine: Equatable, Sendable {
    /// How a line is printed.
    public enum Style: Equatable, Sendable {
        /// As usual.
        case plain
        /// Bold.
        case bold
        /// Twice as wide and high; half as many characters fit.
        case large
    }

    /// The text, no longer than the paper is wide.
    public var text: String
    /// How it is printed.
    public var style: Style

    /// A printed line.
    public init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// Receipts and kitchen tickets as lines of text for paper of some width.
///
/// ```swift
/// let layout = ReceiptLayout(store: "Brews", locale: "en", columns: 42)
/// for line in layout.receipt(order) { print(line.text) }
/// ```
public struct ReceiptLayout: Sendable {
    /// Widths of common paper in characters: 58 mm, and two fonts of 80 mm.
    public static let widths = [32, 42, 48]

    /// Characters of a line, one of `widths`.
    public let columns: Int
    private let store: String
    private let asksForTable: Bool
    private let words: ReceiptWords?

    /// A layout.
    ///
    /// - Parameters:
    ///   - store: name of the store.
    ///   - locale: BCP 47 tag of the receipt's words.
    ///   - columns: characters of a line; brought into 24…80.
    ///   - asksForTable: whether the name of an order is a table.
    public init(store: String, locale: String, columns: Int = 42, asksForTable: Bool = false) {
        self.store = store
        self.columns = max(24, min(80, columns))
        self.asksForTable = asksForTable
        words = ReceiptWords.of(locale)
    }

    /// The guest's receipt: lines with prices, taxes, tip and total.
    public func receipt(_ printed: PrintedOrder) -> [ReceiptLine] {
        guard let words else { return [] }
        let order = printed.order, currency = order.currency
        func row(_ label: String, _ amount: Money, _ style: ReceiptLine.Style = .plain) -> [ReceiptLine] {
            pair(label, words.money(amount, currency)).map { ReceiptLine($0, style) }
        }
        var lines = centred(store).map { ReceiptLine($0, .bold) }
        lines += head(printed, words)
        lines.append(rule)
        for line in order.lines {
            let price = (try? line.unitPrice.multiplied(by: line.quantity)) ?? .zero
            lines += row("\(line.quantity) x \(line.name)", price)
            for option in line.options { lines += wrapped("  " + text(option, words)).map { ReceiptLine($0) } }
        }
        lines.append(rule)
        for sum in sums(order, words) { lines += row(sum.label, sum.amount) }
        lines += row(words.total, order.total, .bold)
        lines.append(ReceiptLine(""))
        return lines + centred(words.thanks).map { ReceiptLine($0) }
    }

    /// The kitchen's ticket: number, kind of order, name and lines in large letters, without prices.
    public func ticket(_ printed: PrintedOrder) -> [ReceiptLine] {
        guard let words else { return [] }
        var lines = centred(words.kitchen).map { ReceiptLine($0, .bold) }
        lines += head(printed, words)
        lines.append(rule)
        for line in printed.order.lines {
            lines += wrapped("\(line.quantity) x \(line.name)", in: columns / 2).map { ReceiptLine($0, .large) }
            for option in line.options { lines += wrapped("   - " + text(option, words)).map { ReceiptLine($0) } }
        }
        for name in printed.order.avoids {
            lines += wrapped("\(words.avoid): \(name)").map { ReceiptLine($0, .bold) }
        }
        return lines
    }

    /// The order as a short text, for the code on the page.
    public func summary(_ printed: PrintedOrder) -> String {
        guard let words else { return "" }
        let order = printed.order
        let lines = order.lines.map { line in
            let options = line.options.map { text($0, words) }.joined(separator: ", ")
            let price = (try? line.unitPrice.multiplied(by: line.quantity)) ?? .zero
            return "\(line.quantity) x \(line.name)" + (options.isEmpty ? "" : " (\(options))")
                + " " + words.money(price, order.currency)
        }
        let head = "\(store)\n\(words.order) \(printed.number), \(printed.time)"
        let sums = (sums(order, words) + [(words.total, order.total)]).map { label, amount in
            "\(label) \(words.money(amount, order.currency))"
        }
        return ([head] + lines + sums).joined(separator: "\n")
    }

    /// What stands between the lines and the total: subtotal, taxes and tip, where there are any.
    private func sums(_ order: NewOrder, _ words: ReceiptWords) -> [(label: String, amount: Money)] {
        guard let details = order.details, !details.taxes.isEmpty || details.tip > .zero else { return [] }
        var sums = [(label: words.subtotal, amount: (try? order.linesTotal()) ?? .zero)]
        for tax in details.taxes {
            let label = "\(tax.name) \(tax.percent(point: words.decimal))%"
            sums.append((tax.isIncluded ? "\(words.includes) \(label)" : label, tax.amount))
        }
        if details.tip > .zero { sums.append((words.tip, details.tip)) }
        return sums
    }

    private func head(_ printed: PrintedOrder, _ words: ReceiptWords) -> [ReceiptLine] {
        let details = printed.order.details
        var lines = [ReceiptLine("\(words.order) \(printed.number)", .large)]
        if printed.isCopy { lines.append(ReceiptLine(words.copy, .bold)) }
        switch details?.service {
        case .toGo?: lines.append(ReceiptLine(words.toGo, .large))
        case .eatHere?: lines.append(ReceiptLine(words.eatHere, .large))
        case nil: break
        }
        if let name = details?.name {
            let label = asksForTable ? words.table : words.name
            lines += wrapped("\(label): \(name)").map { ReceiptLine($0, .bold) }
        }
        lines.append(ReceiptLine(String(printed.time.prefix(columns))))
        return lines
    }

    private func text(_ option: StoredLine.Option, _ words: ReceiptWords) -> String {
        let how =
            switch option.amount {
            case .without: words.none + " "
            case .light: words.light + " "
            case .extra: words.extra + " "
            case .regular, nil: ""
            }
        return how + (option.count.map { "\($0) x " } ?? "") + option.name
    }

    // MARK: Lines

    private var rule: ReceiptLine { ReceiptLine(String(repeating: "-", count: columns)) }

    private func centred(_ text: String) -> [String] {
        wrapped(text).map { String(repeating: " ", count: max(0, (columns - $0.count) / 2)) + $0 }
    }

    /// A label at the left and an amount at the right edge; the label wraps where there is no room for both.
    private func pair(_ label: String, _ amount: String) -> [String] {
        let room = columns - amount.count - 1
        guard room >= 8 else { return wrapped(label) + wrapped(amount) }
        var lines = wrapped(label, in: room)
        let last = lines.popLast() ?? ""
        return lines + [last + String(repeating: " ", count: columns - last.count - amount.count) + amount]
    }

    /// Breaks a text between words, and words that are too long. Leading spaces indent every line.
    private func wrapped(_ text: String, in width: Int? = nil) -> [String] {
        let width = width ?? columns
        let indent = String(text.prefix { $0 == " " }.prefix(width / 2))
        var lines: [String] = [], line = indent
        for word in text.split(whereSeparator: \.isWhitespace) {
            var word = String(word)
            if line.count > indent.count, line.count + 1 + word.count > width {
                lines.append(line)
                line = indent
            }
            while indent.count + word.count > width {
                let part = word.prefix(width - indent.count)
                lines.append(indent + part)
                word = String(word.dropFirst(part.count))
            }
            line += line.count > indent.count ? " " + word : word
        }
        return line.count > indent.count || lines.isEmpty ? lines + [line] : lines
    }
}
