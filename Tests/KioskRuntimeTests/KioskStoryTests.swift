internal import Ordering
internal import Testing

@testable internal import KioskRuntime

struct KioskStoryTests {
    private static func story(tellsWords: Bool) throws -> [String] {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a croissant")
        stand.says("that's all")
        stand.says("yes")
        let order = try #require(stand.order)
        stand.handle(.stored(order: order.id, number: 7))
        var story = KioskStory(tellsWords: tellsWords) { "\($0.minorUnits) ct" }
        return stand.log.flatMap { story.lines(of: $0) }
    }

    @Test("The log of a guest names the order, its number and the end, and without leave no words")
    func order() throws {
        let lines = try Self.story(tellsWords: false)
        #expect(lines.first == "guest 1 begins (wake phrase)")
        #expect(lines.contains("order 7 placed: 1 line, 325 ct"))
        #expect(
            lines.last?.hasPrefix("guest 1 is gone after ") == true
                && lines.last?.hasSuffix(": the order is placed") == true)
        #expect(lines.count == 3)
    }

    @Test("With leave it has each sentence heard and said")
    func words() throws {
        let lines = try Self.story(tellsWords: true)
        #expect(lines.contains("heard: a croissant") && lines.contains("heard: yes"))
        #expect(lines.contains { $0.hasPrefix("said: Added a croissant.") })
    }

    @Test("Touches have their names, and a session that times out says so")
    func timeout() throws {
        var stand = try MachineStand()
        stand.touches(.start)
        stand.wait(.seconds(120))
        var story = KioskStory(tellsWords: true) { "\($0.minorUnits) ct" }
        let lines = stand.log.flatMap { story.lines(of: $0) }
        #expect(lines.contains("guest 1 begins (touch)") && lines.contains("touched: start"))
        #expect(lines.last?.hasSuffix("no answer in time") == true)
    }
}
