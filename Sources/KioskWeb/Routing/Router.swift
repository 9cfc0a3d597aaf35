internal import Foundation
internal import Ordering
internal import Speech
internal import Synchronization

/// Maps each request to an answer without waiting: a file, a refusal, an event stream, or work for the kiosk.
struct Router: Sendable {
    let guards: WebGuards
    let assets: Assets
    let menu: Menu
    let menuDocument: MenuDocument
    let welcome: WelcomeBoard
    /// Formats an amount as the kiosk's sentences write it.
    let money: @Sendable (Money) -> String
    let service: any KioskService
    let staff: StaffEndpoint?
    /// The desks of pages with a state of their own, by the path under which they are.
    var desks: [String: PageSessions] = [:]
    let status: ServerStatus
    let time: MonotonicClock
    let answerDeadline: Duration
    /// The menu's pictures.
    var pictures: PictureFiles?

    func route(_ request: HTTPRequest) -> Answer {
        if let refusal = guards.refusal(of: request) {
            status.count(\.refused)
            return .now(refusal)
        }
        if let asset = assets.table[request.target] {
            guard request.method == "GET" else { return wrongMethod("GET") }
            return .now(
                HTTPResponse(
                    status: 200, contentType: asset.contentType, body: asset.bytes, usesCamera: asset.usesCamera))
        }
        if let pictures, pictures.has(request.target) {
            return get(request) { .later(timed { await pictures.answer(request.target) }) }
        }
        switch request.target {
        case "/menu.json": return get(request) { .now(menuAnswer()) }
        case "/events": return get(request) { .events(nil) }
        case "/healthz": return get(request) { .later(timed { await health() }) }
        case "/metrics": return get(request) { .later(timed { await metrics() }) }
        case "/action": return post(request) { action(request.body) }
        case "/quote": return post(request) { .now(quote(request.body)) }
        case "/heartbeat": return post(request) { .now(heartbeat()) }
        case "/staff/enter": return staffPost(request, isOpen: true) { .now($0.enter(request.body)) }
        case "/staff/leave":
            return staffPost(request) { desk in
                desk.leave()
                return .later(timed { await desk.endCheck() })
            }
        case "/staff/action":
            return staffPost(request) { desk in
                .later(timed { await desk.perform(request.body) })
            }
        case "/staff/voice":
            return staffPost(request) { desk in
                .later(timed { await desk.performVoice(request.body) })
            }
        case "/staff/note":
            return staffPost(request) { desk in
                .later(timed { await desk.performNote(request.body) })
            }
        case "/staff/owner":
            return staffPost(request) { desk in
                .later(timed { await desk.performOwner(request.body) })
            }
        case "/staff/menu": return staffGet(request) { await $0.menu() }
        case "/staff/orders": return staffGet(request) { await $0.orders() }
        case "/staff/notes": return staffGet(request) { await $0.notes() }
        case "/staff/voices": return staffGet(request) { await $0.voices() }
        case "/staff/state":
            return staffGet(request) { desk in
                let health = await combinedHealth()
                return await desk.state(
                    health, HealthDocument(health, sinceHeartbeat: status.sinceHeartbeat, server: status.figures))
            }
        default: return desk(request) ?? .now(.text(404, "There is nothing here."))
        }
    }

    private func menuAnswer() -> HTTPResponse {
        var document = menuDocument
        if let content = welcome.content {
            (document.favourites, document.example) = (content.favourites, content.example)
        }
        return .json(200, document.json)
    }

    /// Requests of pages with sessions; `nil` for others.
    private func desk(_ request: HTTPRequest) -> Answer? {
        for (path, sessions) in desks where request.target.hasPrefix(path + "/") {
            let rest = request.target.dropFirst(path.count + 1)
            switch rest {
            case "open":
                let open = { Answer.later(timed { await sessions.open(request.body) }) }
                return sessions.needsStaff && staff != nil
                    ? staffPost(request) { _ in open() } : post(request) { open() }
            case "act": return post(request) { .later(timed { await sessions.act(request) }) }
            case _ where rest.hasPrefix("files/"):
                return get(request) { .later(timed { await sessions.file(rest.dropFirst(6)) }) }
            default:
                guard rest.hasPrefix("events/"), let hub = sessions.hub(String(rest.dropFirst(7))) else { continue }
                return get(request) { .events(hub) }
            }
        }
        return nil
    }

    private func get(_ request: HTTPRequest, _ answer: () -> Answer) -> Answer {
        guard request.method == "GET" else { return wrongMethod("GET") }
        guard request.body.isEmpty else { return .now(.text(400, "A GET has no body.")) }
        return answer()
    }

    private func post(_ request: HTTPRequest, _ answer: () -> Answer) -> Answer {
        guard request.method == "POST" else { return wrongMethod("POST") }
        if let refusal = guards.refusalOfChange(request) {
            status.count(\.refused)
            return .now(refusal)
        }
        return answer()
    }

    private func staffPost(_ request: HTTPRequest, isOpen: Bool = false, _ answer: (StaffEndpoint) -> Answer) -> Answer
    {
        guard let staff else { return .now(.text(404, "There is nothing here.")) }
        return post(request) {
            guard isOpen || staff.admits(request) else { return .now(.text(401, "The code is needed.")) }
            return answer(staff)
        }
    }

    private func staffGet(_ request: HTTPRequest, _ answer: @escaping @Sendable (StaffEndpoint) async -> HTTPResponse)
        -> Answer
    {
        guard let staff else { return .now(.text(404, "There is nothing here.")) }
        return get(request) {
            guard staff.admits(request) else { return .now(.text(401, "The code is needed.")) }
            return .later(timed { await answer(staff) })
        }
    }

    private func wrongMethod(_ right: String) -> Answer {
        var response = HTTPResponse.text(405, "Only \(right) is taken here.")
        response.headers = [.init("Allow", right)]
        return .now(response)
    }

    private func action(_ body: [UInt8]) -> Answer {
        guard let action = try? JSONDecoder().decode(KioskAction.self, from: Data(body)) else {
            return .now(.text(400, "Not an action."))
        }
        status.count(\.actions)
        return .later(timed { .json(200, ActionAnswer.json(await service.perform(action))) })
    }

    private func quote(_ body: [UInt8]) -> HTTPResponse {
        guard let action = try? JSONDecoder().decode(KioskAction.self, from: Data(body)),
            let text = PriceQuote.text(for: action, menu: menu, money: money),
            let json = try? JSONEncoder().encode(["text": text])
        else { return .text(400, "Not something to order.") }
        return .json(200, Array(json))
    }

    private func heartbeat() -> HTTPResponse {
        status.heartbeat()
        return .json(200, Array("{}".utf8))
    }

    /// Health of the kiosk and of the page.
    private func combinedHealth() async -> KioskHealth {
        var health = await service.health()
        health.parts.append(status.display)
        return health
    }

    private func health() async -> HTTPResponse {
        let health = await combinedHealth()
        let document = HealthDocument(health, sinceHeartbeat: status.sinceHeartbeat, server: status.figures)
        return .json(health.canOrder ? 200 : 503, document.json)
    }

    private func metrics() async -> HTTPResponse {
        let health = await combinedHealth()
        return HTTPResponse(
            status: 200, contentType: "text/plain; version=0.0.4; charset=utf-8",
            body: HealthDocument.metrics(health, sinceHeartbeat: status.sinceHeartbeat, server: status.figures))
    }

    /// Limits work to the answer deadline. A kiosk that does not answer costs the page an error, and holds the
    /// connection for a few seconds only.
    private func timed(_ work: @escaping @Sendable () async -> HTTPResponse) -> @Sendable () async -> HTTPResponse {
        let time = time
        let deadline = answerDeadline
        let status = status
        return {
            guard status.beginWork() else { return .text(503, "The kiosk is busy.") }
            let answer = FirstAnswer()
            let worker = Task {
                let response = await work()
                status.endWork()
                answer.give(response)
            }
            let watch = Task {
                try await time.sleep(deadline)
                answer.give(.text(503, "The kiosk does not answer."))
            }
            let response = await answer.wait()
            watch.cancel()
            worker.cancel()
            return response
        }
    }
}

/// Delivers the first of several answers and ignores later ones.
private final class FirstAnswer: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<HTTPResponse, Never>)
        case given(HTTPResponse)
        case over
    }

    private let state = Mutex(State.open)

    func give(_ response: HTTPResponse) {
        let continuation: CheckedContinuation<HTTPResponse, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .given(response)
                return nil
            case .awaited(let continuation):
                state = .over
                return continuation
            case .given, .over: return nil
            }
        }
        continuation?.resume(returning: response)
    }

    func wait() async -> HTTPResponse {
        await withCheckedContinuation { continuation in
            let response: HTTPResponse? = state.withLock { state in
                guard case .given(let response) = state else {
                    state = .awaited(continuation)
                    return nil
                }
                state = .over
                return response
            }
            if let response { continuation.resume(returning: response) }
        }
    }
}
