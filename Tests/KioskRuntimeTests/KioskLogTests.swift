internal import Feedback
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import Testing
internal import Transcription

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// What the event log of a session contains.
struct KioskLogTests {
    @Test("J2: an event log has no word that means nothing to the order")
    func privateWords() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("my name is josephine quartermain and i want a large latte")
        let entry = try #require(stand.log.last { if case .said? = $0.event { true } else { false } })
        let line = try KioskLog.line(
            KioskLogEntry(milliseconds: 1, event: entry.event?.withoutPrivateWords, decisions: []))
        #expect(!line.contains("josephine") && !line.contains("quartermain"))
        #expect(line.contains("latte"))
    }

    @Test("J2: nor has it such a word among an item's own, between the item and what goes into it")
    func privateWordsOfItems() throws {
        let text = "a large coffee for josephine with oat milk"
        let parse = try OrderParsingPipeline(menu: MenuLoader.builtIn()).parse(text)
        #expect(parse.items.first?.spoken.contains("josephine") == true)
        let said = KioskEvent.said(.init(text: text, parse: parse, confidence: 1, began: .zero, ended: .seconds(1)))
        let line = try KioskLog.line(KioskLogEntry(milliseconds: 1, event: said.withoutPrivateWords, decisions: []))
        #expect(!line.contains("josephine") && line.contains("coffee for · with oat milk"))
    }
}
