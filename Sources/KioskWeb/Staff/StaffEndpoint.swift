internal import Foundation
internal import Ordering
internal import Speech
internal import Synchronization

/// Requests of the staff page: access by code, status, and actions.
final class StaffEndpoint: Sendable {
    /// Header with the access key of the page.
    static let keyHeader = "x-brews-staff"

    private let lock: Mutex<StaffLock>
    private let service: (any StaffService)?
    private let voiceChoice: (any VoiceChoice)?
    private let notebook: (any NoteService)?
    private let owner: (any OwnerService)?
    private let time: MonotonicClock

    init(
        code: String, service: (any StaffService)?, voices: (any VoiceChoice)? = nil,
        notebook: (any NoteService)? = nil, owner: (any OwnerService)? = nil, time: MonotonicClock
    ) {
        self.owner = owner
        self.notebook = notebook
        lock = Mutex(StaffLock(code: code))
        self.service = service
        voiceChoice = voices
        self.time = time
    }

    private struct Entry: Decodable {
        var code: String
    }

    func enter(_ body: [UInt8]) -> HTTPResponse {
        guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(body)), entry.code.utf8.count <= 64 else {
            return .text(400, "Not a code.")
        }
        switch lock.withLock({ $0.enter(entry.code, at: time.now()) }) {
        case .opened(let key): return .json(200, Array("{\"key\":\"\(key)\"}".utf8))
        case .wrong(let left): return .json(401, Array("{\"left\":\(left)}".utf8))
        case .locked(let left): return .json(429, Array("{\"seconds\":\(Int((left / .seconds(1)).rounded(.up)))}".utf8))
        }
    }

    func leave() { lock.withLock { $0.close() } }

    /// Ends the microphone check when its page is closed, so that ordering by voice continues.
    func endCheck() async -> HTTPResponse {
        _ = await service?.perform(.endCheck)
        return .json(200, Array("{}".utf8))
    }

    /// Whether a request has a valid access key.
    func admits(_ request: HTTPRequest) -> Bool {
        guard let key = request.only(Self.keyHeader) else { return false }
        return lock.withLock { $0.admits(key, at: time.now()) }
    }

    private struct State: Encodable {
        var health: HealthDocument
        var figures: [String: Double]
        var staff: StaffStatus?
    }

    func state(_ health: KioskHealth, _ document: HealthDocument) async -> HTTPResponse {
        let state = State(health: document, figures: health.figures, staff: await service?.status())
        guard let json = try? JSONEncoder().encode(state) else { return .text(500, "The figures cannot be written.") }
        return .json(200, Array(json))
    }

    /// The voices to choose from.
    func voices() async -> HTTPResponse {
        guard let voiceChoice, let json = try? JSONEncoder().encode(await voiceChoice.voices()) else {
            return .text(404, "This kiosk does not speak.")
        }
        return .json(200, Array(json))
    }

    /// Performs an action on the voice.
    func performVoice(_ body: [UInt8]) async -> HTTPResponse {
        guard let action = try? JSONDecoder().decode(VoiceAction.self, from: Data(body)) else {
            return .text(400, "Not an action.")
        }
        guard let voiceChoice else { return .text(404, "This kiosk does not speak.") }
        return .json(200, ActionAnswer.json(await voiceChoice.perform(action)))
    }

    /// The notes and open questions.
    func notes() async -> HTTPResponse {
        guard let notebook else { return .text(404, "This kiosk has no notebook.") }
        guard let page = try? await notebook.page(), let json = try? JSONEncoder().encode(page) else {
            return .text(503, "The notebook cannot be read.")
        }
        return .json(200, Array(json))
    }

    /// Performs an action on the notebook.
    func performNote(_ body: [UInt8]) async -> HTTPResponse {
        guard let action = try? JSONDecoder().decode(NoteAction.self, from: Data(body)) else {
            return .text(400, "Not an action.")
        }
        guard let notebook else { return .text(404, "This kiosk has no notebook.") }
        return .json(200, ActionAnswer.json(await notebook.perform(action)))
    }

    /// The menu with the owner's changes.
    func menu() async -> HTTPResponse {
        guard let owner, let json = try? JSONEncoder().encode(await owner.menu()) else {
            return .text(404, "This kiosk keeps no changes of the menu.")
        }
        return .json(200, Array(json))
    }

    /// The day's orders.
    func orders() async -> HTTPResponse {
        guard let owner else { return .text(404, "This kiosk keeps no orders.") }
        guard let orders = try? await owner.orders(), let json = try? JSONEncoder().encode(orders) else {
            return .text(503, "The orders cannot be read.")
        }
        return .json(200, Array(json))
    }

    /// Performs an action on the menu or an order.
    func performOwner(_ body: [UInt8]) async -> HTTPResponse {
        guard let action = try? JSONDecoder().decode(OwnerAction.self, from: Data(body)) else {
            return .text(400, "Not an action.")
        }
        guard let owner else { return .text(404, "This kiosk keeps no changes of the menu.") }
        return .json(200, ActionAnswer.json(await owner.perform(action)))
    }

    func perform(_ body: [UInt8]) async -> HTTPResponse {
        guard let action = try? JSONDecoder().decode(StaffAction.self, from: Data(body)) else {
            return .text(400, "Not an action.")
        }
        guard let service else { return .json(200, ActionAnswer.json(.refused("This kiosk has no microphone check."))) }
        return .json(200, ActionAnswer.json(await service.perform(action)))
    }
}

/// Response to an action.
struct ActionAnswer: Encodable {
    var done: Bool
    var reason: String?

    static func json(_ result: KioskActionResult) -> [UInt8] {
        let answer =
            switch result {
            case .done: ActionAnswer(done: true)
            case .refused(let reason): ActionAnswer(done: false, reason: reason)
            }
        return (try? JSONEncoder().encode(answer)).map { Array($0) } ?? []
    }
}
