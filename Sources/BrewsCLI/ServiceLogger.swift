internal import Foundation
internal import Speech
internal import Synchronization

/// The log of a long-running command: lines on standard error, or JSON objects on standard output. Lines beyond a rate
/// are counted instead of written (fault I13).
final class ServiceLogger: Sendable {
    /// Most lines a minute.
    private static let mostPerMinute = 120

    private struct Window {
        var began = Duration.zero
        var lines = 0
        var left = 0
    }

    private struct Line: Encodable {
        let seconds: Double
        let event: String
    }

    private let console: Console
    private let name: String
    private let isJSON: Bool
    private let now: @Sendable () -> Duration
    private let window = Mutex(Window())

    /// - Parameters:
    ///   - name: name of the command.
    ///   - now: monotonic time.
    init(console: Console, name: String, isJSON: Bool, now: @escaping @Sendable () -> Duration) {
        self.console = console
        self.name = name
        self.isJSON = isJSON
        self.now = now
    }

    func callAsFunction(_ text: String) {
        guard let left = admits() else { return }
        let moment = now()
        if left > 0 { write(left == 1 ? "1 line was left out" : "\(left) lines were left out", at: moment) }
        write(text, at: moment)
    }

    /// Number of lines suppressed before this one; `nil` when this one must be suppressed too.
    func admits() -> Int? {
        let moment = now()
        return window.withLock { window in
            if moment - window.began >= .seconds(60) {
                defer { window = Window(began: moment, lines: 1) }
                return window.left
            }
            window.lines += 1
            guard window.lines > Self.mostPerMinute else { return 0 }
            window.left += 1
            return nil
        }
    }

    private func write(_ text: String, at moment: Duration) {
        if isJSON {
            try? console.log(Line(seconds: moment.seconds.rounded(places: 3), event: text))
        } else {
            console.note("brews \(name): \(text)")
        }
    }
}
