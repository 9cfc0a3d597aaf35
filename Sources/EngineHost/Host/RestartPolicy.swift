/// Decides when a lost child may be restarted: with growing delays, and not at all after too many losses.
///
/// A value without a clock: times are durations since any fixed moment and never decrease.
struct RestartPolicy: Equatable, Sendable {
    enum Decision: Equatable, Sendable {
        /// Start a child after this delay.
        case start(after: Duration)
        /// Start none; the guest orders by touch.
        case giveUp(EngineHostError)
    }

    private static let window = Duration.seconds(60)

    private let settings: EngineHostSettings
    /// Losses of the last minute, at most the allowed number.
    private var losses: [Duration] = []
    private var successive = 0
    private var successiveLoads = 0
    private var last: EngineLoss?

    init(settings: EngineHostSettings) { self.settings = settings }

    /// Records a loss.
    mutating func recordLoss(_ loss: EngineLoss, at now: Duration) {
        losses.append(now)
        if losses.count > settings.mostLossesPerMinute { losses.removeFirst() }
        successive += 1
        successiveLoads = loss.wasLoading ? successiveLoads + 1 : 0
        last = loss
    }

    /// Records that a child has loaded.
    mutating func recordLoad() { successiveLoads = 0 }

    /// Records that a child has caught up, which ends the series of losses.
    mutating func recordRecovery() { successive = 0 }

    mutating func decide(at now: Duration) -> Decision {
        if let newest = losses.last, now - newest >= Self.window {
            losses = []
            successive = 0
            successiveLoads = 0
        }
        losses.removeAll { now - $0 >= Self.window }
        if let last, losses.count >= settings.mostLossesPerMinute || successiveLoads >= settings.mostLoadLosses {
            return .giveUp(last.error)
        }
        guard successive > 0 else { return .start(after: .zero) }
        let doubled = settings.firstDelay * (1 << min(successive - 1, 20))
        return .start(after: min(doubled, settings.longestDelay))
    }
}
