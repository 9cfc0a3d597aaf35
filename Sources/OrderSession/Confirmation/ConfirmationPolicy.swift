public import Ordering

/// How an order is to be confirmed.
public enum ConfirmationDecision: String, Equatable, Sendable {
    /// Accepted as understood: the kiosk says what it understood and asks nothing.
    case skip
    /// Read back, for a yes or no by voice or touch.
    case readBack
    /// Read back, and confirmed by touch only.
    case touch
}

/// Why an order must be confirmed.
public enum ConfirmationReason: String, CaseIterable, Equatable, Sendable {
    /// An item is sold against a touch only, or is not on the menu.
    case touchOnlyItem
    /// Selective confirmation is off.
    case always
    /// There is nothing to accept.
    case emptyOrder
    /// A line was not understood well enough.
    case uncertainLine
    /// An option or number was not understood well enough.
    case uncertainSlot
    /// The words were not heard well enough.
    case uncertainHearing
    /// Much money is at stake.
    case highTotal
    /// More of one item than people usually order.
    case highQuantity
}

/// Decides whether an order is asked about (selective confirmation).
///
/// As it comes, every order is read back. `isSelective` is the one switch: with it on, an order that was understood
/// well and risks little is skipped. A skip lets a voice alone move lines into the confirmed cart, so use it only where
/// a person still pays or collects face to face (fault D8).
///
/// Pure; from any thread.
public struct ConfirmationPolicy: Equatable, Sendable {
    /// What is known about an order when it is to be confirmed.
    public struct Evidence: Equatable, Sendable {
        /// The lines in question.
        public var lines: [OrderLine]
        /// What they cost together.
        public var total: Money
        /// The least confidence of any option or number of the lines, 0…1; `nil` where the parser gives none.
        public var leastSlotConfidence: Double?
        /// How sure the recogniser was of the words, 0…1; `nil` when they did not come by voice.
        public var hearing: Double?

        public init(lines: [OrderLine], total: Money, leastSlotConfidence: Double? = nil, hearing: Double? = nil) {
            self.lines = lines
            self.total = total
            self.leastSlotConfidence = leastSlotConfidence
            self.hearing = hearing
        }
    }

    /// The thresholds of selective confirmation.
    public struct Settings: Equatable, Sendable {
        /// Whether orders may be skipped at all. Default off: always read back.
        public var isSelective = false
        /// Least confidence of every line and slot, 0.5…1. Default 0.95: of our own utterances 96 of 100 are at or
        /// above it, and of those 1 in 700 is wrong (`brews-bench understanding --reliability`).
        public var leastConfidence = 0.95
        /// Least confidence of the words heard, 0.5…1. Default 0.8: below it recordings in kitchen noise lose whole
        /// words.
        public var leastHearing = 0.8
        /// Highest total that may be skipped, 0 or more, in the menu's minor units. Default 2,000 ($20.00): about two
        /// drinks with food.
        public var highestTotal = Money(minorUnits: 2_000)
        /// Most of one item that may be skipped, 1…100. Default 4: more is rarely meant, and "four" and "forty" sound
        /// alike.
        public var mostOfOneItem = 4

        /// The defaults.
        public init() {}
    }

    /// The thresholds in use.
    public let settings: Settings
    private let menu: Menu

    /// - Throws: `ConfirmationError.badSetting` for the first setting outside its range.
    public init(menu: Menu, settings: Settings = Settings()) throws(ConfirmationError) {
        try checkSetting("leastConfidence", settings.leastConfidence, 0.5...1)
        try checkSetting("leastHearing", settings.leastHearing, 0.5...1)
        try checkSetting("highestTotal", settings.highestTotal.minorUnits, 0 ... .max)
        try checkSetting("mostOfOneItem", settings.mostOfOneItem, 1...100)
        self.menu = menu
        self.settings = settings
    }

    /// How an order is to be confirmed.
    public func decision(for evidence: Evidence) -> ConfirmationDecision {
        let reasons = reasons(for: evidence)
        return reasons.contains(.touchOnlyItem) ? .touch : reasons.isEmpty ? .skip : .readBack
    }

    /// Everything that speaks for asking, most important first; empty when nothing does.
    public func reasons(for evidence: Evidence) -> [ConfirmationReason] {
        ConfirmationReason.allCases.filter { holds($0, evidence) }
    }

    // A confidence that is no number is below every threshold, hence the negations.
    private func holds(_ reason: ConfirmationReason, _ evidence: Evidence) -> Bool {
        switch reason {
        case .touchOnlyItem: menu.needsTouch(evidence.lines)
        case .always: !settings.isSelective
        case .emptyOrder: evidence.lines.isEmpty
        case .uncertainLine: !evidence.lines.allSatisfy { $0.confidence >= settings.leastConfidence }
        case .uncertainSlot: evidence.leastSlotConfidence.map { !($0 >= settings.leastConfidence) } ?? false
        case .uncertainHearing: evidence.hearing.map { !($0 >= settings.leastHearing) } ?? false
        case .highTotal: evidence.total > settings.highestTotal
        case .highQuantity:
            Dictionary(grouping: evidence.lines, by: \.itemId).values.contains {
                sum($0.map(\.quantity)) > settings.mostOfOneItem
            }
        }
    }

    /// A sum that stops at the largest number instead of overflowing.
    private func sum(_ numbers: [Int]) -> Int {
        numbers.reduce(0) { total, number in
            let (sum, overflow) = total.addingReportingOverflow(number)
            return overflow ? .max : sum
        }
    }
}

extension Menu {
    /// Whether an order must be confirmed by touch. An item that is not on the menu counts too: nobody can say what it
    /// is.
    func needsTouch(_ lines: [OrderLine]) -> Bool { lines.contains { item($0.itemId)?.touchOnly ?? true } }
}
