internal import Foundation
internal import Ordering

/// The updates of one page: each state once, and the levels. Owned by the page's session.
struct PageFeed<State: Equatable & Encodable & Sendable>: Sendable {
    /// The stream for the reader.
    let updates: AsyncStream<PageUpdate>
    private let continuation: AsyncStream<PageUpdate>.Continuation
    private var shown: State?

    init() {
        (updates, continuation) = AsyncStream.makeStream(of: PageUpdate.self, bufferingPolicy: .bufferingNewest(64))
    }

    mutating func show(_ state: State) {
        guard state != shown, let json = try? JSONEncoder().encode(state) else { return }
        shown = state
        continuation.yield(.state(Array(json)))
    }

    func show(level: Double) { continuation.yield(.level(level)) }

    func finish() { continuation.finish() }
}
