import Foundation
import KioskWeb
import Ordering
import Synchronization
import TestSupport
import Testing

/// A menu and orders that a test scripts.
final class ScriptedOwner: OwnerService {
    private let state: Mutex<(menu: OwnerMenu, orders: OwnerOrders, actions: [OwnerAction])>

    init(_ entries: [OwnerMenu.Entry] = [], orders: [OwnerOrders.Order] = [], best: [OwnerOrders.Seller] = []) {
        state = Mutex(
            (
                Self.menu(entries), OwnerOrders(orders: orders, best: best),
                []
            ))
    }

    private static func menu(_ entries: [OwnerMenu.Entry]) -> OwnerMenu {
        var menu = OwnerMenu(entries: entries, isWaiting: false, problem: nil)
        menu.suggests = true
        return menu
    }

    var actions: [OwnerAction] { state.withLock { $0.actions } }

    func menu() async -> OwnerMenu { state.withLock { $0.menu } }

    func orders() async throws -> OwnerOrders { state.withLock { $0.orders } }

    func perform(_ action: OwnerAction) async -> KioskActionResult {
        state.withLock { state in
            state.actions.append(action)
            func change(_ key: String, _ body: (inout OwnerMenu.Entry) -> Void) {
                for index in state.menu.entries.indices where state.menu.entries[index].key == key {
                    body(&state.menu.entries[index])
                }
            }
            switch action {
            case .soldOut(let key, let isToday):
                change(key) { ($0.isMarked, $0.isAvailable, $0.until) = (true, false, isToday ? "2026-11-30" : nil) }
            case .back(let key): change(key) { ($0.isMarked, $0.isAvailable, $0.until) = (false, true, nil) }
            case .price(_, "cheap"): return .refused("“cheap” is no price, such as $4.75.")
            case .price(let key, let amount):
                change(key) { entry in
                    entry.priceOfFile = amount.isEmpty ? nil : "$4.25"
                    entry.price = amount.isEmpty ? "$4.25" : "$\(amount)"
                }
            case .say: change("milk/oat") { ($0.isMarked, $0.isAvailable) = (true, false) }
            case .reprint: break
            case .suggestions(let isOn): state.menu.suggests = isOn
            case .pause(let isPaused): state.orders.door.isPaused = isPaused
            case .hours(let hours): (state.orders.door.hours, state.orders.door.isStandard) = (hours, hours == nil)
            case .openNow(let isOpen):
                state.orders.door.closed = isOpen ? nil : "We open at 7:00 AM."
                state.orders.door.openUntil = isOpen ? TimeOfDay("18:00") : nil
            case .mark(let order, let mark):
                for index in state.orders.orders.indices where state.orders.orders[index].id == order {
                    state.orders.orders[index].mark = mark
                }
            }
            return .done
        }
    }
}

/// The owner's menu and the day's orders on the staff page.
struct StaffOwnerTests {
    private static func entry(_ key: String, _ name: String, _ section: String) -> OwnerMenu.Entry {
        OwnerMenu.Entry(
            key: key, name: name, section: section, price: "$4.25", priceOfFile: nil, isAvailable: true,
            isMarked: false, until: nil)
    }

    private static let entries = [
        entry("latte", "Latte", "Hot drinks"), entry("croissant", "Croissant", "Bakery"),
        entry("milk/oat", "Oat milk", "Milk"),
    ]

    private static let orders = [
        OwnerOrders.Order(
            id: "b", number: 2, time: "14:07", lines: ["1 × Latte (Large, Oat milk)", "2 × Croissant"],
            total: "$11.90", mark: nil),
        OwnerOrders.Order(id: "a", number: 1, time: "13:58", lines: ["1 × Bagel"], total: "$3.00", mark: .paid),
    ]

    @Test("The menu and the orders need the staff's key, and changes the page's token")
    func overHTTP() async throws {
        let owner = ScriptedOwner(Self.entries, orders: Self.orders)
        try await Site.with(staff: ScriptedStaff(), owner: owner) { site in
            #expect(try await site.get("/staff/menu").status == 401)
            #expect(try await site.get("/staff/orders").status == 401)
            #expect(try await site.post("/staff/owner", #"{"back":{"key":"latte"}}"#).status == 401)
            let entry = try await site.post("/staff/enter", #"{"code":"4711"}"#)
            let key = String(try #require(entry.text.firstMatch(of: /"key":"([0-9a-f]{64})"/)).1)
            let headers = ["X-Brews-Staff": key]
            #expect(try await site.get("/staff/menu", headers).text.contains(#""key":"milk\/oat""#))
            #expect(try await site.get("/staff/orders", headers).text.contains(#""mark":"paid""#))
            let forged = headers.merging(["X-Brews-Token": "0"]) { _, own in own }
            #expect(try await site.post("/staff/owner", #"{"back":{"key":"latte"}}"#, forged).status >= 400)
            #expect(
                try await site.post("/staff/owner", #"{"mark":{"order":"a","mark":"eaten"}}"#, headers).status == 400)
            #expect(owner.actions.isEmpty)
            let body = #"{"soldOut":{"key":"latte","isToday":true}}"#
            #expect(try await site.post("/staff/owner", body, headers).status == 200)
            #expect(owner.actions == [.soldOut(key: "latte", isToday: true)])
        }
    }

    private static func enter(_ site: Site, _ browser: Browser, _ tab: String) async throws {
        try await browser.open(site.address + "/staff")
        try await browser.wait(for: "document.querySelectorAll('#pad button').length === 12")
        for digit in "4711" { try await browser.click("#pad [data-key='\(digit)']") }
        try await browser.click("#pad .primary")
        try await browser.wait(for: "document.getElementById('tab-\(tab)').checkVisibility()")
        try await browser.click("#tab-\(tab)")
        try await browser.wait(for: "document.getElementById('\(tab)').checkVisibility()")
    }

    private static func shot(_ name: String, _ size: ScreenSize, _ browser: Browser) async throws {
        guard let folder = ProcessInfo.processInfo.environment["BREWS_SCREENS"] else { return }
        let file = URL(fileURLWithPath: folder).appendingPathComponent("\(size.name)-\(name).png")
        try await browser.screenshot().write(to: file)
    }

    @Test(
        "Staff mark what is sold out, put it back, set a price, and say it in a sentence",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func menu(size: ScreenSize) async throws {
        let owner = ScriptedOwner(Self.entries)
        try await Site.with(
            staff: ScriptedStaff(), voices: ScriptedVoices(), notebook: ScriptedNotes(), owner: owner
        ) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await Self.enter(site, browser, "menu")
                try await browser.wait(for: "document.querySelectorAll('.entry-row').length === 3")
                try await browser.click("#menu-list [data-key='croissant'] .entry")
                try await browser.wait(for: "document.getElementById('entry-form').checkVisibility()")
                let findings = try await PageAudit(browser).findings
                #expect(findings.isEmpty)
                try await browser.click("[data-menu-action=soldOutToday]")
                try await browser.wait(
                    for: "document.querySelector('#menu-list [data-key=croissant]').innerText.includes('2026-11-30')")
                #expect(owner.actions == [.soldOut(key: "croissant", isToday: true)])
                try await Self.shot("staff-menu", size, browser)
                let marked = try await PageAudit(browser).findings
                #expect(marked.isEmpty)
                try await browser.click("[data-menu-action=back]")
                try await browser.wait(
                    for: "!document.querySelector('#menu-list [data-key=croissant]').innerText.includes('2026')")
                for (amount, isGood) in [("cheap", false), ("4.75", true)] {
                    try await browser.run("document.getElementById('menu-price').value = arguments[0]", [amount])
                    try await browser.click("[data-menu-action=setPrice]")
                    try await browser.wait(
                        for: isGood
                            ? "document.querySelector('#menu-list [data-key=croissant]').innerText.includes('$4.75')"
                            : "document.getElementById('menu-alert').innerText.includes('cheap')")
                }
                try await browser.click("[data-menu-action=resetPrice]")
                try await browser.run("document.getElementById('menu-say').value = \"we're out of oat milk\"")
                try await browser.click("[data-menu-action=tell]")
                try await browser.wait(
                    for: "document.querySelector('#menu-list [data-key=\"milk/oat\"] .entry-mark').innerText !== ''")
                #expect(owner.actions.last == .say(text: "we're out of oat milk"))
                try await browser.click("#suggests-on")
                try await browser.wait(for: "!document.getElementById('suggests-on').checked")
                #expect(owner.actions.last == .suggestions(isOn: false))
                try await browser.run(
                    "const box = document.getElementById('menu-find'); box.value = 'bak'; "
                        + "box.dispatchEvent(new Event('input'))")
                try await browser.wait(for: "document.querySelectorAll('.entry-row').length === 1")
            }
        }
    }

    @Test(
        "Staff set the opening hours, open the kiosk outside of them, and pause it",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func hours(size: ScreenSize) async throws {
        let owner = ScriptedOwner(Self.entries, orders: Self.orders)
        _ = await owner.perform(.openNow(isOpen: false))
        try await Site.with(staff: ScriptedStaff(), owner: owner) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await Self.enter(site, browser, "orders")
                try await browser.wait(
                    for: "document.getElementById('pause-note').innerText === 'Guests see: We open at 7:00 AM.'")
                try await Self.shot("staff-closed", size, browser)
                try await browser.click("#open-now")
                try await browser.wait(for: "document.getElementById('pause-note').innerText.includes('until 18:00')")
                // Monday from seven to three, Saturday past midnight, the rest closed.
                try await browser.run(
                    """
                    const rows = [...document.querySelectorAll(".hours-row")];
                    const set = (row, opens, closes) => {
                      row.querySelector("input").checked = true;
                      const [from, until] = row.querySelectorAll("input[type=time]");
                      (from.disabled = until.disabled = false, from.value = opens, until.value = closes);
                      from.dispatchEvent(new Event("input", { bubbles: true }));
                    };
                    set(rows[0], "07:00", "15:00");
                    set(rows[5], "20:00", "02:30");
                    document.getElementById("opening-title").scrollIntoView();
                    """)
                let findings = try await PageAudit(browser).findings
                #expect(findings.isEmpty)
                try await Self.shot("staff-hours", size, browser)
                try await browser.click("#hours-save")
                try await browser.wait(for: "document.getElementById('hours-reset').checkVisibility()")
                let hours = OpeningHours("mon 7:00-15:00, sat 20:00-2:30")
                #expect(owner.actions.suffix(2) == [.openNow(isOpen: true), .hours(hours: hours)])
                try await browser.click("#hours-reset")
                try await browser.wait(for: "!document.getElementById('hours-reset').checkVisibility()")
                #expect(owner.actions.last == .hours(hours: nil))
                try await browser.click("#pause")
                try await browser.wait(for: "!document.getElementById('open-now').checkVisibility()")
                #expect(owner.actions.last == .pause(isPaused: true))
            }
        }
    }

    @Test(
        "Staff see the day's orders and mark them paid, cancelled and refunded",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func orders(size: ScreenSize) async throws {
        let owner = ScriptedOwner(
            Self.entries, orders: Self.orders,
            best: [OwnerOrders.Seller(name: "Latte", count: 12), OwnerOrders.Seller(name: "Croissant", count: 7)])
        try await Site.with(
            staff: ScriptedStaff(), voices: ScriptedVoices(), notebook: ScriptedNotes(), owner: owner
        ) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await Self.enter(site, browser, "orders")
                try await browser.wait(for: "document.querySelectorAll('.sold').length === 2")
                let findings = try await PageAudit(browser).findings
                #expect(findings.isEmpty)
                try await Self.shot("staff-orders", size, browser)
                for (order, mark, then) in [
                    ("b", "paid", "refunded"), ("b", "refunded", "paid"), ("a", "open", "void"),
                ] {
                    try await browser.click("#order-list [data-key='\(order)'] [data-mark-as=\(mark)]")
                    try await browser.wait(
                        for: "document.querySelector(\"#order-list [data-key='\(order)'] [data-mark-as=\(then)]\")"
                            + ".checkVisibility()")
                }
                #expect(
                    owner.actions == [
                        .mark(order: "b", mark: .paid), .mark(order: "b", mark: .refunded),
                        .mark(order: "a", mark: .open),
                    ])
                #expect(
                    try await browser.evaluate(
                        "return document.querySelectorAll('.best-row').length", as: Int.self) == 2)
            }
        }
    }
}
