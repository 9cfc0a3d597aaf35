/// Decides from the kiosk's health document whether the page is alive (fault G10). Pure value.
struct ScreenWatch: Equatable {
    /// Silence after which a page counts as frozen; a page reports every 2 s.
    static let longestSilence = Duration.seconds(10)
    /// Longest time from a browser's start to its page's first report.
    static let longestStart = Duration.seconds(20)

    private let startedAt: Duration
    /// Start of the current silence. Times when the kiosk itself did not answer do not count.
    private var audibleSince: Duration
    private var heardAt: Duration?

    /// - Parameter startedAt: start of the browser.
    init(startedAt: Duration) {
        self.startedAt = startedAt
        audibleSince = startedAt
    }

    /// Takes the kiosk's report on the page.
    ///
    /// - Parameters:
    ///   - health: `nil` when the kiosk does not answer.
    ///   - now: monotonic time.
    /// - Returns: whether the browser must be restarted.
    mutating func observe(_ health: PageHealth?, at now: Duration) -> Bool {
        guard let health else {
            audibleSince = now
            return false
        }
        // Reports from before the start belong to the previous browser.
        if let silence = health.silence, now - silence >= startedAt { heardAt = now - silence }
        let limit = heardAt == nil ? Self.longestStart : Self.longestSilence
        return now - max(audibleSince, heardAt ?? startedAt) > limit
    }
}

/// The kiosk's report on its page.
struct PageHealth: Equatable, Sendable {
    /// Time since the page's last report; `nil` before the first.
    var silence: Duration?
}
