internal import Foundation
internal import Ordering
internal import Receipts
internal import Speech
internal import TestSupport
internal import Testing

/// A printer that works, is off, slow, away or out of paper: nobody waits for it, and nothing is lost.
@Suite(.timeLimit(.minutes(10)))
struct PrinterTests {
    private static let lines = [ReceiptLine("Order 1"), ReceiptLine("Total")]

    /// - Parameter answers: whether the printer answers status requests: then it has time for that on a busy machine,
    ///   or the job is tried again, and is never taken for printed without an answer.
    private static func queue(
        _ address: PrinterAddress, most: Int = 100, answers: Bool = true, seconds: Double = 60
    ) -> PrinterQueue {
        var settings = PrinterQueue.Settings()
        (settings.jobSeconds, settings.retry, settings.mostJobs) = (seconds, .milliseconds(20), most)
        if answers { settings.answerSeconds = 60 }
        return PrinterQueue(name: "receipt printer", address: address, settings: settings)
    }

    private static func port(_ printer: ScriptedPrinter) throws -> PrinterAddress {
        try PrinterAddress("tcp:127.0.0.1:\(printer.port)")
    }

    /// Waits until something holds; the suite's time limit ends a wait in vain.
    private static func wait(until holds: () async -> Bool) async throws {
        while await !holds() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("A printer that works prints each job once, with or without answers", arguments: [false, true])
    func works(isMute: Bool) async throws {
        let printer = try ScriptedPrinter(mood: isMute ? .mute : .well)
        let queue = Self.queue(try Self.port(printer), answers: !isMute)
        for _ in 0..<3 { await queue.queue(Self.lines) }
        try await Self.wait { printer.jobs.count == 3 }
        #expect(printer.jobs == Array(repeating: ESCPOS.job(Self.lines), count: 3))
        try await Self.wait { await queue.counts.printed == 3 }
        #expect(await queue.part.state == .ok)
        printer.close()
    }

    @Test(
        "A printer with a problem keeps nobody waiting; staff see it, and the job is printed once it is gone",
        arguments: [ScriptedPrinter.Mood.paperOut, .open, .rude])
    func problem(mood: ScriptedPrinter.Mood) async throws {
        let printer = try ScriptedPrinter(mood: mood)
        let queue = Self.queue(try Self.port(printer))
        await queue.queue(Self.lines)
        // It has returned, although the printer prints only later.
        #expect(await queue.counts.printed == 0)
        try await Self.wait { await queue.part.state == .degraded }
        let detail = await queue.part.detail
        #expect(detail.contains("1 job waits"))
        if mood == .paperOut { #expect(detail.contains("no paper")) }
        if mood == .open { #expect(detail.contains("cover")) }
        #expect(printer.jobs.isEmpty)
        printer.become(.well)
        try await Self.wait { printer.jobs.count == 1 }
        try await Self.wait { await queue.part.state == .ok }
        #expect(printer.jobs == [ESCPOS.job(Self.lines)])
        printer.close()
    }

    @Test("A printer that is off is tried again until it is on")
    func off() async throws {
        let first = try ScriptedPrinter()
        let address = try Self.port(first)
        first.close()
        let queue = Self.queue(address)
        await queue.queue(Self.lines)
        try await Self.wait { await queue.part.state == .degraded }
        #expect(await queue.part.detail.contains("off or away"))
        let second = try ScriptedPrinter(port: first.port)
        try await Self.wait { second.jobs.count == 1 }
        second.close()
    }

    @Test("A printer that answered before and then hangs is too slow, and its job is kept")
    func slow() async throws {
        let printer = try ScriptedPrinter()
        let queue = Self.queue(try Self.port(printer), seconds: 0.5)
        await queue.queue(Self.lines)
        try await Self.wait { await queue.counts.printed == 1 }
        printer.become(.stuck)
        await queue.queue(Self.lines)
        try await Self.wait { await queue.part.state == .degraded }
        #expect(await queue.part.detail.contains("too long"))
        printer.become(.well)
        try await Self.wait { await queue.counts.printed == 2 }
        try await Self.wait { printer.jobs.count == 2 }
        printer.close()
    }

    @Test("The queue is bounded: the oldest waiting jobs are dropped")
    func bounded() async throws {
        let printer = try ScriptedPrinter(mood: .paperOut)
        let queue = Self.queue(try Self.port(printer), most: 3)
        for number in 0..<10 { await queue.queue([ReceiptLine("\(number)")]) }
        #expect(await queue.counts.dropped == 7)
        printer.become(.well)
        try await Self.wait { printer.jobs.count == 3 }
        // The first one is at the printer, and stays.
        #expect(printer.jobs == ["0", "8", "9"].map { ESCPOS.job([ReceiptLine($0)]) })
        printer.close()
    }

    @Test("A file gets job after job; a folder that is missing is a problem")
    func file() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("brews-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("tickets.bin").path
        let queue = Self.queue(try PrinterAddress(path))
        for _ in 0..<2 { await queue.queue(Self.lines) }
        try await Self.wait { await queue.counts.printed == 2 }
        let written = FileManager.default.contents(atPath: path) ?? Data()
        #expect([UInt8](written) == ESCPOS.job(Self.lines) + ESCPOS.job(Self.lines))
        await #expect(throws: PrinterProblem.self) {
            try await PrinterQueue.print(Self.lines, at: PrinterAddress(folder.path + "/none/tickets.bin"))
        }
    }

    @Test(
        "Only printers of this machine are reached",
        arguments: [
            ("tcp:127.0.0.1:9100", true), ("tcp:localhost:9100", true), ("tcp:192.168.0.5:9100", false),
            ("tcp:127.0.0.1", false), ("tcp:127.0.0.1:0", false), ("tcp:127.0.0.1:99999", false),
            ("tcp:::1:9100", false),
            ("/dev/usb/lp0", true), ("", false),
        ])
    func address(text: String, isGood: Bool) {
        #expect(((try? PrinterAddress(text)) != nil) == isGood)
    }

    @Test("Receipt and kitchen ticket go to their printers, and both are in the health report")
    func both() async throws {
        let (receipt, kitchen) = (try ScriptedPrinter(), try ScriptedPrinter(mood: .paperOut))
        let layout = ReceiptLayout(store: "S", locale: "en")
        let printers = Printers(
            layout: layout, receipts: Self.queue(try Self.port(receipt)), kitchen: Self.queue(try Self.port(kitchen)),
            time: { "2026-11-29 14:05" })
        let order = ReceiptTests.order(ReceiptTests.details)
        await printers.print(order.order, number: order.number)
        try await Self.wait { receipt.jobs.count == 1 }
        #expect(receipt.jobs == [ESCPOS.job(layout.receipt(order))])
        try await Self.wait { await printers.parts().map(\.state) == [.ok, .degraded] }
        kitchen.become(.well)
        try await Self.wait { kitchen.jobs == [ESCPOS.job(layout.ticket(order))] }
        receipt.close()
        kitchen.close()
    }
}
