import Ordering
import TestSupport
import Testing

/// What the page shows of a payment.
private struct PaymentLook: Decodable, Equatable {
    var icon: String
    var text: String
    var isRed: Bool
    var caption: String
    var buttons: String
}

/// Every state of the payment with its look.
private let looks: [(payment: KioskSnapshot.Placed.Payment, look: PaymentLook)] = [
    (
        .counter,
        PaymentLook(
            icon: "counter", text: "Please pay at the counter", isRed: false,
            caption: "Thank you. Your order number is 142. Please pay $20.85 at the counter.",
            buttons: "Keep this on screen\nDone")
    ),
    (
        .terminal,
        PaymentLook(
            icon: "card", text: "Hold your card to the terminal", isRed: false,
            caption: "Thank you. Your order number is 142. Please pay $20.85 at the terminal.",
            buttons: "Pay at the counter instead")
    ),
    (
        .cancelling,
        PaymentLook(
            icon: "wait", text: "One moment, please. The card payment is being cancelled", isRed: false,
            caption: "", buttons: "")
    ),
    (
        .paid,
        PaymentLook(
            icon: "check", text: "Paid. Thank you", isRed: false, caption: "", buttons: "Keep this on screen\nDone")
    ),
    (
        .refused,
        PaymentLook(
            icon: "warning", text: "The card payment did not go through. Please pay at the counter", isRed: true,
            caption: "", buttons: "Keep this on screen\nDone")
    ),
    (
        .cancelled,
        PaymentLook(
            icon: "counter", text: "The card payment is cancelled. Please pay at the counter", isRed: false,
            caption: "", buttons: "Keep this on screen\nDone")
    ),
]

/// The page after an order is placed: one state of the payment at a time.
@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct PaymentTests {
    private static let look = """
        const colour = (name) => { const probe = document.createElement("span"); probe.style.color = `var(${name})`; \
        document.body.append(probe); const value = getComputedStyle(probe).color; probe.remove(); return value; };
        const sign = document.getElementById("moment-sign"), text = document.getElementById("moment-text");
        const caption = document.getElementById("moment-caption");
        const reds = [sign, text].map((node) => getComputedStyle(node).color === colour("--alert"));
        if (reds[0] !== reds[1]) throw new Error("sign and text differ in colour");
        return { icon: sign.dataset.sign, text: text.innerText, isRed: reds[0],
          caption: caption.hidden ? "" : caption.innerText,
          buttons: document.getElementById("moment-choices").innerText };
        """

    @Test("Each state of the payment has one sign, one sentence and one colour, red only where the card was refused")
    func transitions() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_080, height: 1_920)
                try await PageTests.open(site, browser)
                // From every state to every other, so that nothing of the one before stays.
                for (before, _) in looks {
                    for (payment, look) in looks {
                        PageState.pay(site, before)
                        try await PageTests.arrive(site.kiosk.snapshot.revision, browser)
                        PageState.pay(site, payment)
                        try await PageTests.arrive(site.kiosk.snapshot.revision, browser)
                        #expect(
                            try await browser.evaluate(Self.look, as: PaymentLook.self) == look,
                            "\(payment) after \(before)")
                    }
                }
            }
        }
    }

    @Test("The thanks tell a guest who has not paid to pay at the counter", arguments: looks.map(\.payment))
    func thanks(_ payment: KioskSnapshot.Placed.Payment) async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await PageTests.open(site, browser)
                PageState.pay(site, payment)
                let revision = site.kiosk.show { ($0.screen, $0.caption) = (.thanks, "") }
                try await PageTests.arrive(revision, browser)
                let look = try await browser.evaluate(Self.look, as: PaymentLook.self)
                let isPaid = payment == .paid
                #expect(look.icon == (isPaid ? "check" : "counter") && !look.isRed && look.caption.isEmpty)
                #expect(
                    look.text == (isPaid ? "" : "Please pay at the counter. ") + "We will call your number.",
                    "\(payment)")
            }
        }
    }
}
