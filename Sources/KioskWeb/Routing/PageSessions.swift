internal import Foundation
internal import Ordering
internal import Synchronization

/// The open pages of one desk, each with a session and its events. A page without a reader of its events is forgotten
/// after a few beats. The newest sessions are kept.
///
/// Requests under the desk's path: `POST …/open` begins a session, `GET …/events/ID` has its events, and
/// `POST …/act` with the header `X-Brews-Session` performs an action. The id is a secret that only its page knows.
final class PageSessions: Sendable {
    /// Header with the id of the session.
    static let header = "x-brews-session"
    /// Most open pages of a desk.
    static let mostSessions = 4
    /// Beats without a reader after which a session ends.
    static let mostIdleBeats = 8

    private struct Open {
        let id: String
        let session: any PageSession
        let hub: EventHub
        let feed: Task<Void, Never>
        var idleBeats = 0
    }

    private struct State {
        var open: [Open] = []
        var isClosed = false
    }

    /// Whether the staff's key is needed to open a session.
    let needsStaff: Bool
    private let desk: any PageDesk
    private let boot: String
    private let state = Mutex(State())

    init(_ desk: any PageDesk, boot: String, needsStaff: Bool) {
        self.desk = desk
        self.boot = boot
        self.needsStaff = needsStaff
    }

    /// Number of sessions.
    var count: Int { state.withLock { $0.open.count } }

    private struct Opening: Decodable {
        /// The page's session before its connection was lost.
        var session: String?
        var kept: String?
    }

    /// Begins a session, or finds the one that the page had.
    func open(_ body: [UInt8]) async -> HTTPResponse {
        guard let opening = try? JSONDecoder().decode(Opening.self, from: Data(body)),
            (opening.kept?.utf8.count ?? 0) <= 200
        else { return .text(400, "Not an opening.") }
        if let id = opening.session, hub(id) != nil { return Self.opened(id) }
        let session = await desk.open(kept: opening.kept), id = Secret.random()
        let hub = EventHub(boot: boot, mostStreams: 1)
        let updates = await session.updates()
        let feed = Task { for await update in updates { hub.publish(page: update) } }
        let evicted: [Open] = state.withLock { state in
            let new = Open(id: id, session: session, hub: hub, feed: feed)
            guard !state.isClosed else { return [new] }
            state.open.append(new)
            return state.open.count > Self.mostSessions ? [state.open.removeFirst()] : []
        }
        await Self.end(evicted)
        return Self.opened(id)
    }

    private static func opened(_ id: String) -> HTTPResponse { .json(200, Array("{\"session\":\"\(id)\"}".utf8)) }

    /// The events of a session; `nil` for one that has ended.
    func hub(_ id: String) -> EventHub? { state.withLock { $0.open.first { Secret.matches(id, $0.id) }?.hub } }

    /// Performs an action of a page.
    func act(_ request: HTTPRequest) async -> HTTPResponse {
        guard let id = request.only(Self.header),
            let session = state.withLock({ $0.open.first { Secret.matches(id, $0.id) }?.session })
        else { return .text(410, "The page is out of date.") }
        guard let result = await session.perform(request.body) else { return .text(400, "Not an action.") }
        return .json(200, ActionAnswer.json(result))
    }

    /// A picture or a recording of a session; `path` is the session's id, a slash, and the file's name.
    func file(_ path: Substring) async -> HTTPResponse {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count <= 32,
            let session = state.withLock({ $0.open.first { Secret.matches(String(parts[0]), $0.id) }?.session }),
            let file = await session.file(String(parts[1]))
        else { return .text(404, "There is no such file.") }
        return .file(file.contentType, file.bytes)
    }

    /// Keeps readers' connections alive, and ends sessions without one.
    func beat() async {
        let ended: [Open] = state.withLock { state in
            for index in state.open.indices {
                let hasReader = state.open[index].hub.streamCount > 0
                state.open[index].idleBeats = hasReader ? 0 : state.open[index].idleBeats + 1
                state.open[index].hub.beat()
            }
            let ended = state.open.filter { $0.idleBeats >= Self.mostIdleBeats }
            state.open.removeAll { $0.idleBeats >= Self.mostIdleBeats }
            return ended
        }
        await Self.end(ended)
    }

    /// Ends all sessions; later ones end at once.
    func close() async {
        let ended = state.withLock { state in
            defer {
                state.open = []
                state.isClosed = true
            }
            return state.open
        }
        await Self.end(ended)
    }

    private static func end(_ sessions: [Open]) async {
        for open in sessions {
            open.feed.cancel()
            open.hub.close()
            await open.session.close()
        }
    }
}
