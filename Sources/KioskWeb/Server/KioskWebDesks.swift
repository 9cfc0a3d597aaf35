public import Ordering

/// The desks behind a kiosk's pages; a page without its desk is not served.
public struct KioskWebDesks: Sendable {
    /// Serves `/search`.
    public var search: (any PageDesk)?
    /// Serves `/assistant`, behind the staff's code where the kiosk has one.
    public var assistant: (any PageDesk)?
    /// Speaks notes on the staff page.
    public var noteSpeech: (any PageDesk)?

    /// No desks.
    public init() {}

    /// The sessions of each desk, by the path of its requests.
    func sessions(boot: String) -> [String: PageSessions] {
        var sessions: [String: PageSessions] = [:]
        if let search { sessions["/search"] = PageSessions(search, boot: boot, needsStaff: false) }
        if let assistant { sessions["/assistant"] = PageSessions(assistant, boot: boot, needsStaff: true) }
        if let noteSpeech { sessions["/staff/speech"] = PageSessions(noteSpeech, boot: boot, needsStaff: true) }
        return sessions
    }
}
