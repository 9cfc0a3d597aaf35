/// Serves one kind of page: each open page has a session with its own state on the kiosk. May be called from any task.
public protocol PageDesk: Sendable {
    /// Begins a session.
    ///
    /// - Parameter kept: what an earlier session of the page told it to keep, from the page and not trustworthy; `nil`
    ///   for nothing.
    func open(kept: String?) async -> any PageSession
}

/// The session of one open page. May be called from any task.
public protocol PageSession: Sendable {
    /// States and levels from now on, beginning with the current state; the newest 64 are kept. For one reader.
    func updates() async -> AsyncStream<PageUpdate>

    /// Performs an action of the page, in JSON.
    ///
    /// - Returns: `nil` for something that is no action of this page.
    func perform(_ action: [UInt8]) async -> KioskActionResult?

    /// A picture or a recording of the session's state; `nil` for one that is not there.
    ///
    /// - Parameter name: from the page, and not trustworthy.
    func file(_ name: String) async -> MediaFile?

    /// Ends the session: its page is gone.
    func close() async
}

extension PageSession {
    /// No files.
    public func file(_ name: String) async -> MediaFile? { nil }
}

/// An update of a page.
public enum PageUpdate: Equatable, Sendable {
    /// The page's new state, a JSON object on one line.
    case state([UInt8])
    /// Level of the microphone, dBFS.
    case level(Double)
}
