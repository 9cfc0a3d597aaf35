public import Ordering

/// How an order is confirmed.
public enum ConfirmationDecision: String, Equatable, Sendable {
    /// Accepted without a question; the kiosk says what it recognised.
    case skip
    /// Read back, and confirmed by voice or touch.
    case readBack
    /// Read back, and confirmed by touch only.
    case touch
}

/// A reason to ask for confirmation.
public enum ConfirmationReason: String, CaseIterable, Equatable, Sendable {
    /// An item is sold only against a touch, or is not on the menu.
    case touchOnlyItem
    /// Selective confirmation is off.
    case always
    /// The order is empty.
    case emptyOrder
    /// The confidence of a line is too low.
    case uncertainLine
    /// The confidence of an option or number is too low.
    case uncertainSlot
    /// The recogniser's confidence is too low.
    case uncertainHearing
    /// The total is too high.
    case highTotal
    /// The quantity of an item is unusually high.
    case highQuantity
}

/// Decides whether an order needs confirmation (selective confirmation).
///
/// By default every order is read back. With `isSelective`, an order with high confidence and little at stake is
/// accepted without a question. Any voice can then place such an order, so use it only where a person pays or collects
/// face to face (fault D8).
///
/// Has no side effects; callable from any thread.
public struct ConfirmationPolicy: Equatable, Sendable {
    /// The evidence on an order: its lines, total and confidences.
    public struct Evidence: Equatable, Sendable {
        /// The lines to confirm, with calibrated confidences.
        public var lines: [OrderLine]
        /// Their total.
        public var total: Money
        /// Lowest confidence of the options and numbers in the lines, 0…1; `nil` where the parser gives none.
        public var leastSlotConfidence: Double?
        /// The recogniser's confidence in the words, 0…1; `nil` for an order made by touch.
        public var hearing: Double?

        /// An order with its recognition confidences, 0…1.
        public init(lines: [OrderLine], total: Money, leastSlotConfidence: Double? = nil, hearing: Double? = nil) {
            self.lines = lines
            self.total = total
            self.leastSlotConfidence = leastSlotConfidence
            self.hearing = hearing
        }
    }

    /// Thresholds of selective confirmation.
    public struct Settings: Equatable, Sendable {
        /// Whether orders may be accepted without a question. Default `false`.
        public var isSelective = false
        /// Minimum confidence of every line and slot, 0.5…1. Default 0.95: 96 % of the test utterances reach it, of
        /// which 1 in 700 is wrong (`brews-bench understanding --reliability`).
        public var leastConfidence = 0.95
        /// Minimum confidence of the recogniser, 0.5…1. Default 0.8: below it, recordings in kitchen noise lose whole
        /// words.
        public var leastHearing = 0.8
        /// Maximum total in the menu's minor units, 0 or more. Default 2,000 ($20.00): about two drinks with food.
        public var highestTotal = Money(minorUnits: 2_000)
        /// Maximum quantity of one item, 1…100. Default 4: more is rarely meant, and "four" and "forty" sound alike.
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

    /// The decision for an order.
    public func decision(for evidence: Evidence) -> ConfirmationDecision {
        let reasons = reasons(for: evidence)
        return reasons.contains(.touchOnlyItem) ? .touch : reasons.isEmpty ? .skip : .readBack
    }

    /// All reasons to ask, most important first; empty if there are none.
    public func reasons(for evidence: Evidence) -> [ConfirmationReason] {
        ConfirmationReason.allCases.filter { holds($0, evidence) }
    }

    // The negations make NaN fail every threshold.
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

    /// Sum that saturates instead of overflowing.
    private func sum(_ numbers: [Int]) -> Int {
        numbers.reduce(0) { total, number in
            let (sum, overflow) = total.addingReportingOverflow(number)
            return overflow ? .max : sum
        }
    }
}

extension Menu {
    /// Whether an order must be confirmed by touch. This includes items that are not on the menu.
    func needsTouch(_ lines: [OrderLine]) -> Bool { lines.contains { item($0.itemId)?.touchOnly ?? true } }
}
