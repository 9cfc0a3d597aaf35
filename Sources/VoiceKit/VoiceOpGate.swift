/// Order of what a voice toolkit does: speaking and listening do not overlap unless the caller asks for it.
///
/// A pure value with one owner. Requests start in their order; one that has to wait starts when `leave` returns it.
///
/// ```swift
/// var gate = VoiceOpGate()
/// let speech = gate.request(.speaking)   // starts
/// let listening = gate.request(.listening)  // waits
/// gate.leave(speech.ticket)  // [listening.ticket]
/// ```
public struct VoiceOpGate: Equatable, Sendable {
    /// What a request is for.
    public enum Operation: String, Equatable, Sendable, Codable {
        /// Sounds on the loudspeaker. Several may be under way: a queue plays them one after another.
        case speaking
        /// Use of the microphone, of which there is one at a time.
        case listening
    }

    /// Identity of a request; never reused.
    public struct Ticket: Hashable, Sendable {
        /// Serial number.
        public let number: Int
    }

    private struct Entry: Equatable, Sendable {
        let ticket: Ticket
        let operation: Operation
        let overlaps: Bool
        var runs: Bool
    }

    private var entries: [Entry] = []
    private var last = 0

    /// Creates an idle gate.
    public init() {}

    /// The operations under way, in the order in which they were requested.
    public var running: [Operation] { entries.filter(\.runs).map(\.operation) }

    /// Number of requests that wait.
    public var waiting: Int { entries.count { !$0.runs } }

    /// Whether an operation has started and not ended.
    public func isRunning(_ ticket: Ticket) -> Bool { entries.contains { $0.ticket == ticket && $0.runs } }

    /// Whether a request waits.
    public func isWaiting(_ ticket: Ticket) -> Bool { entries.contains { $0.ticket == ticket && !$0.runs } }

    /// Requests an operation.
    ///
    /// - Parameter overlapping: whether it may run beside the other kind of operation.
    /// - Returns: its ticket, and whether it starts now.
    public mutating func request(_ operation: Operation, overlapping: Bool = false) -> (ticket: Ticket, starts: Bool) {
        last += 1
        let ticket = Ticket(number: last)
        entries.append(Entry(ticket: ticket, operation: operation, overlaps: overlapping, runs: false))
        return (ticket, start().contains(ticket))
    }

    /// Ends an operation, or withdraws a request that waits.
    ///
    /// - Returns: the requests that start now.
    public mutating func leave(_ ticket: Ticket) -> [Ticket] {
        entries.removeAll { $0.ticket == ticket }
        return start()
    }

    /// Starts every request with nothing before it that it must not overlap.
    private mutating func start() -> [Ticket] {
        var started: [Ticket] = []
        for index in entries.indices where !entries[index].runs {
            guard entries[..<index].allSatisfy({ Self.mayRun(entries[index], beside: $0) }) else { continue }
            entries[index].runs = true
            started.append(entries[index].ticket)
        }
        return started
    }

    private static func mayRun(_ entry: Entry, beside earlier: Entry) -> Bool {
        switch (entry.operation, earlier.operation) {
        case (.speaking, .speaking): true
        case (.listening, .listening): false
        case (.speaking, .listening), (.listening, .speaking): entry.overlaps || earlier.overlaps
        }
    }
}
