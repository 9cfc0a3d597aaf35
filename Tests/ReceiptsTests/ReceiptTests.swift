internal import Ordering
internal import Receipts
internal import Testing

/// Receipts and kitchen tickets as text and as ESC/POS.
struct ReceiptTests {
    static func order(_ details: OrderDetails? = nil, name: String = "Latte") -> PrintedOrder {
        let oat = StoredLine.Option(group: "milk", id: "oat", name: "Oat milk")
        let foam = StoredLine.Option(group: "foam", id: "foam", name: "Foam", amount: .without)
        let added = (try? details?.added())?.minorUnits ?? 0
        return PrintedOrder(
            order: NewOrder(
                id: "id", session: "s",
                lines: [
                    StoredLine(
                        itemId: "latte", name: name, quantity: 2, options: [oat, foam],
                        unitPrice: Money(minorUnits: 525)),
                    StoredLine(
                        itemId: "tea", name: "Crème brûlée with a very long name that wraps", quantity: 1,
                        options: [],
                        unitPrice: Money(minorUnits: 350)),
                ], avoids: ["nuts"], total: Money(minorUnits: 1_400 + added), currency: "USD", menuDigest: "d",
                details: details), number: 17, time: "2026-11-29 14:05")
    }

    static let details = OrderDetails(
        service: .toGo, name: "Ana",
        taxes: [
            OrderTax(
                name: "Sales tax", rate: 8_875, isIncluded: false, base: Money(minorUnits: 1_400),
                amount: Money(minorUnits: 124))
        ], tip: Money(minorUnits: 140))

    @Test("A receipt has lines, options, tax, tip and total, and its sums add up", arguments: ReceiptLayout.widths)
    func receipt(columns: Int) {
        let lines = ReceiptLayout(store: "Café Ü", locale: "en", columns: columns).receipt(Self.order(Self.details))
        #expect(lines.allSatisfy { $0.text.count <= ($0.style == .large ? columns / 2 : columns) })
        let text = lines.map(\.text)
        #expect(text.contains { $0.contains("Order 17") } && text.contains("TO GO") && text.contains("Name: Ana"))
        #expect(text.contains { $0.hasPrefix("2 x Latte") && $0.hasSuffix("$10.50") })
        #expect(text.contains("  Oat milk") && text.contains("  no Foam"))
        for (label, amount) in [
            ("Subtotal", "$14.00"), ("Sales tax 8.875%", "$1.24"), ("Tip", "$1.40"), ("Total", "$16.64"),
        ] { #expect(text.contains { $0.hasPrefix(label) && $0.hasSuffix(amount) && $0.count == columns }) }
    }

    @Test("A kitchen ticket has no prices, and names what to avoid")
    func ticket() {
        let layout = ReceiptLayout(store: "S", locale: "de", columns: 32, asksForTable: true)
        let lines = layout.ticket(Self.order(OrderDetails(service: .eatHere, name: "12")))
        let text = lines.map(\.text)
        #expect(!text.contains { $0.contains("$") || $0.contains("5.25") })
        #expect(text.contains("HIER ESSEN") && text.contains("Tisch: 12") && text.contains("OHNE: nuts"))
        #expect(text.contains("   - ohne Foam"))
        #expect(lines.allSatisfy { $0.text.count <= ($0.style == .large ? 16 : 32) })
    }

    @Test("A copy says so; an order without details has no rows for them")
    func copy() {
        var order = Self.order()
        order.isCopy = true
        let text = ReceiptLayout(store: "S", locale: "fr-FR", columns: 42).receipt(order).map(\.text)
        #expect(text.contains("COPIE") && !text.contains { $0.contains("Sous-total") || $0.contains("Pourboire") })
        #expect(text.contains { $0.hasPrefix("Total") && $0.hasSuffix("14,00 $") })
    }

    @Test(
        "Letters are printed in the printer's code page",
        arguments: [
            ("é", [0x82]), ("ü", [0x81]), ("ß", [0xE1]), ("€", [0xD5]), ("Ñ", [0xA5]), ("ç", [0x87]),
            ("Ä", [0x8E]), ("ő", [UInt8(ascii: "o")]), ("Ž", [UInt8(ascii: "Z")]), ("한", [UInt8(ascii: "?")]),
            ("\u{1B}", [0x20]),
            ("\n", [0x20]), ("’", [0x27]), ("aé€", [0x61, 0x82, 0xD5]), ("e\u{301}", [0x82]), ("🥐", [0x3F]),
            ("¡", [0xAD]), ("\u{A0}", [0x20]),
        ] as [(String, [UInt8])])
    func codePage(text: String, bytes: [UInt8]) { #expect(ESCPOS.encoded(text) == bytes) }

    @Test("No name can contain a command: only the job's own control bytes are printed")
    func injection() {
        let evil = "\u{1B}p0\u{10}\u{14}\u{1D}V\u{0} Latte"
        let layout = ReceiptLayout(store: "S", locale: "en")
        let clean = ESCPOS.job(layout.receipt(Self.order(name: " p0   V  Latte")))
        let bytes = ESCPOS.job(layout.receipt(Self.order(name: evil)))
        #expect(bytes.count(where: { $0 == 0x1B }) == clean.count(where: { $0 == 0x1B }))
        #expect(bytes.count(where: { $0 == 0x1D }) == clean.count(where: { $0 == 0x1D }))
        #expect(!bytes.contains(0x10))
        #expect(
            bytes.starts(with: [0x1B, 0x40, 0x1B, 0x74, 19]) && bytes.suffix(4).elementsEqual([0x1D, 0x56, 66, 0]))
    }

    @Test("A status byte is read as the printers' manuals define it")
    func status() {
        #expect(ESCPOS.isPaperOut(0x12) == false && ESCPOS.isPaperOut(0x72) == true)
        #expect(ESCPOS.isOffline(0x12) == false && ESCPOS.isOffline(0x1E) == true)
        #expect(ESCPOS.isPaperOut(0x00) == nil && ESCPOS.isOffline(0xFF) == nil)
    }

    @Test("The code's text is short and names the total")
    func summary() {
        let text = ReceiptLayout(store: "S", locale: "en").summary(Self.order(Self.details))
        #expect(text.hasPrefix("S\nOrder 17, 2026-11-29 14:05\n2 x Latte (Oat milk, no Foam) $10.50"))
        #expect(text.hasSuffix("\nSubtotal $14.00\nSales tax 8.875% $1.24\nTip $1.40\nTotal $16.64"), "\(text)")
    }
}
