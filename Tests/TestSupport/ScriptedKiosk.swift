public import Ordering
internal import Synchronization

/// A kiosk for tests of displays: shows what the test says, remembers what was touched, and can keep a simple cart by
/// itself.
public final class ScriptedKiosk: KioskService {
    private struct State {
        var snapshot: KioskSnapshot
        var lastReader = 0
        var readers: [Int: AsyncStream<KioskUpdate>.Continuation] = [:]
        var actions: [KioskAction] = []
        var lastLine = 0
        var health = KioskHealth(parts: [], figures: [:])
        var isDeaf = false
        var refusal: String?
        /// Keeps alive what those who wait for an answer wait on.
        var silences: [AsyncStream<Never>.Continuation] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let menu: Menu
    private let state: Mutex<State>
    /// Whether actions change the cart, or are only written down.
    private let keepsCart: Bool

    public init(menu: Menu, keepsCart: Bool = false) {
        self.menu = menu
        self.keepsCart = keepsCart
        state = Mutex(State(snapshot: KioskSnapshot(microphone: .init(state: .armed), currency: menu.store.currency)))
    }

    public var snapshot: KioskSnapshot { state.withLock { $0.snapshot } }
    public var actions: [KioskAction] { state.withLock { $0.actions } }

    /// Returns when so many actions have been touched.
    public func actions(_ count: Int) async -> [KioskAction] {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.actions.count < count { state.watchers.append((count, continuation)) }
                return state.actions.count >= count
            }
            if isThere { continuation.resume() }
        }
        return actions
    }

    /// Shows the welcome page, as after a guest.
    @discardableResult
    public func wipe() -> Int {
        show { snapshot in
            let revision = snapshot.revision
            snapshot = KioskSnapshot(microphone: .init(state: .armed), currency: menu.store.currency)
            snapshot.revision = revision
        }
    }

    /// Changes the snapshot and shows it.
    ///
    /// - Returns: its revision.
    @discardableResult
    public func show(_ change: (inout KioskSnapshot) -> Void) -> Int {
        state.withLock { state in
            change(&state.snapshot)
            return Self.publish(&state)
        }
    }

    public func send(level: Double) {
        state.withLock { state in
            for reader in state.readers.values { reader.yield(.level(level)) }
        }
    }

    public func set(health: KioskHealth) { state.withLock { $0.health = health } }

    /// From now on, actions and questions about the health are not answered until cancelled.
    public func becomeDeaf() { state.withLock { $0.isDeaf = true } }

    /// From now on, actions are refused with this reason; `nil` to accept again.
    public func refuse(_ reason: String?) { state.withLock { $0.refusal = reason } }

    private static func publish(_ state: inout State) -> Int {
        state.snapshot.revision += 1
        for reader in state.readers.values { reader.yield(.snapshot(state.snapshot)) }
        return state.snapshot.revision
    }

    public func updates() async -> AsyncStream<KioskUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: KioskUpdate.self, bufferingPolicy: .bufferingNewest(64))
        let reader = state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            continuation.yield(.snapshot(state.snapshot))
            return state.lastReader
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.readers[reader] = nil } }
        return stream
    }

    public func health() async -> KioskHealth {
        await waitWhileDeaf()
        return state.withLock { $0.health }
    }

    public func perform(_ action: KioskAction) async -> KioskActionResult {
        let watchers = state.withLock { state in
            state.actions.append(action)
            let due = state.watchers.filter { $0.count <= state.actions.count }
            state.watchers.removeAll { $0.count <= state.actions.count }
            return due
        }
        for watcher in watchers { watcher.continuation.resume() }
        await waitWhileDeaf()
        return state.withLock { state in
            if let refusal = state.refusal { return .refused(refusal) }
            if keepsCart { change(&state, by: action) }
            return .done
        }
    }

    private func waitWhileDeaf() async {
        let (silence, continuation) = AsyncStream.makeStream(of: Never.self, bufferingPolicy: .bufferingNewest(1))
        let isDeaf = state.withLock { state in
            if state.isDeaf { state.silences.append(continuation) }
            return state.isDeaf
        }
        guard isDeaf else { return }
        for await _ in silence {}
    }

    /// A kiosk without questions, rules or voice: enough to carry an order by touch from start to thanks.
    private func change(_ state: inout State, by action: KioskAction) {
        let currency = menu.store.currency
        switch action {
        case .start, .startSilently:
            state.snapshot.screen = .ordering
            state.snapshot.session = "session-\(state.snapshot.revision)"
            state.snapshot.microphone.state = action == .start ? .listening : .off
            state.snapshot.caption = "What can I get you?"
        case .listen(let isOn): state.snapshot.microphone.state = isOn ? .listening : .off
        case .startOver, .dismiss:
            let revision = state.snapshot.revision
            state.snapshot = KioskSnapshot(microphone: .init(state: .armed), currency: currency)
            state.snapshot.revision = revision
        case .add(let itemId, let quantity, let options):
            state.lastLine += 1
            if let item = item(state.lastLine, itemId, quantity, options) { state.snapshot.cart.append(item) }
        case .setQuantity(let line, let quantity):
            rewrite(&state, line) { quantity == 0 ? nil : self.item($0.id, $0.itemId, quantity, Self.options(of: $0)) }
        case .setOptions(let line, let options):
            rewrite(&state, line) { self.item($0.id, $0.itemId, $0.quantity, options) }
        case .remove(let line): rewrite(&state, line) { _ in nil }
        case .answer: state.snapshot.question = nil
        case .say(let text, _, _): state.snapshot.transcript.last = text
        case .checkout:
            state.snapshot.screen = .confirmation
            state.snapshot.caption = state.snapshot.cart.map(\.description).joined(separator: ", ") + ". Is that right?"
        case .confirm:
            state.snapshot.screen = .payment
            state.snapshot.caption = "Thank you. Please pay at the counter."
            state.snapshot.placed = .init(number: 42, total: state.snapshot.total, payment: .counter)
        case .reject: state.snapshot.screen = .ordering
        case .hush, .stillHere:
            state.snapshot.idleSecondsLeft = nil
            state.snapshot.placed?.isKept = true
        case .callStaff: (state.snapshot.staffCall, state.snapshot.needsStaff) = (.called, true)
        case .cancelStaffCall: (state.snapshot.staffCall, state.snapshot.needsStaff) = (nil, false)
        case .announce: break
        case .service(let kind):
            guard var ending = state.snapshot.ending else { return }
            for index in ending.services.indices { ending.services[index].isChosen = ending.services[index].id == kind }
            state.snapshot.ending = ending
        case .name(let text): state.snapshot.ending?.name = text
        case .tip(let percent):
            guard var ending = state.snapshot.ending else { return }
            for index in ending.tips.indices { ending.tips[index].isChosen = ending.tips[index].percent == percent }
            state.snapshot.ending = ending
        }
        let total = state.snapshot.cart.reduce(0) { $0 + $1.price.minorUnits }
        state.snapshot.total = .init(Money(minorUnits: total), currency: currency)
        _ = Self.publish(&state)
    }

    private static func options(of item: KioskSnapshot.Item) -> [KioskAction.Option] {
        item.options.map { .init(group: $0.group, id: $0.id, amount: $0.amount, count: $0.count) }
    }

    private func rewrite(_ state: inout State, _ line: Int, _ body: (KioskSnapshot.Item) -> KioskSnapshot.Item?) {
        state.snapshot.cart = state.snapshot.cart.compactMap { $0.id == line ? body($0) : $0 }
    }

    /// A line as the kiosk would show it.
    public func item(_ id: Int, _ itemId: String, _ quantity: Int, _ options: [KioskAction.Option]) -> KioskSnapshot
        .Item?
    {
        guard let item = menu.item(itemId) else { return nil }
        let selected = options.map {
            SelectedOption(option: .init(group: $0.group, option: $0.id), amount: $0.amount, count: $0.count)
        }
        let parsed = ParsedOrderItem(
            itemId: itemId, name: item.name, quantity: quantity, options: selected, spoken: "", nameSpoken: "",
            confidence: 1)
        let price = (try? PriceList(menu: menu).total(of: [OrderLine(id: id, item: parsed)])) ?? .zero
        let named = options.map { option in
            StoredLine.Option(
                group: option.group, id: option.id,
                name: menu.option(.init(group: option.group, option: option.id))?.name ?? option.id,
                amount: option.amount, count: option.count)
        }
        return KioskSnapshot.Item(
            id: id, itemId: itemId, name: item.name, quantity: quantity, options: named,
            description: (["\(quantity)"] + named.map(\.name) + [item.name]).joined(separator: " "),
            price: .init(price, currency: menu.store.currency))
    }
}
