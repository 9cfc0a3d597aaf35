internal import Foundation
internal import TestSupport
internal import Testing

/// An owner's day on a real kiosk with its page in a browser: sold out, another price, forty guests, a cancelled and a
/// refunded order, a reprint and an export. Page, store, tickets and spreadsheet agree to the cent.
@Suite(
    .enabled(if: Browser.isAvailable, "needs Debian's packages chromium and chromium-driver"),
    .timeLimit(.minutes(10)))
struct OwnerDayTests {
    private static let guests = 40

    /// Minor units of a text such as `$12.34`.
    private static func cents(_ text: String) -> Int { Int(text.filter(\.isNumber)) ?? -1 }

    /// The totals that were printed, by the order's number; receipts that say so are copies.
    private static func printed(_ jobs: [[UInt8]]) -> (totals: [Int: Int], copies: Int) {
        var totals: [Int: Int] = [:], copies = 0
        for job in jobs {
            let text = String(decoding: job.filter { 0x20...0x7E ~= $0 || $0 == 0x0A }, as: UTF8.self)
            let lines = text.split(separator: "\n")
            if lines.contains(where: { $0.contains("COPY") }) { copies += 1 }
            guard let number = text.firstMatch(of: /Order (\d+)/).flatMap({ Int($0.1) }),
                let total = lines.last(where: { $0.contains("Total ") })
            else { continue }
            totals[number] = cents(String(total.drop { $0 != "$" }))
        }
        return (totals, copies)
    }

    private struct Day {
        let browser: Browser
        let client: KioskClient
        let address: String

        /// Opens the staff page with its code, on a tab.
        func staff(_ tab: String) async throws {
            try await browser.open(address + "staff")
            try await browser.wait(for: "document.querySelectorAll('#pad button').length === 12")
            for digit in "4711" { try await browser.click("#pad [data-key='\(digit)']") }
            try await browser.click("#pad .primary")
            try await browser.wait(for: "document.getElementById('tab-\(tab)').checkVisibility()")
            try await browser.click("#tab-\(tab)")
            try await browser.wait(for: "document.getElementById('\(tab)').checkVisibility()")
        }

        func screen(_ name: String) async throws {
            try await browser.wait(for: "document.documentElement.dataset.screen === '\(name)'")
        }

        /// Confirms the order that is read back, and leaves.
        ///
        /// - Returns: its number and the total that the page shows.
        func pay() async throws -> (number: Int, total: Int) {
            try await screen("confirmation")
            let read = try await browser.text("#confirmation-total")
            try await client.act(#"{"confirm":{}}"#)
            try await screen("payment")
            let number = Int(try await browser.text("#number")) ?? 0
            let total = OwnerDayTests.cents(try await browser.text("#moment-total"))
            #expect(OwnerDayTests.cents(read) == total)
            try await client.act(#"{"dismiss":{}}"#)
            try await screen("welcome")
            return (number, total)
        }
    }

    @Test("A day from the first change to the export")
    func day() async throws {
        let folder = try TemporaryFolder()
        let (menu, code, store) = (folder.path("menu.json"), folder.path("code"), folder.path("orders.sqlite"))
        try OwnerCafe.file().write(toFile: menu, atomically: true, encoding: .utf8)
        try "4711\n".write(toFile: code, atomically: true, encoding: .utf8)
        let (receipts, kitchen) = (try ScriptedPrinter(), try ScriptedPrinter())
        let kiosk = try await KioskProcess([
            "--touch-only", "--menu", menu, "--store", store, "--any-disk", "--port", "0", "--staff-code-file", code,
            "--receipt-printer", "tcp:127.0.0.1:\(receipts.port)", "--kitchen-printer",
            "tcp:127.0.0.1:\(kitchen.port)",
        ])
        let port = try #require(URL(string: kiosk.address)?.port)
        try await Browser.with(arguments: Browser.calm) { browser in
            var day = Day(browser: browser, client: try await KioskClient(port: port), address: kiosk.address)
            // Oat milk is sold out, and a tea costs more.
            try await day.staff("menu")
            try await browser.click("#menu-list [data-key='milk/oat'] .entry")
            try await browser.click("[data-menu-action=soldOutToday]")
            try await browser.wait(
                for: "document.querySelector('#menu-list [data-key=\"milk/oat\"] .entry-mark').innerText !== ''")
            try await browser.click("#menu-list [data-key='tea'] .entry")
            try await browser.run("document.getElementById('menu-price').value = '3.45'")
            try await browser.click("[data-menu-action=setPrice]")
            // Leaving the page earlier would end the request.
            try await browser.wait(
                for: "document.querySelector('#menu-list [data-key=\"tea\"]').innerText.includes('3.45')")
            // The kiosk follows while nobody orders, on the same port.
            try await browser.open(kiosk.address)
            try await browser.wait(
                for: """
                    (window.seen = window.seen ?? "", fetch("/menu.json").then((r) => r.text()).then((t) => \
                    window.seen = t).catch(() => {}), window.seen.includes("$3.45"))
                    """)
            day = Day(browser: browser, client: try await KioskClient(port: port), address: kiosk.address)
            try await browser.open(kiosk.address)
            try await day.screen("welcome")

            var totals: [Int: Int] = [:]
            for guest in 0..<Self.guests {
                if guest % 2 == 0 {
                    // By touch.
                    let item = ["tea", "cookie", "croissant"][guest / 2 % 3]
                    try await day.client.act(
                        #"{"add":{"itemId":"\#(item)","quantity":\#(guest % 3 + 1),"options":[]}}"#)
                    try await day.screen("ordering")
                    if guest % 4 == 0 { try await day.client.act(#"{"service":{"kind":"to-go"}}"#) }
                    try await day.client.act(#"{"checkout":{}}"#)
                    if guest % 4 != 0 { try await day.client.act(#"{"answer":{"value":"eat-here"}}"#) }
                } else {
                    // By text.
                    let text = ["a small latte and a tea to go", "two teas for here", "three croissants and a cookie"]
                    try await day.client.act(
                        #"{"say":{"text":"\#(text[guest / 2 % 3])","replacesLast":false}}"#)
                    try await day.screen("ordering")
                    try await day.client.act(#"{"checkout":{}}"#)
                    try await day.client.act(#"{"checkout":{}}"#)
                }
                try await day.screen("confirmation")
                if guest % 5 == 0 {
                    try await day.client.act(#"{"tip":{"percent":15}}"#)
                    try await browser.wait(
                        for: "document.querySelector('#terms [aria-pressed=true]')?.innerText !== undefined")
                }
                if guest % 7 == 0 { try await day.client.act(#"{"name":{"text":"Ana"}}"#) }
                let (number, total) = try await day.pay()
                #expect(totals[number] == nil && total > 0)
                totals[number] = total
            }
            #expect(totals.count == Self.guests)

            // One order is cancelled, one is paid and refunded, one is printed again.
            try await day.staff("orders")
            try await browser.wait(for: "document.querySelectorAll('.sold').length === \(Self.guests)")
            let ids: [String] = try await browser.evaluate(
                "return [...document.querySelectorAll('.sold')].map((row) => row.dataset.key)")
            let numbers: [Int] = try await browser.evaluate(
                "return [...document.querySelectorAll('.sold-number')].map((each) => "
                    + "Number(each.innerText.replace(/\\D/g, '')))")
            func mark(_ index: Int, _ mark: String) async throws {
                try await browser.click("#order-list [data-key='\(ids[index])'] [data-mark-as=\(mark)]")
                try await browser.wait(
                    for: "document.querySelector(\"#order-list [data-key='\(ids[index])']\").dataset.mark === '\(mark)'"
                )
            }
            try await mark(1, "void")
            try await mark(2, "paid")
            try await mark(2, "refunded")
            try await browser.click("#order-list [data-key='\(ids[3])'] [data-reprint]")
            let rightTakings = totals.filter { ![numbers[1], numbers[2]].contains($0.key) }.values.reduce(0, +)
            let takings = try await browser.text("#day-facts dd")
            #expect(Self.cents(takings) == rightTakings)

            // The tickets.
            let clock = ContinuousClock(), end = clock.now + .seconds(60)
            while receipts.jobs.count < Self.guests + 1 || kitchen.jobs.count < Self.guests + 1, clock.now < end {
                try await clock.sleep(for: .milliseconds(50))
            }
            let printed = Self.printed(receipts.jobs)
            #expect(printed.totals == totals && printed.copies == 1)
            #expect(receipts.jobs.count == Self.guests + 1 && kitchen.jobs.count == Self.guests + 1)

            // The pause: guests see a plain page.
            try await browser.click("#pause")
            try await browser.wait(for: "document.getElementById('pause-note').innerText !== ''")
            try await browser.open(kiosk.address)
            try await browser.wait(for: "document.getElementById('welcome-closed').checkVisibility()")
            #expect(try await !browser.evaluate("return document.getElementById('welcome-touch').checkVisibility()"))

            // Store and spreadsheet.
            let listed = try Brews.run(["orders", "list", "--json", "--store", store]).objects
            let stored = Dictionary(
                listed.compactMap { order in (order["number"] as? Int).map { ($0, order["total"] as? Int ?? -1) } },
                uniquingKeysWith: { first, _ in first })
            #expect(stored == totals)
            for order in listed {
                let taxes = (order["taxes"] as? [[String: Any]] ?? []).compactMap { $0["amount"] as? Int }.reduce(0, +)
                let parts = (order["subtotal"] as? Int ?? 0) + taxes + (order["tip"] as? Int ?? 0)
                #expect(parts == order["total"] as? Int)
            }
            let sheet = folder.path("day.csv")
            let export = try Brews.run([
                "orders", "export", "--format", "spreadsheet", "--store", store, "-o", sheet,
            ])
            #expect(export.code == 0, "\(export.errors)")
            let rows = (try? String(contentsOfFile: sheet, encoding: .utf8))?.split(separator: "\r\n").dropFirst() ?? []
            let sum = rows.map { Self.cents(String($0.split(separator: ",", omittingEmptySubsequences: false)[5])) }
            #expect(rows.count == Self.guests && sum.reduce(0, +) == rightTakings)
            #expect(!listed.contains { "\($0["items"] ?? "")".contains("oat") })
        }
        #expect(kiosk.stop() == 0)
        receipts.close()
        kitchen.close()
        // The pause outlives a restart.
        let again = try await KioskProcess([
            "--touch-only", "--menu", menu, "--store", store, "--any-disk", "--port", "0",
        ])
        let client = try await KioskClient(port: try #require(URL(string: again.address)?.port))
        let snapshot = try await client.snapshot { $0["closed"] is String }
        #expect(snapshot != nil)
        #expect(again.stop() == 0)
    }

    @Test("An order stands while both printers are away; staff are told, and a command prints it")
    func printersAway() async throws {
        let folder = try TemporaryFolder()
        let (menu, store) = (folder.path("menu.json"), folder.path("orders.sqlite"))
        try OwnerCafe.file(store: "", more: "").write(toFile: menu, atomically: true, encoding: .utf8)
        let printer = try ScriptedPrinter()
        printer.close()
        let kiosk = try await KioskProcess([
            "--touch-only", "--menu", menu, "--store", store, "--any-disk", "--port", "0",
            "--receipt-printer", "tcp:127.0.0.1:\(printer.port)", "--kitchen-printer", folder.path("none/kitchen"),
        ])
        let client = try await KioskClient(port: try #require(URL(string: kiosk.address)?.port))
        try await client.act(#"{"add":{"itemId":"tea","quantity":2,"options":[]}}"#)
        try await client.act(#"{"checkout":{}}"#)
        try await client.act(#"{"confirm":{}}"#)
        let paid = try await client.snapshot { $0["screen"] as? String == "payment" }
        #expect((paid?["placed"] as? [String: Any])?["number"] as? Int == 1)
        let health = try await kiosk.health {
            $0.contains("\"receipt printer\"") && $0.contains("\"kitchen printer\"") && $0.contains("1 job waits")
        }
        #expect(health.contains("\"canOrder\":true"), "\(health)")
        let file = folder.path("copy.bin")
        let reprint = try Brews.run([
            "orders", "reprint", "1", "--store", store, "--menu", menu, "--receipt-printer", file,
        ])
        #expect(reprint.code == 0, "\(reprint.errors)")
        let text = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
        #expect(text.contains("COPY") && text.contains("$6.66"))
        for (words, code) in [
            (["reprint", "1"], Int32(2)), (["reprint", "9", "--receipt-printer", file], 3),
            (["reprint", "1", "--receipt-printer", "tcp:10.0.0.1:9100"], 2),
            (["reprint", "1", "--receipt-printer", "tcp:127.0.0.1:\(printer.port)"], 3),
            (["reprint", "1", "--receipt-printer", file, "--receipt-columns", "40"], 2),
        ] { #expect(try Brews.run(["orders"] + words + ["--store", store]).code == code, "\(words)") }
        #expect(kiosk.stop() == 0)
    }
}
