internal import OrderSession
internal import Ordering
internal import TestSupport
internal import Testing

/// Fault D9: whatever a guest says, a dialogue comes to its end.
struct RandomDialogueTests {
    /// What random guests say; the empty words are a sound.
    private static let sayings = [
        "yes", "no", "maybe", "yes no", "no no yes", "make it large", "no the mocha should be iced",
        "what lovely weather", "", "um", "isn't that right", "yes but",
        "a latte and a muffin please", "cancel", "thank you", "yes please", "wait", "zzyzx zzyzx zzyzx",
    ]
    /// Per seed; ten seeds make 2,000, and the 10,000 of the fault list at full scale.
    private static let dialogues = Repository.rounds(200, full: 1_000)
    /// Far more events than a dialogue may need.
    private static let mostEvents = 1_000

    /// One guest, and how the kiosk serves them.
    private struct Dialogue {
        var guest: ConfirmationGuest
        var random: SeededGenerator
        /// The only thing the guest ever says; `nil` for one who says anything.
        let habit: String?
        /// How often the guest keeps silent, 0…1.
        let silence: Double
        var orders = [ConfirmationGuest.line("water")]
        /// How often each order was read back, by its quantity.
        var asks: [Int: Int] = [:]
        var touchOffers = 0
        var staffOffers = 0
        var events = 0

        init(number: Int, random: SeededGenerator) throws {
            self.random = random
            let isAutomatic = Bool.random(using: &self.random)
            guest = try ConfirmationGuest(settings: ConfirmationGuest.settings { $0.autoConfirm = isAutomatic })
            habit = number.isMultiple(of: 3) ? RandomDialogueTests.sayings.randomElement(using: &self.random) : nil
            silence = number % 5 == 1 ? 1 : Double.random(in: 0...1, using: &self.random)
        }

        /// Until the order is placed or rejected or the guest has gone.
        mutating func run() {
            ask()
            while guest.isAwaiting, events < RandomDialogueTests.mostEvents {
                events += 1
                if chance(0.1) { guest.coordinator.readBackCutOff(since: guest.time - .seconds(1), at: guest.time) }
                if chance(0.8) { guest.hearsMessage() }
                if chance(silence) { waitOrTouch() } else { speak() }
            }
        }

        private mutating func chance(_ probability: Double) -> Bool {
            Double.random(in: 0..<1, using: &random) < probability
        }

        private mutating func ask() {
            guest.coordinator.startConfirmation(
                orders, total: Money(minorUnits: 200 * orders[0].quantity), at: guest.time)
            count()
        }

        private mutating func waitOrTouch() {
            if chance(0.1) { guest.coordinator.touched(at: guest.time) }
            guest.waitsForDeadline()
            count()
        }

        private mutating func speak() {
            let text = habit ?? RandomDialogueTests.sayings.randomElement(using: &random) ?? ""
            let pause = Duration.milliseconds(Int.random(in: 0...17_000, using: &random))
            let result = guest.says(text, confidence: Double.random(in: 0.4...1, using: &random), after: pause)
            count()
            if case .modified = result {
                touchOffers = 0
                // A change that changes something, changes it back, or comes to nothing.
                orders = [ConfirmationGuest.line("water", Int.random(in: 1...20, using: &random))]
                ask()
            } else {
                guest.coordinator.advance(to: guest.time)
                count()
            }
        }

        private mutating func count() {
            let message = guest.coordinator.message
            for prompt in message {
                switch prompt {
                case .confirm(let lines, _), .confirmAgain(let lines, _): asks[lines[0].quantity, default: 0] += 1
                case .confirmChoices: if asks.values.reduce(0, +) > 0, message.count == 1 { touchOffers += 1 }
                case .askStaff: staffOffers += 1
                // An order that may not be asked about any more, before the offer of the screen.
                case .cart: break
                default: Issue.record("\(prompt) was said")
                }
            }
        }
    }

    @Test(
        "D9: Random dialogues all end, no order is asked about more than twice, and its choices are offered once",
        arguments: 0..<10)
    func dialoguesEnd(_ seed: Int) throws {
        var longest = 0
        var ends: Set<String> = []
        for number in 0..<Self.dialogues {
            var dialogue = try Dialogue(number: number, random: SeededGenerator(seed: UInt64(seed * 1_000 + number)))
            dialogue.run()
            longest = max(longest, dialogue.events)
            #expect(
                dialogue.events < Self.mostEvents && !dialogue.guest.isAwaiting,
                "\(dialogue.habit ?? "anything") did not end")
            #expect(dialogue.asks.values.allSatisfy { $0 <= ConfirmationCoordinator.mostAsks }, "\(dialogue.asks)")
            #expect(
                dialogue.asks.values.reduce(0, +) <= ConfirmationSettings().mostReadBacks && dialogue.touchOffers <= 1)
            switch dialogue.guest.coordinator.state {
            case .processing: ends.insert("placed")
            case .rejected: ends.insert("rejected")
            case .idle: ends.insert("gone")
            case .awaitingConfirmation, .confirmed: ends.insert("?")
            }
        }
        #expect(ends == ["placed", "rejected", "gone"])
        #expect(longest < 150, "The longest dialogue took \(longest) events.")
    }

    /// Every event but a touch either ends a dialogue, uses up one of finitely many read-backs, or is bounded by a
    /// deadline: with time passing and no touch, the coordinator is idle after this long, whatever is said.
    private static func longestDialogue(_ settings: ConfirmationSettings) -> Duration {
        (settings.longestReadBack + settings.answerWindow + settings.longestAnswer + .seconds(1))
            * settings.mostReadBacks + settings.touchWait
    }

    @Test(
        "D9: Endless guest speech and a kiosk that never reports the end of its speech still end in the promised time",
        arguments: sayings)
    func worstCase(_ text: String) throws {
        let settings = ConfirmationSettings()
        var guest = try ConfirmationGuest(settings: settings)
        let started = guest.time
        var quantity = 1
        guest.coordinator.startConfirmation(
            [ConfirmationGuest.line("water", quantity)], total: ConfirmationGuest.total, at: guest.time)
        while guest.isAwaiting, guest.time - started < .seconds(100_000) {
            guest.coordinator.advance(to: guest.time)
            if case .modified = guest.says(text, confidence: 1, after: .milliseconds(100)) {
                quantity += 1
                guest.coordinator.startConfirmation(
                    [ConfirmationGuest.line("water", quantity)], total: ConfirmationGuest.total, at: guest.time)
            }
        }
        #expect(
            !guest.isAwaiting && guest.time - started <= Self.longestDialogue(settings) + .seconds(10),
            "\(guest.time - started)")
    }
}
