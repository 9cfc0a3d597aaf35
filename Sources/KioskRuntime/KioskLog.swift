internal import Foundation
internal import Ordering

/// The event log as text, and its replay.
public enum KioskLog {
    /// An entry on one line.
    ///
    /// - Throws: `EncodingError`.
    public static func line(_ entry: KioskLogEntry) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(entry), as: UTF8.self)
    }

    /// - Throws: `DecodingError`.
    public static func entry(_ line: String) throws -> KioskLogEntry {
        try JSONDecoder().decode(KioskLogEntry.self, from: Data(line.utf8))
    }

    /// One entry of a log, and what is decided of it today.
    public struct Replayed: Equatable, Sendable {
        public var logged: KioskLogEntry?
        public var today: KioskLogEntry?

        /// Whether both decided the same; an order may be of another edition of the menu.
        public var isSame: Bool { logged?.decisions.map(\.ofAnyMenu) == today?.decisions.map(\.ofAnyMenu) }
    }

    /// Decides a log anew.
    ///
    /// - Returns: the entries in order; where a deadline passed in one of the two alone, the other side is `nil`.
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
