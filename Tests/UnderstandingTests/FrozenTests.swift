internal import Foundation
internal import OrderParsing
internal import OrderSets
internal import Ordering
internal import Testing

/// The frozen set and the sentences of other authors: measured, and guarded against getting worse.
struct FrozenTests {
    private static let folder = Sets.folder.deletingLastPathComponent()

    private static func runner(_ path: String, heldOut: Bool = false) throws -> SetRunner {
        let set = try OrderSet(folder: folder.appendingPathComponent(path), heldOut: heldOut)
        return try SetRunner(set, parser: OrderParsingPipeline(menu: set.menu))
    }

    private static func right(_ path: String, heldOut: Bool, _ score: (SetRunner) -> SetRunner.Score) throws -> Int {
        let score = score(try runner(path, heldOut: heldOut))
        return score.total - score.misses.count
    }

    static let menus = ["deli", "pizza", "bowls"]

    @Test("The frozen set has 300 orders, 150 corrections and 60 dialogues, half of them held out")
    func sizes() throws {
        for heldOut in [false, true] {
            let runners = try Self.menus.map { try Self.runner("Frozen/\($0)", heldOut: heldOut) }
            #expect(runners.reduce(0) { $0 + $1.orders().total } == 150)
            #expect(runners.reduce(0) { $0 + $1.corrections().total } == 75)
            #expect(runners.reduce(0) { $0 + $1.dialogues().total } == 30)
        }
    }

    @Test("Of the frozen set as many come out exactly as did when its rules were written", arguments: [false, true])
    func frozen(heldOut: Bool) throws {
        let least = heldOut ? Self.leastHeldOut : Self.least
        func sum(_ score: (SetRunner) -> SetRunner.Score) throws -> Int {
            try Self.menus.reduce(0) { try $0 + Self.right("Frozen/\($1)", heldOut: heldOut, score) }
        }
        #expect(try sum { $0.orders() } >= least.orders)
        #expect(try sum { $0.corrections() } >= least.corrections)
        #expect(try sum { $0.dialogues() } >= least.dialogues)
    }

    @Test("Of the turns of ten kinds, A to J, as many dialogues come out exactly as did")
    func dialogues() throws {
        #expect(try Self.right("OtherPeople/cafe", heldOut: false) { $0.dialogues() } >= 89)
    }

    @Test("Of the 79 sentences of other authors as many come out exactly as did")
    func otherPeople() throws {
        let right = try ["cafe", "demo", "demo-waffle"].reduce(0) {
            try $0 + Self.right("OtherPeople/\($1)", heldOut: false) { $0.orders() }
        }
        #expect(right >= Self.leastOfOthers)
    }

    @Test("Of the sentences that a second author wrote from the menus alone as many come out exactly as did")
    func secondAuthor() throws {
        func sum(_ score: (SetRunner) -> SetRunner.Score) throws -> Int {
            try Self.menus.reduce(0) { try $0 + Self.right("OtherPeople/\($1)", heldOut: false, score) }
        }
        #expect(try sum { $0.orders() } >= 112)
        #expect(try sum { $0.corrections() } >= 116)
    }

    private static let least = (orders: 147, corrections: 73, dialogues: 30)
    private static let leastHeldOut = (orders: 140, corrections: 66, dialogues: 28)
    private static let leastOfOthers = 78
}
