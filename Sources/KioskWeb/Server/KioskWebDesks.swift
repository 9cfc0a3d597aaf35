public import Ordering

/// The desks behind a kiosk's pages; a page without its desk is not served.
public struct KioskWebDesks: Sendable {
    /// Serves `/search`.
    public var search: (any PageDesk)?

    /// No desks.
    public init() {}

    /// The sessions of each desk, by the path of its requests.
    func sessions(boot: String) -> [String: PageSessions] {
        var sessions: [String: PageSessions] = [:]
        if let search { sessions["/search"] = PageSessions(search, boot: boot, needsStaff: false) }
        return sessions
    }
}
