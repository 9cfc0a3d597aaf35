internal import OrderSession
internal import Ordering
internal import TestSupport

/// A guest who is asked to confirm an order at the built-in café, on a clock that only the test moves.
struct ConfirmationGuest {
    private static let cafe = Result { try MenuLoader.builtIn() }
    private static let english = Result { try ConfirmationResponseDetector(locale: "en") }

    var coordinator: ConfirmationCoordinator
    /// Now.
    private(set) var time = Duration.seconds(100)

    init(menu: Menu? = nil, locale: String = "en", settings: ConfirmationSettings = ConfirmationSettings()) throws {
        let detector = try locale == "en" ? Self.english.get() : ConfirmationResponseDetector(locale: locale)
        coordinator = try ConfirmationCoordinator(menu: menu ?? Self.cafe.get(), detector: detector, settings: settings)
    }

    static func settings(_ change: (inout ConfirmationSettings) -> Void) -> ConfirmationSettings {
        var settings = ConfirmationSettings()
        change(&settings)
        return settings
    }

    static func line(_ item: String, _ quantity: Int = 1, id: Int = 1, confidence: Double = 1) -> OrderLine {
        OrderLine(
            id: id,
            item: ParsedOrderItem(
                itemId: item, name: item, quantity: quantity, options: [], spoken: item, nameSpoken: item,
                confidence: confidence))
    }

    static let order = [line("water", 2), line("scone", id: 2)]
    static let total = Money(minorUnits: 725)

    mutating func wait(_ duration: Duration) { time += duration }

    /// The kiosk begins to ask, and its message has been spoken three seconds later.
    mutating func isAsked(
        _ orders: [OrderLine] = order, total: Money = total, decision: ConfirmationDecision = .readBack
    ) {
        coordinator.startConfirmation(orders, total: total, decision: decision, at: time)
        hearsMessage()
    }

    mutating func hearsMessage() {
        wait(.seconds(3))
        coordinator.readBackEnded(at: time)
    }

    /// Says something after a pause; the words are understood a second after they began.
    @discardableResult
    mutating func says(_ text: String, confidence: Double = 0.9, after pause: Duration = .seconds(1))
        -> ConfirmationResult
    {
        wait(pause)
        let began = time
        coordinator.speechBegan(at: began)
        wait(.seconds(1))
        return coordinator.processResponse(text, confidence: confidence, at: began)
    }

    /// Lets the time of the next deadline come.
    @discardableResult
    mutating func waitsForDeadline() -> ConfirmationResult? {
        guard let deadline = coordinator.nextDeadline else { return nil }
        time = max(time, deadline)
        return coordinator.advance(to: time)
    }

    var isAwaiting: Bool {
        if case .awaitingConfirmation = coordinator.state { true } else { false }
    }
}
