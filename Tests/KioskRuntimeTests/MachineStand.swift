internal import Feedback
internal import OrderParsing
internal import Ordering
internal import Testing
internal import Transcription

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// A kiosk and whoever stands before it.
struct MachineStand {
    var machine: KioskMachine
    let parser: OrderParsingPipeline
    var time = Duration.seconds(100)
    var log: [KioskLogEntry] = []
    var sessions = 0

    init(
        menu: Menu? = nil, locale: String? = nil, hasTerminal: Bool = false, confirmation: ConfirmationMode = .always,
        callsStaff: Bool = false, answersNotes: Bool = false
    ) throws {
        let menu = try menu ?? MenuLoader.builtIn()
        parser = try OrderParsingPipeline(menu: menu)
        var writer = try PromptWriter(menu: menu, locale: locale)
        writer.callsStaff = callsStaff
        machine = try KioskMachine(
            menu: menu, parser: parser, writer: writer, menuDigest: "m", hasTerminal: hasTerminal,
            answersNotes: answersNotes, confirmation: confirmation)
    }

    @discardableResult
    mutating func handle(_ event: KioskEvent, after pause: Duration = .milliseconds(200)) -> [KioskDecision] {
        time += pause
        let entries = machine.handle(event, at: time)
        log += entries
        return entries.flatMap(\.decisions)
    }

    @discardableResult
    mutating func wait(_ pause: Duration) -> [KioskDecision] {
        time += pause
        let entries = machine.advance(to: time)
        log += entries
        return entries.flatMap(\.decisions)
    }

    @discardableResult
    mutating func wakes() -> [KioskDecision] {
        sessions += 1
        return handle(.woke(session: "s\(sessions)"))
    }

    @discardableResult
    mutating func touches(_ action: KioskAction) -> [KioskDecision] {
        sessions += 1
        return handle(.touched(action, session: "t\(sessions)"))
    }

    /// Says something a second after the kiosk has finished, and lets it finish its reply.
    @discardableResult
    mutating func says(_ text: String, after pause: Duration = .seconds(1), confidence: Double = 0.95)
        -> [KioskDecision]
    {
        let began = time + pause
        let said = KioskEvent.Said(
            text: text, parse: parser.parse(text), confidence: confidence, began: began, ended: began + .seconds(1))
        var decisions = handle(.speaking(isHeard: true), after: pause)
        decisions += handle(.said(said), after: .seconds(1))
        if decisions.contains(where: { if case .say = $0 { true } else { false } }) {
            decisions += handle(.spoken, after: .seconds(2))
        }
        return decisions
    }

    /// Orders, and is in the first second of the read-back.
    mutating func isReadTo() throws {
        wakes()
        says("a croissant")
        let (began, text) = (time + .seconds(1), "that's all")
        let said = KioskEvent.Said(
            text: text, parse: parser.parse(text), confidence: 0.95, began: began, ended: began + .seconds(1))
        handle(.said(said), after: .seconds(2))
        try #require(snapshot.microphone.state == .speaking)
    }

    /// Orders, and speaks a second into the read-back.
    mutating func speaksIntoReadBack() throws {
        try isReadTo()
        try #require(handle(.speaking(isHeard: true), after: .seconds(1)).contains(.hush))
    }

    /// Says something that began so long from now on, or just before where that is nothing.
    @discardableResult
    mutating func saysInto(_ text: String, after pause: Duration) -> [KioskDecision] {
        let began = pause == .zero ? time - .milliseconds(200) : time + pause
        let said = KioskEvent.Said(
            text: text, parse: parser.parse(text), confidence: 0.95, began: began, ended: began + .seconds(1))
        return handle(.said(said), after: began + .seconds(1) - time)
    }

    /// Wakes, says an order, and says yes to it.
    mutating func saysOrder() throws -> NewOrder {
        wakes()
        says("a croissant")
        says("that's all")
        says("yes")
        return try #require(order)
    }

    /// Touches an order, and the yes to it.
    @discardableResult
    mutating func touchesOrder() throws -> NewOrder {
        touches(.add(itemId: "croissant", quantity: 1, options: []))
        touches(.checkout)
        touches(.confirm)
        return try #require(order)
    }

    var snapshot: KioskSnapshot { machine.snapshot(transcript: .init(), preview: []) }
    var order: NewOrder? {
        log.flatMap(\.decisions).compactMap { if case .place(let order) = $0 { order } else { nil } }.last
    }
}
