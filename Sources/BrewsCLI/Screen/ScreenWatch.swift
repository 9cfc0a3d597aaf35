/// Decides whether the page still lives, from what the kiosk hears of it (fault G10). A pure value.
struct ScreenWatch: Equatable {
    /// A page says every 2 s that it lives; one that has been silent for so long is frozen, or white.
    static let longestSilence = Duration.seconds(10)
    /// What a browser may take from its start until its page speaks.
    static let longestStart = Duration.seconds(20)

    private let startedAt: Duration
    /// Since when something would have been heard: not while the kiosk did not answer, which is no fault of the
    /// browser's.
    private var audibleSince: Duration
    private var heardAt: Duration?

    /// - Parameter startedAt: when the browser was started.
    init(startedAt: Duration) {
        self.startedAt = startedAt
        audibleSince = startedAt
    }

    /// Takes what the kiosk says of the page.
    ///
    /// - Parameters:
    ///   - health: `nil` where the kiosk does not answer.
    ///   - now: never goes back.
    /// - Returns: whether the browser is to be started again.
    mutating func observe(_ health: PageHealth?, at now: Duration) -> Bool {
        guard let health else {
            audibleSince = now
            return false
        }
        // What was heard before the start was said by the browser before.
        if let silence = health.silence, now - silence >= startedAt { heardAt = now - silence }
        let limit = heardAt == nil ? Self.longestStart : Self.longestSilence
        return now - max(audibleSince, heardAt ?? startedAt) > limit
    }
}

/// What the kiosk knows of its page.
struct PageHealth: Equatable, Sendable {
    /// Since the page last said that it lives; `nil` before it ever did.
    var silence: Duration?
}
