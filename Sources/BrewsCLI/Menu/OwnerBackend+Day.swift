internal import Foundation
internal import Ordering
internal import Receipts
internal import SQLiteOrderStore

/// The day's orders and figures, and reprints.
extension OwnerBackend {
    private static let mostSellers = 8
    private static let mostListed = 200

    func orders() async throws -> OwnerOrders {
        let orders = try await store.ordersToday(limit: Self.mostListed)
        let day = try await store.takingsToday(sellers: Self.mostSellers), counting = day.orders
        var page = OwnerOrders(
            orders: orders.map(listed), best: day.sellers.map { OwnerOrders.Seller(name: $0.name, count: $0.sold) })
        page.hours = hours(counting)
        let takings = counting.reduce(0) { $0 + $1.order.total.minorUnits }
        page.takings = money(Money(minorUnits: takings))
        if !counting.isEmpty {
            // Rounded half up.
            page.average = money(Money(minorUnits: (2 * takings + counting.count) / (2 * counting.count)))
        }
        page.canPrint = printers != nil
        page.door = await door.page
        return page
    }

    private func listed(_ order: StoredOrder) -> OwnerOrders.Order {
        var listed = OwnerOrders.Order(
            id: order.order.id, number: order.number, time: String(order.time.prefix(5)),
            lines: order.order.lines.map(Self.text), total: money(order.order.total), mark: order.mark)
        guard let details = order.order.details else { return listed }
        (listed.service, listed.name) = (details.service, details.name?.onOneLine)
        let sums = OrderSums(
            lines: (try? order.order.linesTotal()) ?? .zero, taxes: details.taxes, tip: details.tip,
            total: order.order.total)
        listed.sums = labels(sums).map { "\($0.label): \(money($0.amount))" }
        return listed
    }

    private func hours(_ orders: [StoredOrder]) -> [OwnerOrders.Hour] {
        var hours: [String: (orders: Int, total: Int)] = [:]
        var order: [String] = []
        // The oldest first: a business day goes on after midnight.
        for each in orders.reversed() {
            let hour = String(each.time.prefix(2)) + ":00"
            if hours[hour] == nil { order.append(hour) }
            hours[hour, default: (0, 0)].orders += 1
            hours[hour, default: (0, 0)].total += each.order.total.minorUnits
        }
        return order.map { hour in
            let found = hours[hour] ?? (0, 0)
            return OwnerOrders.Hour(
                hour: hour, orders: found.orders, total: money(Money(minorUnits: found.total)))
        }
    }

    /// Prints an order again.
    func reprint(_ id: String) async -> KioskActionResult {
        guard let printers else { return .refused("This kiosk has no printer (--receipt-printer, --kitchen-printer).") }
        do {
            guard let order = try await store.order(id: id) else { return .refused("There is no such order.") }
            await printers.print(order.asCopy)
            return .done
        } catch {
            return .refused(CLIError.from(error).message)
        }
    }
}
