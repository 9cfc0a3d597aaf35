internal import Foundation
internal import Ordering

/// The event log as JSON lines, and its replay.
///
///     let entries = try text.split(separator: "\n").map { try KioskLog.entry(String($0)) }
///     let changed = KioskLog.replay(entries, with: machine).filter { !$0.isSame }
///
/// Logs are read by the version of the program that wrote them.
public enum KioskLog {
    /// Encodes an entry as one line.
    ///
    /// - Throws: `EncodingError`.
    public static func line(_ entry: KioskLogEntry) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(entry), as: UTF8.self)
    }

    /// Decodes an entry.
    ///
    /// - Throws: `DecodingError`.
    public static func entry(_ line: String) throws -> KioskLogEntry {
        try JSONDecoder().decode(KioskLogEntry.self, from: Data(line.utf8))
    }

    /// An entry of a log and the entry of its replay.
    public struct Replayed: Equatable, Sendable {
        /// The logged entry; `nil` where only the replay has a deadline.
        public var logged: KioskLogEntry?
        /// The entry of the replay; `nil` where only the log has a deadline.
        public var today: KioskLogEntry?

        /// Whether both have the same decisions. Digests of the menu are not compared.
        public var isSame: Bool { logged?.decisions.map(\.ofAnyMenu) == today?.decisions.map(\.ofAnyMenu) }
    }

    /// Replays a log.
    ///
    /// - Parameter machine: A machine without a session.
    /// - Returns: the entries in order.
    public static func replay(_ entries: [KioskLogEntry], with machine: KioskMachine) -> [Replayed] {
        var machine = machine
        var replayed: [Replayed] = []
        var logged = entries[...]
        var passed: [KioskLogEntry] = []
        while let next = logged.popFirst() {
            guard let event = next.event else {
                passed.append(next)
                continue
            }
            let today = machine.handle(event, at: .milliseconds(next.milliseconds))
            replayed += pair(passed, Array(today.dropLast()))
            passed = []
            replayed.append(Replayed(logged: next, today: today.last))
        }
        if let last = passed.last { replayed += pair(passed, machine.advance(to: .milliseconds(last.milliseconds))) }
        return replayed
    }

    private static func pair(_ logged: [KioskLogEntry], _ today: [KioskLogEntry]) -> [Replayed] {
        (0..<max(logged.count, today.count)).map { index in
            Replayed(
                logged: index < logged.count ? logged[index] : nil, today: index < today.count ? today[index] : nil)
        }
    }
}

extension KioskDecision {
    fileprivate var ofAnyMenu: KioskDecision {
        guard case .place(var order) = self else { return self }
        order.menuDigest = ""
        return .place(order)
    }
}
