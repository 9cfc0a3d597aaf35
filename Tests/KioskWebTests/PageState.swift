import Ordering
import TestSupport
import Testing

/// Every state of the guest page, as the kiosk would cause it.
struct PageState: Sendable, CustomTestStringConvertible {
    let name: String
    let show: @Sendable (Site) -> Void
    /// What the guest then touches, as CSS selectors.
    var clicks: [String] = []
    /// What must be visible at the end.
    let shows: String

    var testDescription: String { name }

    private static func line(
        _ site: Site, _ id: Int, _ itemId: String, _ quantity: Int, _ options: [(String, String, OptionAmount?)] = []
    ) -> KioskSnapshot.Item {
        let chosen = options.map { KioskAction.Option(group: $0.0, id: $0.1, amount: $0.2) }
        return site.kiosk.item(id, itemId, quantity, chosen)
            ?? KioskSnapshot.Item(
                id: id, itemId: itemId, name: itemId, quantity: quantity, options: [], description: "",
                price: .init(minorUnits: 0, text: ""))
    }

    static func cart(_ site: Site) -> [KioskSnapshot.Item] {
        [
            line(
                site, 1, "latte", 2,
                [
                    ("size", "large", nil), ("temperature", "iced", nil), ("milk", "oat", nil),
                    ("sweetener", "brown-sugar", .light),
                ]),
            line(site, 2, "blueberry-muffin", 1, [("bread", "toasted", nil)]),
            line(site, 3, "caramel-macchiato", 1, [("size", "small", nil), ("topping", "foam", .without)]),
        ]
    }

    private static func ordering(_ site: Site, _ change: @escaping @Sendable (inout KioskSnapshot) -> Void) {
        site.kiosk.show { snapshot in
            let revision = snapshot.revision
            snapshot = KioskSnapshot(microphone: .init(state: .listening), currency: site.menu.store.currency)
            snapshot.revision = revision
            snapshot.screen = .ordering
            snapshot.session = "session"
            snapshot.caption = "What can I get you?"
            snapshot.cart = Self.cart(site)
            snapshot.total = .init(minorUnits: 2_085, text: "$20.85")
            change(&snapshot)
        }
    }

    static let all: [PageState] = [
        PageState(name: "welcome", show: { site in site.kiosk.show { _ in } }, shows: "#welcome-title"),
        PageState(
            name: "welcome-touch-only",
            show: { site in
                site.kiosk.show { $0.microphone = .init(state: .unavailable, reason: .microphone) }
            }, shows: "#touch-only"),
        PageState(
            name: "ordering-empty",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.cart = []
                    snapshot.total = .init(minorUnits: 0, text: "$0.00")
                }
            }, shows: "#tiles"),
        PageState(
            name: "listening",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.microphone.state = .hearing
                    snapshot.transcript = .init(stable: "can i get a large iced", volatile: "oat latte and two blue")
                    snapshot.cart = []
                    snapshot.preview = [
                        line(
                            site, 1, "latte", 1,
                            [("size", "large", nil), ("temperature", "iced", nil), ("milk", "oat", nil)])
                    ]
                }
                site.kiosk.send(level: -22)
            }, shows: "#preview .card"),
        PageState(
            name: "cart",
            show: { site in
                ordering(site) {
                    $0.transcript.last = "two large iced oat lattes with a little brown sugar and a toasted muffin"
                }
            },
            shows: "#cart .card"),
        PageState(
            name: "question",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.microphone.state = .speaking
                    snapshot.question = .init(
                        text: "Which size for the caramel macchiato?", line: 3,
                        answers: ["Small", "Medium", "Large"].map { .init(label: $0, value: $0.lowercased()) })
                    snapshot.caption = "Which size for the caramel macchiato?"
                    snapshot.cart[2].isInQuestion = true
                    snapshot.transcript.last = "and a caramel macchiato without foam"
                }
            }, shows: "#question"),
        PageState(
            name: "allergy",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.avoids = [
                        .init(id: "nuts", label: "Allergy: nuts"), .init(id: "milk", label: "Allergy: milk"),
                    ]
                    snapshot.transcript = .init(stable: "remove the muffin", volatile: "")
                    snapshot.cart[1].isLeaving = true
                }
            }, shows: ".avoid"),
        PageState(
            name: "confirmation",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.screen = .confirmation
                    snapshot.microphone.state = .speaking
                    snapshot.caption =
                        """
                        That is 2 large iced lattes with oat milk and light brown sugar, a toasted blueberry muffin, \
                        and a small caramel macchiato with no foam. Your total is $20.85. Is that right?
                        """
                    snapshot.transcript.last = "that's all"
                }
            }, shows: "#yes"),
        PageState(
            name: "confirmation-touch",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.screen = .confirmation
                    snapshot.needsTouch = true
                    snapshot.caption = "Please touch Yes to place your order."
                }
            }, shows: "#needs-touch"),
        PageState(
            name: "confirmation-countdown",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.screen = .confirmation
                    snapshot.confirmSecondsLeft = 5
                    snapshot.caption = "That is a caramel macchiato. Your total is $5.25. Is that right?"
                }
            }, shows: "#wait"),
        PageState(
            name: "found",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.caption = "We have a latte for $5.05 and a flat white for $4.95, and 4 more."
                    snapshot.found = site.menu.items.prefix(6).map { item in
                        KioskSnapshot.Found(
                            itemId: item.id, name: item.name, description: "a \(item.name) with oat milk",
                            options: [.init(group: "milk", id: "oat")],
                            price: .init(item.price, currency: site.menu.store.currency))
                    }
                }
            }, shows: "[id='tab-/found']"),
        PageState(name: "placing", show: { site in ordering(site) { $0.screen = .placing } }, shows: "#moment-title"),
        PageState(name: "payment-counter", show: { site in pay(site, .counter) }, shows: "#number"),
        PageState(name: "payment-terminal", show: { site in pay(site, .terminal) }, shows: "#number"),
        PageState(name: "payment-cancelling", show: { site in pay(site, .cancelling) }, shows: "#number"),
        PageState(name: "payment-paid", show: { site in pay(site, .paid) }, shows: "#number"),
        PageState(name: "payment-refused", show: { site in pay(site, .refused) }, shows: "#number"),
        PageState(name: "payment-cancelled", show: { site in pay(site, .cancelled) }, shows: "#number"),
        PageState(
            name: "payment-kept",
            show: { site in
                pay(site, .counter)
                site.kiosk.show { $0.placed?.isKept = true }
            }, shows: "#moment-choices .kept"),
        PageState(
            name: "thanks",
            show: { site in
                pay(site, .paid)
                site.kiosk.show { $0.screen = .thanks }
            }, shows: "#number"),
        PageState(
            name: "thanks-unpaid",
            show: { site in
                pay(site, .refused)
                site.kiosk.show { $0.screen = .thanks }
            }, shows: "#number"),
        PageState(
            name: "failure",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.screen = .failure
                    snapshot.failure = "Your order could not be stored. Nothing has been charged."
                }
            }, shows: "#moment-title"),
        PageState(
            name: "touch-only",
            show: { site in
                ordering(site) { snapshot in
                    snapshot.microphone = .init(state: .unavailable, reason: .microphone)
                    snapshot.transcript.last = ""
                }
            }, shows: "#touch-only"),
        PageState(name: "staff-called", show: { site in call(site, .called) }, shows: "#staff-call-cancel"),
        PageState(name: "staff-coming", show: { site in call(site, .coming) }, shows: "#staff-call-text"),
        PageState(name: "staff-unanswered", show: { site in call(site, .unanswered) }, shows: "#staff-call-again"),
        PageState(name: "idle", show: { site in ordering(site) { $0.idleSecondsLeft = 12 } }, shows: "#idle-here"),
        PageState(
            name: "item", show: { site in ordering(site) { _ in } },
            clicks: ["[data-item=latte]", "[data-group=size] [data-option=large]"], shows: "#sheet-add"),
        PageState(
            name: "correction", show: { site in ordering(site) { $0.transcript.last = "two large iced goat lattes" } },
            clicks: ["#correct"], shows: "#correction-text"),
    ]

    private static func call(_ site: Site, _ state: KioskSnapshot.StaffCall) {
        ordering(site) { snapshot in
            (snapshot.staffCall, snapshot.needsStaff) = (state, state != .coming)
            snapshot.transcript.last = "can i speak to a person"
            snapshot.caption = "I have called our staff. Please wait here."
        }
    }

    static func pay(_ site: Site, _ payment: KioskSnapshot.Placed.Payment) {
        ordering(site) { snapshot in
            snapshot.screen = .payment
            // The session ends with the order.
            snapshot.session = nil
            let place: [KioskSnapshot.Placed.Payment: String] = [.counter: "counter", .terminal: "terminal"]
            let isSaid = place[payment] != nil
            // The sentence about where to pay ends with the state that it is about.
            snapshot.caption =
                place[payment].map { "Thank you. Your order number is 142. Please pay $20.85 at the \($0)." } ?? ""
            snapshot.microphone.state = isSaid ? .speaking : .armed
            snapshot.placed = .init(number: 142, total: .init(minorUnits: 2_085, text: "$20.85"), payment: payment)
        }
    }

    /// Creates the state in a browser with an open page.
    func enter(_ site: Site, _ browser: Browser) async throws {
        show(site)
        let revision = String(site.kiosk.snapshot.revision)
        let isThere = "document.documentElement.dataset.revision === arguments[0]"
        let isShown = "document.querySelector(arguments[1])?.checkVisibility()"
        guard !clicks.isEmpty else {
            return try await browser.wait(for: "\(isThere) && \(isShown)", [revision, shows])
        }
        try await browser.wait(for: isThere, [revision])
        for selector in clicks { try await browser.click(selector) }
        try await browser.wait(for: isShown, [revision, shows])
    }
}

/// Screen sizes of kiosks.
struct ScreenSize: Sendable, CustomTestStringConvertible {
    let name: String
    let width: Int
    let height: Int

    var testDescription: String { name }

    static let all = [
        ScreenSize(name: "portrait", width: 1_080, height: 1_920),
        ScreenSize(name: "landscape", width: 1_920, height: 1_080),
        ScreenSize(name: "wide", width: 1_280, height: 800),
        ScreenSize(name: "small", width: 800, height: 480),
    ]
}
