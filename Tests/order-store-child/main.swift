internal import Foundation
internal import Ordering
internal import SQLiteOrderStore

// A kiosk to be killed: opens the store named first and places orders until it ends, with records of events between
// them. Says each order's id before it is placed and again, with what the store gave, after that. A second word is the
// id that was under way when the last one was killed.

func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}

let words = CommandLine.arguments.dropFirst()
guard let path = words.first else { exit(2) }
var settings = StoreSettings(.file(path))
settings.acceptsAnyFileSystem = true
settings.reserveBytes = 0
do {
    let store = try await SQLiteOrderStore.open(settings, clock: .system(earliest: 0))
    if let notice = store.notice { say("notice \(notice.description)") }
    say("open")
    if words.dropFirst().first == "hold" {
        while true { sleep(1_000) }
    }
    var id = words.dropFirst().first ?? UUID().uuidString
    while true {
        let session = "session of \(id)"
        let line = StoredLine(
            itemId: "latte", name: "Latte", quantity: 2, options: [.init(group: "size", id: "large", name: "Large")],
            unitPrice: Money(minorUnits: 450))
        let order = NewOrder(
            id: id, session: session, lines: [line, line], total: Money(minorUnits: 1_800), currency: "USD",
            menuDigest: "digest")
        try await store.record(event: #"{"kind":"start"}"#, session: session)
        try await store.saveCart(OpenCart(session: session, lines: order.lines))
        say("try \(id)")
        let receipt = try await store.place(order)
        say("ack \(id) \(receipt.sequence) \(receipt.number) \(receipt.isNew)")
        try await store.saveCart(OpenCart(session: session, lines: []))
        try await store.end(session: session, reason: "completed", figures: ["touches": 0])
        id = UUID().uuidString
    }
} catch {
    say("error \(error)")
    exit(1)
}
