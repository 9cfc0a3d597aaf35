internal import Foundation
internal import Ordering
internal import Receipts
internal import SQLiteOrderStore

/// The menu and the day's orders behind the staff page.
struct OwnerBackend: OwnerService {
    /// The menu that is served, in the page's language.
    let menu: Menu
    /// The menu of the file.
    let base: Menu
    /// The changes that are served.
    let served: MenuChanges
    /// Whether the kiosk's options have it suggest what the menu names.
    let suggests: Bool
    /// Where changes are kept; `nil` for a kiosk that keeps nothing.
    let file: MenuChangesFile?
    let store: SQLiteOrderStore
    /// Formats an amount as the kiosk's sentences write it.
    let money: @Sendable (Money) -> String
    let printers: Printers?
    let door: Doorkeeper
    /// Names and amounts of an order's taxes and tip.
    let labels: @Sendable (OrderSums) -> [(label: String, amount: Money)]

    // MARK: Menu

    func menu() async -> OwnerMenu {
        let (changes, problem) = file?.holding(on: KioskAssembly.today()) ?? (MenuChanges(), nil)
        let changed = base.changed(by: changes)
        let entries = menu.entries.compactMap { entry, name -> OwnerMenu.Entry? in
            guard let now = changed.price(of: entry), let before = base.price(of: entry) else { return nil }
            let soldOut = changes.soldOut[entry.description]
            return OwnerMenu.Entry(
                key: entry.description, name: name, section: menu.section(of: entry), price: money(now),
                priceOfFile: now == before ? nil : money(before), isAvailable: changed.isAvailable(entry),
                isMarked: soldOut != nil, until: soldOut?.until)
        }
        var page = OwnerMenu(
            entries: entries, isWaiting: changed != base.changed(by: served),
            problem: problem ?? (file == nil ? "This kiosk keeps nothing (--ephemeral)." : nil))
        if base.items.contains(where: { !$0.suggests.isEmpty }) { page.suggests = changes.suggestions ?? suggests }
        return page
    }

    func perform(_ action: OwnerAction) async -> KioskActionResult {
        switch action {
        case .soldOut(let key, let isToday): change(key) { $0.soldOut[key] = Self.soldOut(isToday) }
        case .back(let key): change(key) { $0.soldOut[key] = nil }
        case .suggestions(let isOn): change { $0.suggestions = isOn }
        case .price(let key, ""): change(key) { $0.prices[key] = nil }
        case .price(let key, let amount): price(key, amount)
        case .say(let text): say(text)
        case .mark(let order, let mark): await self.mark(order, mark)
        case .reprint(let order): await reprint(order)
        case .pause(let isPaused): await door.pause(isPaused)
        case .hours(let hours): await door.set(hours)
        case .openNow(let isOpen): await door.openNow(isOpen)
        }
    }

    private static func soldOut(_ isToday: Bool) -> MenuChanges.SoldOut {
        guard isToday, let today = BusinessDay(KioskAssembly.today()) else { return MenuChanges.SoldOut() }
        return MenuChanges.SoldOut(until: BusinessDay(daysSince1970: today.daysSince1970 + 1).description)
    }

    private func price(_ key: String, _ amount: String) -> KioskActionResult {
        guard let price = Money(amount.trimmingCharacters(in: .whitespaces), currency: base.store.currency),
            price.minorUnits <= Self.highestPrice, price > .zero || key.contains("/")
        else { return .refused("“\(amount)” is no price, such as \(money(Money(minorUnits: 475))).") }
        return change(key) { $0.prices[key] = price.minorUnits }
    }

    private static let highestPrice = 100_000_000

    private func say(_ text: String) -> KioskActionResult {
        // Names of the page's language and of the file's.
        switch OwnerSentence.read(text, on: base) ?? OwnerSentence.read(text, on: menu) {
        case .soldOut(let entry, let isToday)?:
            change(entry.description) { $0.soldOut[entry.description] = Self.soldOut(isToday) }
        case .back(let entry)?: change(entry.description) { $0.soldOut[entry.description] = nil }
        case .unclear(let name)?: .refused("“\(name)” is the name of several things; choose one in the list.")
        case nil: .refused("I did not understand that. Say, for example: we're out of oat milk.")
        }
    }

    private func change(_ key: String, _ body: (inout MenuChanges) -> Void) -> KioskActionResult {
        guard base.entries.contains(where: { $0.entry.description == key }) else {
            return .refused("The menu has no “\(key.prefix(80))”.")
        }
        return change(body)
    }

    private func change(_ body: (inout MenuChanges) -> Void) -> KioskActionResult {
        guard let file else { return .refused("This kiosk keeps nothing (--ephemeral).") }
        do throws(CLIError) { try file.change(body) } catch { return .refused(error.message) }
        return .done
    }

    // MARK: Orders

    static func text(_ line: StoredLine) -> String {
        let options = line.options.map(\.text.onOneLine).joined(separator: ", ")
        return "\(line.quantity) × \(line.name.onOneLine)" + (options.isEmpty ? "" : " (\(options))")
    }

    private func mark(_ order: String, _ mark: OrderMark) async -> KioskActionResult {
        do {
            try await store.mark(mark, order: order)
            return .done
        } catch {
            return .refused(CLIError.from(error).message)
        }
    }
}

extension Menu {
    /// The category of an item, or the group of an option.
    fileprivate func section(of entry: MenuEntry) -> String {
        switch entry {
        case .item(let id): item(id).map { name(ofCategory: $0.category) } ?? ""
        case .option(let reference): group(reference.group)?.name ?? ""
        }
    }
}
