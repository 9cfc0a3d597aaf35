internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI
@testable internal import Ordering

/// `brews menu list` and `set`, and the file of the owner's changes.
@Suite(.timeLimit(.minutes(10)))
struct MenuCommandTests {
    private let folder: TemporaryFolder
    private let store: String

    init() throws {
        folder = try TemporaryFolder()
        store = folder.path("state/orders.sqlite")
    }

    private func run(_ words: String...) throws -> Brews { try Brews.run(["menu"] + words + ["--store", store]) }

    private func entry(_ key: String) throws -> [String: Any]? {
        try run("list", "--json").objects.first { $0["key"] as? String == key }
    }

    @Test("an owner marks what is sold out, puts it back, and sets and resets a price")
    func day() throws {
        #expect(try entry("milk/oat")?["available"] as? Bool == true)
        let soldOut = try run("set", "Oat milk", "sold-out", "--until", "2999-01-01")
        #expect(soldOut.code == 0 && soldOut.errors.contains("Oat milk is sold out until 2999-01-01"))
        #expect(try entry("milk/oat")?["available"] as? Bool == false)
        #expect(try entry("milk/oat")?["until"] as? String == "2999-01-01")
        #expect(try run("set", "milk/oat", "back").code == 0)
        #expect(try entry("milk/oat")?["available"] as? Bool == true)
        #expect(try run("set", "latte", "price", "4,75").code == 0)
        #expect(try entry("latte")?["price"] as? Int == 475 && entry("latte")?["priceOfFile"] as? Int == 425)
        let text = try run("list").output
        #expect(text.contains("$4.75") && text.contains("instead of $4.25"))
        #expect(try run("set", "latte", "price", "reset").errors.contains("$4.25"))
        #expect(try entry("latte")?["priceOfFile"] == nil)
        // What is back from a day on is back on that day.
        #expect(try run("set", "latte", "sold-out", "--until", "2020-01-01").code == 0)
        #expect(try entry("latte")?["available"] as? Bool == true)
    }

    @Test("what the menu file itself does not sell is not said to be back")
    func notSold() throws {
        let menu = folder.path("menu.json")
        let text = """
            {"store": {"name": "Tea house", "currency": "EUR", "locale": "en-GB"}, "optionGroups": [],
             "items": [{"id": "scone", "name": "Scone", "price": 380, "available": false}]}
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: menu))
        #expect(try run("set", "scone", "back", "--menu", menu).errors.contains("is still not available"))
        #expect(try run("list", "--menu", menu).output.contains("not available"))
    }

    @Test("unknown names, prices and days are refused with the mending command, and change nothing")
    func refused() throws {
        for (words, part) in [
            (["set", "unicorn", "sold-out"], "brews menu list"), (["set", "latte", "price", "cheap"], "no price"),
            (["set", "latte", "price", "0"], "no price"), (["set", "latte"], "brews menu --help"),
            (["set", "latte", "sold-out", "--until", "soon"], "tomorrow"), (["burn"], "brews menu --help"),
        ] {
            let run = try Brews.run(["menu"] + words + ["--store", store])
            #expect(run.code == 2 && run.errors.contains(part), "\(words): \(run.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: store + ".changes.json"))
    }

    @Test("a file of changes that cannot be read is an error with its path, and the kiosk serves the menu without it")
    func damaged() throws {
        let file = MenuChangesFile(besideStore: folder.path("orders.sqlite"))
        try Data("{\"soldOut\": 3}".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(throws: CLIError.self) { try file.read() }
        #expect(throws: CLIError.self) { try file.change { $0.prices["latte"] = 1 } }
        let (changes, problem) = file.holding(on: "2026-11-29")
        #expect(changes.isEmpty && problem?.contains(file.path) == true)
    }

    @Test("F: a change is there or not after each of 50 kills in it, and never half")
    func kills() throws {
        let file = MenuChangesFile(besideStore: store)
        let clock = ContinuousClock()
        let whole = try clock.measure { _ = try run("set", "croissant", "sold-out") }
        #expect(try file.read().soldOut["croissant"] != nil)
        var changed = 0
        for round in 0..<50 {
            let before = try file.read()
            // From the command's beginning to a good while after its end.
            let seconds = Double(whole.components.seconds) + Double(whole.components.attoseconds) / 1e18
            let pause = seconds * 1.6 * Double(round % 25) / 25
            let command = #""$0" menu set latte price 4.\#(10 + round) --store "$1""#
            _ = try Brews.shell("timeout -s KILL \(pause + 0.005) \(command) 2>&1; true", store)
            let after = try file.read()
            var new = before
            new.prices["latte"] = 410 + round
            #expect(after == before || after == new, "round \(round)")
            if after == new { changed += 1 }
        }
        print("50 kills: \(changed) changes of after, \(50 - changed) of before")
    }

    @Test("the kiosk's watch follows the changes, and an order's digest tells them apart")
    func watch() throws {
        let file = MenuChangesFile(besideStore: store), day = "2026-11-29"
        let plain = try KioskMenu(path: nil, lastGood: nil)
        var watch = MenuWatch(path: nil, digest: plain.digest, changes: { file.holding(on: day).changes })
        var finding = watch.look()
        #expect(finding == .unchanged)
        try file.change { $0.soldOut["croissant"] = .init(until: "2026-11-30") }
        finding = watch.look()
        #expect(finding == .replaced)
        finding = watch.look()
        #expect(finding == .unchanged)
        let served = try KioskMenu(path: nil, lastGood: nil, changes: file.holding(on: day).changes)
        #expect(served.menu.item("croissant")?.available == false && served.digest != plain.digest)
        #expect(served.base.item("croissant")?.available == true)
        // On the day on which it is back, the menu is the file's again.
        var next = MenuWatch(path: nil, digest: served.digest, changes: { file.holding(on: "2026-11-30").changes })
        finding = next.look()
        #expect(finding == .replaced)
        #expect(
            try KioskMenu(path: nil, lastGood: nil, changes: file.holding(on: "2026-11-30").changes).digest
                == plain.digest)
    }
}
