internal import Foundation
internal import Ordering
internal import PlatformSupport
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

/// Power cuts between "sold out" and its acknowledgement.
struct MenuPowerCutTests {
    /// The power is gone.
    private struct Cut: Error {}

    /// A medium that keeps what was synchronised, and may lose or tear the rest.
    private final class Medium: Sendable {
        struct State {
            /// Bytes of the temporary file: those written, and those that a cut cannot take.
            var written: [UInt8] = []
            var kept: [UInt8] = []
            /// Whether the file has its name, and whether a cut cannot take that.
            var isNamed = false
            var isNameKept = false
            var calls = 0
        }

        private let state = Mutex(State())
        /// The calls until the power is cut.
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        var now: State { state.withLock(\.self) }

        /// Counts a call; `false` when the power is gone.
        private func call(_ change: (inout State) -> Void) -> Bool {
            state.withLock { state in
                guard state.calls < limit else { return false }
                state.calls += 1
                change(&state)
                return true
            }
        }

        var calls: DurableCalls {
            DurableCalls(
                write: { [self] _, bytes in
                    let part = Array(bytes.prefix(MenuPowerCutTests.part))
                    return call { $0.written += part } ? part.count : -1
                },
                synchronize: { [self] _ in
                    call { state in
                        if state.isNamed { state.isNameKept = true } else { state.kept = state.written }
                    } ? 0 : -1
                },
                rename: { [self] _, _ in call { $0.isNamed = true } ? 0 : -1 })
        }

        /// What the file may hold afterwards; `nil` for the old contents.
        var outcomes: [[UInt8]?] {
            let state = now
            guard state.isNamed else { return [nil] }
            // A name may be on the medium before the contents that were not synchronised.
            let contents = [state.kept, state.written, Array(state.written.prefix(state.written.count / 2))]
                .filter { $0.count >= state.kept.count }
            return (state.isNameKept ? [] : [nil]) + contents.map { $0 }
        }
    }

    /// Bytes of a write.
    private static let part = 5

    @Test("After a power cut at each of 50 points and more the menu's changes are the old or the new, never half")
    func cuts() throws {
        let old = Array(Self.changes("croissant").json), new = Self.changes("croissant", "latte", "milk/oat")
        var acknowledged = 0, points = 0
        while acknowledged < 1 {
            let folder = try TemporaryFolder(), medium = Medium(limit: points)
            let file = MenuChangesFile(besideStore: folder.path("orders.sqlite"), calls: medium.calls)
            try Data(old).write(to: URL(fileURLWithPath: file.path))
            var isAcknowledged = false
            do {
                try file.change { $0 = new }
                isAcknowledged = medium.now.isNameKept
            } catch {}
            for outcome in medium.outcomes {
                // What is left of a temporary file disturbs nobody.
                try Data(medium.now.written.prefix(20)).write(
                    to: URL(fileURLWithPath: "\(file.path).\(getpid())-0.new"))
                try Data(outcome ?? old).write(to: URL(fileURLWithPath: file.path))
                let read = try MenuChangesFile(besideStore: folder.path("orders.sqlite")).read()
                #expect(read == new || !isAcknowledged, "a cut after \(points) calls loses what was acknowledged")
                #expect(read == new || read == Self.changes("croissant"), "a cut after \(points) calls")
                try MenuChangesFile(besideStore: folder.path("orders.sqlite")).change { $0.soldOut["tea"] = .init() }
            }
            points += 1
            if isAcknowledged { acknowledged += 1 }
        }
        #expect(points >= 50)
    }

    private static func changes(_ keys: String...) -> MenuChanges {
        var changes = MenuChanges()
        for key in keys { changes.soldOut[key] = .init(until: "2999-01-01") }
        for key in keys { changes.prices[key] = 12_345 }
        return changes
    }
}
