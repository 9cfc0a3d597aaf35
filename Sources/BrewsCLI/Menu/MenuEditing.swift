internal import Foundation
internal import Ordering
internal import SQLiteOrderStore

/// `brews menu list` and `brews menu set`: what the owner changes for the day.
struct MenuEditing {
    private let file: MenuChangesFile
    private let menu: Menu
    private let until: String?
    private let setup: Setup

    init(_ arguments: Arguments, _ setup: Setup) throws(CLIError) {
        file = MenuChangesFile(besideStore: StoreLocation.path(arguments))
        menu = try setup.menu()
        until = try arguments.value("until").map(Self.day)
        self.setup = setup
    }

    /// The business day of `--until`.
    private static func day(_ text: String) throws(CLIError) -> String {
        if text == "tomorrow" {
            let today = StoreLocation.calendar.day(epochMilliseconds: StoreLocation.clock.wall().epochMilliseconds)
            return BusinessDay(daysSince1970: today.daysSince1970 + 1).description
        }
        guard let day = BusinessDay(text) else {
            throw .usage("--until takes a date like 2026-11-30, or tomorrow, not '\(text)'")
        }
        return day.description
    }

    // MARK: Listing

    private struct Listed: Encodable {
        let key: String
        let name: String
        /// Minor units.
        let price: Int
        /// The menu file's price where it is another one.
        let priceOfFile: Int?
        let available: Bool
        /// The day from which it can be ordered again.
        let until: String?
    }

    func list() throws {
        let changes = try file.read().holding(on: KioskAssembly.today()), changed = menu.changed(by: changes)
        for (entry, name) in menu.entries {
            guard let now = changed.price(of: entry), let before = menu.price(of: entry) else { continue }
            let key = entry.description, soldOut = changes.soldOut[key]
            if setup.json {
                try setup.console.json(
                    Listed(
                        key: key, name: name, price: now.minorUnits,
                        priceOfFile: now == before ? nil : before.minorUnits,
                        available: changed.isAvailable(entry), until: soldOut?.until))
                continue
            }
            var notes = now == before ? [] : ["instead of \(money(before))"]
            if let soldOut { notes.append("sold out" + (soldOut.until.map { " until \($0)" } ?? "")) }
            if soldOut == nil, !changed.isAvailable(entry) { notes.append("not available") }
            setup.console.line(
                key.padded(to: 28) + name.onOneLine.padded(to: 28) + money(now).padded(to: 10)
                    + notes.joined(separator: ", "))
        }
    }

    private func money(_ amount: Money) -> String { amount.formatted(currency: menu.store.currency) }

    // MARK: Changing

    func set(_ words: [String]) throws(CLIError) {
        guard words.count >= 2 else {
            throw .usage("brews menu set takes a name and sold-out, back or price; see: brews menu --help")
        }
        let entry = try entry(words[0]), key = entry.description
        switch (words[1], words.count) {
        case ("sold-out", 2):
            let soldOut = MenuChanges.SoldOut(until: until)
            try file.change { $0.soldOut[key] = soldOut }
            tell(entry, "is sold out" + (until.map { " until \($0)" } ?? " until you put it back"))
        case ("back", 2):
            try file.change { $0.soldOut[key] = nil }
            tell(
                entry,
                menu.isAvailable(entry) ? "can be ordered again" : "is still not available: the menu file says so")
        case ("price", 3) where words[2] == "reset":
            try file.change { $0.prices[key] = nil }
            tell(entry, "has the menu file's price again: \(menu.price(of: entry).map(money) ?? "")")
        case ("price", 3):
            let currency = menu.store.currency
            let isItem = if case .item = entry { true } else { false }
            guard let price = Money(words[2], currency: currency), price > .zero || !isItem else {
                throw .usage("'\(words[2])' is no price in \(currency), such as \(money(Money(minorUnits: 475)))")
            }
            try file.change { $0.prices[key] = price.minorUnits }
            tell(entry, "costs \(money(price))")
        default:
            throw .usage("brews menu set takes sold-out, back, price AMOUNT or price reset; see: brews menu --help")
        }
    }

    private func entry(_ name: String) throws(CLIError) -> MenuEntry {
        let found = menu.entries(named: name)
        guard let first = found.first else {
            throw .usage("the menu has no item or option '\(name)'; see: brews menu list")
        }
        guard found.count == 1 else {
            let keys = found.map(\.description).joined(separator: ", ")
            throw .usage("'\(name)' is the name of several; name one of: \(keys)")
        }
        return first
    }

    private func tell(_ entry: MenuEntry, _ what: String) {
        setup.console.note("brews: note: \(menu.name(of: entry) ?? entry.description) \(what)")
    }
}
