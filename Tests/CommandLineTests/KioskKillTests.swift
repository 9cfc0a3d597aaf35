internal import Foundation
internal import TestSupport
internal import Testing

/// The real service, killed while guests order.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct KioskKillTests {
    /// Rounds; a thousand with `BREWS_KIOSK_KILLS=1000`.
    private static let rounds = ProcessInfo.processInfo.environment["BREWS_KIOSK_KILLS"].flatMap(Int.init) ?? 4

    /// One guest after another, each a croissant, until the kiosk is gone.
    ///
    /// - Returns: the numbers that guests were shown, and how often the yes was touched.
    private static func order(at kiosk: KioskProcess, killedAfter steps: Int) async -> (numbers: [Int], confirms: Int) {
        var numbers: [Int] = [], confirms = 0, step = 0
        /// Counts a step, and pulls the plug at the chosen one a moment after it began.
        func next() {
            step += 1
            guard step == steps else { return }
            let moment = Double.random(in: 0...0.02)
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: moment)
                kiosk.kill()
            }
        }
        do {
            guard let port = URL(string: kiosk.address)?.port else { return ([], 0) }
            let client = try await KioskClient(port: port)
            while true {
                for action in [#"{"add":{"itemId":"croissant","quantity":1,"options":[]}}"#, #"{"checkout":{}}"#] {
                    next()
                    try await client.act(action)
                }
                next()
                confirms += 1
                try await client.act(#"{"confirm":{}}"#)
                next()
                guard let shown = try await client.snapshot(where: { $0["placed"] is [String: Any] }),
                    let placed = shown["placed"] as? [String: Any],
                    let number = placed["number"] as? Int
                else { break }
                numbers.append(number)
                next()
                try await client.act(#"{"dismiss":{}}"#)
            }
        } catch {
            // The kiosk is gone, as it should be.
        }
        kiosk.kill()
        return (numbers, confirms)
    }

    @Test(
        "F1: the kiosk is killed at any moment of an order; every order shown as placed is stored exactly once"
    )
    func kills() async throws {
        let folder = try TemporaryFolder()
        let store = folder.path("orders.sqlite")
        var shown: [Int] = [], confirms = 0
        for round in 0..<Self.rounds {
            let kiosk = try await KioskProcess(["--touch-only", "--store", store, "--any-disk", "--port", "0"])
            // In the first round there is time for five orders.
            let guests = await Self.order(at: kiosk, killedAfter: round == 0 ? 25 : Int.random(in: 1...25))
            if round == 0 { #expect(guests.numbers.count >= 4 && guests.confirms == 5, "\(guests)") }
            shown += guests.numbers
            confirms += guests.confirms
        }
        let listed = try Brews.run(["orders", "export", "--format", "json", "--store", store])
        #expect(listed.code == 0, "\(listed.errors)")
        let numbers = listed.objects.compactMap { $0["number"] as? Int }
        #expect(Set(shown).isSubset(of: numbers), "lost: \(Set(shown).subtracting(numbers).sorted())")
        #expect(Set(shown).count == shown.count && Set(numbers).count == numbers.count, "a number was given twice")
        #expect(numbers.count <= confirms, "\(numbers.count) orders of \(confirms) touches")
        #expect(numbers.count >= shown.count)
        print("kills: \(Self.rounds), orders shown: \(shown.count), stored: \(numbers.count), touches: \(confirms)")
    }
}
