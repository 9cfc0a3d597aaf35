public import Ordering
internal import PlatformSupport
public import Speech

/// A printer with the jobs that wait for it. Nobody waits for the printer: jobs are queued, printed one after another
/// on a thread of their own, and tried again until they are printed.
public actor PrinterQueue {
    /// Limits of a printer.
    public struct Settings: Equatable, Sendable {
        /// Jobs, 2…1,000; of more, the oldest that is not at the printer is dropped. Default 100.
        public var mostJobs = 100
        /// Seconds for one job, 1…60. Default 8.
        public var jobSeconds = 8.0
        /// Seconds for the answer to a status request of a printer that has never answered one, 0…60. Default 0.3.
        public var answerSeconds = 0.3
        /// Time until a failed job is tried again. Default 5 s.
        public var retry = Duration.seconds(5)

        /// The default limits.
        public init() {}
    }

    /// What the printer is for, as the health report names it: `receipt printer`.
    public nonisolated let name: String
    private let address: PrinterAddress
    private let settings: Settings
    private let clock: MonotonicClock
    private let log: @Sendable (String) -> Void
    private let worker: SerialWorker
    private var jobs: [[UInt8]] = []
    private var isRunning = false
    private var problem: PrinterProblem?
    /// Whether the printer has ever answered a status request; one that then stays silent is too slow.
    private var answers = false
    /// Jobs printed and dropped since the start.
    public private(set) var counts = (printed: 0, dropped: 0)

    /// A printer. It is not opened before its first job.
    ///
    /// - Parameter log: receives when a problem begins and when it has ended.
    public init(
        name: String, address: PrinterAddress, settings: Settings = Settings(), clock: MonotonicClock = .awake,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.name = name
        self.address = address
        self.settings = settings
        self.clock = clock
        self.log = log
        worker = SerialWorker(label: "printer")
    }

    /// Queues a job and returns at once.
    public func queue(_ lines: [ReceiptLine]) {
        jobs.append(ESCPOS.job(lines))
        if jobs.count > max(2, settings.mostJobs) {
            // The first one may be at the printer.
            jobs.remove(at: 1)
            counts.dropped += 1
            log("\(name): too many jobs wait, one is not printed; see: brews orders reprint")
        }
        guard !isRunning else { return }
        isRunning = true
        Task { await self.run() }
    }

    /// Prints a job now, for a command.
    ///
    /// - Throws: `PrinterProblem`.
    public static func print(_ lines: [ReceiptLine], at address: PrinterAddress, settings: Settings = Settings())
        async throws
    {
        let job = ESCPOS.job(lines)
        _ = try await SerialWorker(label: "printer").run {
            try PrinterConnection(address, seconds: settings.jobSeconds, answerSeconds: settings.answerSeconds)
                .print(job, expectsAnswer: false)
        }
    }

    private func run() async {
        while let job = jobs.first {
            do {
                let (address, settings, expects) = (address, settings, answers)
                let answered = try await worker.run {
                    try PrinterConnection(
                        address, seconds: settings.jobSeconds, answerSeconds: settings.answerSeconds
                    ).print(job, expectsAnswer: expects)
                }
                answers = answers || answered
                jobs.removeFirst()
                counts.printed += 1
                note(nil)
            } catch {
                let problem = error as? PrinterProblem ?? .away("\(error)")
                // These are what it has answered.
                answers = answers || problem == .paperOut || problem == .offline
                note(problem)
                guard (try? await clock.sleep(settings.retry)) != nil else { break }
            }
        }
        isRunning = false
    }

    private func note(_ new: PrinterProblem?) {
        guard new != problem else { return }
        problem = new
        log("\(name): \(new?.sentence ?? "prints again")")
    }

    /// State for the health report.
    public var part: KioskHealth.Part {
        guard let problem else { return KioskHealth.Part(name: name, state: .ok) }
        let waiting = jobs.count == 1 ? "1 job waits" : "\(jobs.count) jobs wait"
        return KioskHealth.Part(name: name, state: .degraded, detail: "\(problem.sentence); \(waiting)")
    }
}

/// The kiosk's printers: receipts for guests and tickets for the kitchen.
public struct Printers: OrderPrinting {
    private let layout: ReceiptLayout
    private let receipts: PrinterQueue?
    private let kitchen: PrinterQueue?
    private let time: @Sendable () -> String

    /// Printers; either may be missing.
    ///
    /// - Parameter time: local day and time, as receipts show them.
    public init(
        layout: ReceiptLayout, receipts: PrinterQueue?, kitchen: PrinterQueue?, time: @escaping @Sendable () -> String
    ) {
        self.layout = layout
        self.receipts = receipts
        self.kitchen = kitchen
        self.time = time
    }

    /// Queues the receipt and the kitchen's ticket of an order.
    public func print(_ order: NewOrder, number: Int) async {
        await print(PrintedOrder(order: order, number: number, time: time()))
    }

    /// Queues the receipt and the kitchen's ticket.
    public func print(_ order: PrintedOrder) async {
        await kitchen?.queue(layout.ticket(order))
        await receipts?.queue(layout.receipt(order))
    }

    /// State of each printer.
    public func parts() async -> [KioskHealth.Part] {
        var parts: [KioskHealth.Part] = []
        for printer in [receipts, kitchen].compactMap(\.self) { parts.append(await printer.part) }
        return parts
    }
}
