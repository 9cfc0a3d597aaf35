public import Ordering
internal import Synchronization

/// Reads what a picture of a book says. May be called from any task.
public protocol PictureReading: Sendable {
    /// Reads a picture.
    ///
    /// - Returns: the digits of a barcode, or words; empty for neither.
    /// - Throws: where pictures cannot be read.
    func read(_ picture: MediaFile) async throws -> String
}

/// One picture at a time for all pages of a kiosk, and a pause between two: reading takes the processor, which listens
/// to guests as well.
final class PictureTurn: Sendable {
    /// From the end of one reading to the next.
    static let pause = Duration.seconds(2)

    private struct State {
        var isTaken = false
        var next = Duration.zero
    }

    private let state = Mutex(State())

    /// Takes the turn.
    ///
    /// - Returns: whether it was free.
    func take(at time: Duration) -> Bool {
        state.withLock { state in
            guard !state.isTaken, time >= state.next else { return false }
            state.isTaken = true
            return true
        }
    }

    /// Gives it back.
    func give(at time: Duration) { state.withLock { $0 = State(next: time + Self.pause) } }
}
