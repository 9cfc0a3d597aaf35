/// When a lost child may be started again: with growing waits, and not at all once too many were lost.
///
/// A value without a clock: times are durations since any fixed moment, and never go back.
struct RestartPolicy: Equatable, Sendable {
    enum Decision: Equatable, Sendable {
        /// Start one after waiting so long.
        case start(after: Duration)
        /// Leave it; the guest orders by touch.
        case giveUp(EngineHostError)
    }

    private static let window = Duration.seconds(60)

    private let settings: EngineHostSettings
    /// Losses of the last minute, at most as many as are allowed.
    private var losses: [Duration] = []
    private var inARow = 0
    private var loadsInARow = 0
    private var last: EngineLoss?

    init(settings: EngineHostSettings) { self.settings = settings }

    /// A child was lost.
    mutating func lost(_ loss: EngineLoss, at now: Duration) {
        losses.append(now)
        if losses.count > settings.mostLossesPerMinute { losses.removeFirst() }
        inARow += 1
        loadsInARow = loss.wasLoading ? loadsInARow + 1 : 0
        last = loss
    }

    /// A child has loaded.
    mutating func loaded() { loadsInARow = 0 }

    /// A child did what its predecessor was lost over, so the next loss is a new story.
    mutating func recovered() { inARow = 0 }

    mutating func decide(at now: Duration) -> Decision {
        if let newest = losses.last, now - newest >= Self.window {
            losses = []
            inARow = 0
            loadsInARow = 0
        }
        losses.removeAll { now - $0 >= Self.window }
        if let last, losses.count >= settings.mostLossesPerMinute || loadsInARow >= settings.mostLoadLosses {
            return .giveUp(last.error)
        }
        guard inARow > 0 else { return .start(after: .zero) }
        let doubled = settings.firstDelay * (1 << min(inARow - 1, 20))
        return .start(after: min(doubled, settings.longestDelay))
    }
}
