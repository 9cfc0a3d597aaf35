internal import Foundation
internal import Ordering
internal import Synchronization

/// Hands each update of the kiosk to every page that is open. Nothing in it can grow: it keeps the newest snapshot and
/// a fixed number of streams.
final class EventHub: Sendable {
    private struct State {
        var newest: [UInt8]?
        var streams: [EventStream] = []
        var isOpen = true
    }

    private let state = Mutex(State())
    private let greeting: [UInt8]
    private let mostStreams: Int

    init(boot: String, mostStreams: Int) {
        greeting = PageEvent.hello(boot: boot)
        self.mostStreams = mostStreams
    }

    var streamCount: Int { state.withLock { $0.streams.count } }

    /// A stream that begins with the newest snapshot; the oldest one ends where there are too many. `nil` after
    /// `close`.
    func open() -> EventStream? {
        let (stream, evicted): (EventStream?, EventStream?) = state.withLock { state in
            guard state.isOpen else { return (nil, nil) }
            let stream = EventStream(greeting: greeting, snapshot: state.newest)
            state.streams.append(stream)
            return (stream, state.streams.count > mostStreams ? state.streams.removeFirst() : nil)
        }
        evicted?.end()
        return stream
    }

    func remove(_ stream: EventStream) { state.withLock { $0.streams.removeAll { $0 === stream } } }

    func publish(_ update: KioskUpdate) {
        switch update {
        case .snapshot(let snapshot):
            guard let json = try? JSONEncoder().encode(snapshot) else { return }
            publish(PageEvent.snapshot(Array(json), revision: snapshot.revision))
        case .level(let decibels): publish(level: decibels)
        }
    }

    /// Publishes an update of one page, whose states need no numbers: they come in order.
    func publish(page update: PageUpdate) {
        switch update {
        case .state(let json): publish(PageEvent.snapshot(json, revision: 0))
        case .level(let decibels): publish(level: decibels)
        }
    }

    private func publish(_ snapshot: [UInt8]) {
        // Offered under the lock, so that a stream that opens meanwhile cannot get an older one after a newer.
        state.withLock { state in
            guard state.isOpen else { return }
            state.newest = snapshot
            for stream in state.streams { stream.offer(snapshot: snapshot) }
        }
    }

    private func publish(level decibels: Double) {
        let bytes = PageEvent.level(decibels)
        state.withLock { state in
            for stream in state.streams { stream.offer(level: bytes) }
        }
    }

    func beat() {
        state.withLock { state in
            for stream in state.streams { stream.offerBeat() }
        }
    }

    /// Ends every stream and forgets the snapshot.
    func close() {
        let streams = state.withLock { state in
            defer {
                state.streams = []
                state.newest = nil
                state.isOpen = false
            }
            return state.streams
        }
        for stream in streams { stream.end() }
    }
}
