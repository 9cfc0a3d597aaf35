internal import Foundation
internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// Data that must not be kept: old orders and card numbers.
@Suite(.timeLimit(.minutes(10)))
struct PrivacyTests {
    @Test(
        "J2: twelve digits or more in a row are masked, in text and in numbers, and what is left is JSON",
        arguments: [
            (#"{"text":"my card is 4111 1111 1111 1111 ok"}"#, #"{"text":"my card is **** **** **** **** ok"}"#),
            (#"{"text":"4111-1111-1111-1111"}"#, #"{"text":"****-****-****-****"}"#),
            (#"{"text":"4111111111111111"}"#, #"{"text":"****************"}"#),
            (#"{"text":"123456789012"}"#, #"{"text":"************"}"#),
            (#"{"text":"12345678901"}"#, #"{"text":"12345678901"}"#),
            (#"{"text":"4111\u00201111 1111\n1111"}"#, #"{"text":"****\u0020**** ****\n****"}"#),
            (#"{"text":"\u0034111111111111111"}"#, #"{"text":"****************"}"#),
            (#"{"text":"４１１１ １１１１ １１１１"}"#, #"{"text":"**** **** ****"}"#),
            (#"{"text":"٤١١١١١١١١١١١١١١١"}"#, #"{"text":"****************"}"#),
            (#"{"text":"4111–1111‑1111\u00AD1111"}"#, #"{"text":"****–****‑****\u00AD****"}"#),
            (#"{"n":4111111111111111,"m":12}"#, #"{"n":4000000000000000,"m":12}"#),
            (#"{"n":-411111111111}"#, #"{"n":-400000000000}"#),
            (#"{"confidence":0.123456789012345}"#, #"{"confidence":0.123456789012345}"#),
            (
                #"{"text":"four one one one one one one one one one one one please"}"#,
                #"{"text":"* * * * * * * * * * * * please"}"#
            ),
            (#"{"text":"Four 1 ONE one-one one one one one one 11"}"#, #"{"text":"* * * *-* * * * * * **"}"#),
            (#"{"text":"cuatro uno uno uno uno uno uno uno uno uno uno uno"}"#, #"{"text":"* * * * * * * * * * * *"}"#),
            (
                #"{"text":"two large lattes three muffins and one tea for table 12"}"#,
                #"{"text":"two large lattes three muffins and one tea for table 12"}"#
            ),
            (#"{"4111111111111111":1}"#, #"{"****************":1}"#),
            (#"{"id":"12345678-1234-4234-8234-12345678901a"}"#, #"{"id":"12345678-1234-4234-8234-12345678901a"}"#),
            (
                #"{"menu":"1234567890123456789012345678901234567890123456789012345678901abc"}"#,
                #"{"menu":"1234567890123456789012345678901234567890123456789012345678901abc"}"#
            ),
            (#"{"text":"x4111111111111111y"}"#, #"{"text":"x****************y"}"#),
            (#"{"at":"2026-11-21T18:27:57.123Z"}"#, #"{"at":"2026-11-21T18:27:57.123Z"}"#),
            (#"{"text":"say \"4111 1111 1111 1111\" \\ now"}"#, #"{"text":"say \"**** **** **** ****\" \\ now"}"#),
            ("{\n  \"a\": [1,\n2]\n}", #"{   "a": [1, 2] }"#),
        ])
    func masks(json: String, masked: String) throws {
        #expect(DigitMask.masked(json: json) == masked)
        #expect(try JSONSerialization.jsonObject(with: Data(masked.utf8)) is [String: Any])
    }

    @Test("J2: two hundred card numbers, spoken and typed, are in no file of the store")
    func cards() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let store = try await Sample.store(path)
        var generator = SeededGenerator(seed: 2), canaries: [String] = []
        let words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        for number in 0..<200 {
            let digits = Self.card(&generator)
            let typed: [String] = digits.map { "\($0)" }
            let grouped: [String] = stride(from: 0, to: 16, by: 4).map { typed[$0..<$0 + 4].joined() }
            let spoken: [String] = digits.map { words[$0] }
            let forms: [String] = [
                typed.joined(), typed.joined(separator: " "), typed.joined(separator: "-"),
                spoken.joined(separator: " "), grouped.joined(separator: " "),
            ]
            let form = forms[number % forms.count]
            canaries.append(form)
            try await store.record(
                event: #"{"kind":"heard","text":"it is \#(form) thanks","confidence":0.91}"#,
                session: "session \(number / 10)")
        }
        await store.close()
        let bytes = try folder.names.map { try Data(contentsOf: folder.url.appendingPathComponent($0)) }
        #expect(canaries.filter { canary in bytes.contains { $0.range(of: Data(canary.utf8)) != nil } }.isEmpty)
        #expect(bytes.contains { $0.range(of: Data("thanks".utf8)) != nil })
    }

    /// Sixteen digits with a Luhn check digit.
    private static func card(_ generator: inout SeededGenerator) -> [Int] {
        var digits = [4] + (0..<14).map { _ in Int.random(in: 0...9, using: &generator) }
        let sum = digits.enumerated().reduce(0) { sum, digit in
            let doubled = digit.offset.isMultiple(of: 2) ? digit.element * 2 : digit.element
            return sum + (doubled > 9 ? doubled - 9 : doubled)
        }
        digits.append((10 - sum % 10) % 10)
        return digits
    }

    @Test("events are kept in their order, on one line each, and not without end")
    func events() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let store = try await Sample.store(path)
        for number in 0..<300 {
            try await store.record(event: "{\"number\":\n\(number)}", session: "session \(number % 2)")
        }
        for bad in ["", "no JSON", "[1]", "\"text\"", "{", #"{"text":"\#(String(repeating: "x", count: 16 << 10))"}"#] {
            let error = await #expect(throws: StoreError.self) {
                try await store.record(event: bad, session: "session 0")
            }
            guard case .implausible = error else {
                Issue.record("\(bad.prefix(10)): \(String(describing: error))")
                continue
            }
        }
        let reader = try OrderReader(path: path)
        var events: [StoredEvent] = []
        while true {
            let more = try reader.events(session: "session 1", after: events.last?.sequence ?? 0, limit: 70)
            if more.isEmpty { break }
            events += more
        }
        #expect(
            events.map(\.json) == (0..<150).map { #"{"number": \#(2 * $0 + 1)}"# }
                && events.map(\.sequence) == Array(1...150))
        await store.close()
    }

    @Test("F11: after a purge no byte of what was old is in any file, and what was new is whole")
    func purge() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), clock = TestClock("2026-09-01")
        let sound = try await Sample.store(path, clock)
        await sound.close()
        try Data("canary 1000 in a damaged store".utf8).write(to: URL(fileURLWithPath: path))
        let store = try await Sample.store(path, clock)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path + ".damaged-1")
        func order(_ number: Int, _ word: String) -> NewOrder {
            var order = Sample.order(session: "\(word) \(number) session")
            order.lines[0].name = "\(word) \(number) name " + String(repeating: "x", count: number % 97 * 3)
            order.lines[0].options[1].name = "\(word) \(number) option"
            order.menuDigest = "\(word) \(number) digest"
            return order
        }
        // Rows of each age side by side in all orders, so that pages are split and joined.
        for number in 1_000..<1_100 {
            // A clock that was not set for a while.
            clock.reading.wall.isTrusted = !(1_020..<1_030).contains(number)
            _ = try await store.place(order(number, "canary"))
            for part in 0..<5 {
                try await store.record(
                    event: #"{"text":"canary \#(number) event \#(part)"}"#, session: "canary \(number) session")
            }
            try await store.end(
                session: "canary \(number) session", reason: "canary \(number) reason",
                figures: ["canary \(number) figure": 1])
        }
        clock.pass(hours: 40 * 24)
        var kept: [NewOrder] = []
        for number in 2_000..<2_100 {
            kept.append(order(number, "kept"))
            _ = try await store.place(kept[number - 2_000])
            try await store.record(event: #"{"text":"kept \#(number) event"}"#, session: "kept \(number) session")
        }
        func found(_ word: String) throws -> Set<Int> {
            let bytes = try folder.names.map { try Data(contentsOf: folder.url.appendingPathComponent($0)) }
            return Set(
                (1_000..<2_100).filter { number in
                    bytes.contains { $0.range(of: Data("\(word) \(number) ".utf8)) != nil }
                })
        }
        #expect(try found("canary").count == 100, "The search finds what is there.")
        clock.reading.wall.isTrusted = false
        await #expect(throws: StoreError.clockNotSet) { _ = try await store.purge(olderThanDays: 30) }
        clock.reading.wall.isTrusted = true
        #expect(try await store.purge(olderThanDays: 30) == PurgeResult(orders: 100, sessions: 100, files: 1))
        #expect(try found("canary").isEmpty && found("kept").count == 100)
        #expect(try await store.orders().map(\.order) == kept)
        #expect(try await store.purge(olderThanDays: 30) == PurgeResult(orders: 0, sessions: 0, files: 0))
        #expect(try await store.place(Sample.order()).sequence == 201, "A number that was purged is not used again.")
        await store.close()
        #expect(try found("canary").isEmpty)
    }

    @Test("the owner's figures are those of the day")
    func figures() async throws {
        let clock = TestClock(), store = try await Sample.memory(clock)
        #expect(try await store.figuresToday() == OwnerFigures())
        for (number, touches) in [0, 0, 3].enumerated() {
            let session = "session \(number)"
            _ = try await store.place(Sample.order(session: session))
            let figures = [
                "utterances": 2, "reasks": number, "corrections": 1, "touches": touches,
                "milliseconds": 30_000 + number * 10_000,
            ]
            try await store.end(session: session, reason: "completed", figures: figures)
        }
        try await store.end(
            session: "gone", reason: "timeout", figures: ["utterances": 5, "touches": 0, "milliseconds": 90_000])
        try await store.record(event: "{}", session: "open")
        var expected = OwnerFigures()
        expected.orders = 3
        expected.unaided = 2
        expected.reasks = 3
        expected.corrections = 3
        expected.utterances = 11
        expected.sessions = 4
        expected.meanMillisecondsPerOrder = 40_000
        expected.totals = ["USD": Money(minorUnits: 3 * 1_400)]
        #expect(try await store.figuresToday() == expected)
        clock.pass(hours: 24)
        #expect(try await store.figuresToday() == OwnerFigures())
        clock.reading.wall = WallTime(epochMilliseconds: 0, isTrusted: false)
        #expect(try await store.figuresToday() == expected, "Without a clock it is the day of the newest order.")
        await #expect(throws: StoreError.self) {
            try await store.end(session: "x", reason: "completed", figures: ["a": -1])
        }
    }
}
