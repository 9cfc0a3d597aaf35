internal import KioskRuntime
internal import Speech
internal import Synchronization
internal import VoiceOrdering

/// A voice whose speech is 100 samples a character at 8 kHz. Texts with "fail" fail, with "hang" never come.
final class FakeVoice: SpeechSynthesizer {
    struct Broken: Error {}

    static let rate = 8_000
    private let asked = Mutex<[String]>([])
    let level: Int16

    init(level: Int16 = 1_000) { self.level = level }

    var texts: [String] { asked.withLock { $0 } }

    static func seconds(_ text: String) -> Double { Double(text.count * 100) / Double(rate) }

    func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        asked.withLock { $0.append(text) }
        if text.contains("fail") { throw Broken() }
        if text.contains("hang") {
            // A stream without an end: iterating ends when the task is cancelled.
            let (stream, source) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            source.finish()
            throw CancellationError()
        }
        return SynthesizedSpeech(samples: [Int16](repeating: level, count: text.count * 100), sampleRate: Self.rate)
    }
}

/// A sound card that plays a clip at once, or holds it until a test lets it end.
final class FakeCard: ClipPlayer {
    struct Gone: Error {}

    enum Manner {
        case instant, held
        /// Takes a clip and never answers.
        case dead
        /// There is none.
        case gone
    }

    private struct State {
        var manner: Manner
        var clips: [[Int16]] = []
        var orders: [String] = []
        var playing: CheckedContinuation<Bool, Never>?
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var mostAtOnce = 0
        var atOnce = 0
    }

    private let state: Mutex<State>

    init(_ manner: Manner) { state = Mutex(State(manner: manner)) }

    var clips: [[Int16]] { state.withLock { $0.clips } }
    /// stop, pause and resume as they came.
    var orders: [String] { state.withLock { $0.orders } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    func become(_ manner: Manner) { state.withLock { $0.manner = manner } }

    func play(_ samples: [Int16], sampleRate: Int) async throws -> Bool {
        let (manner, ready) = state.withLock { state in
            state.clips.append(samples)
            state.atOnce += 1
            state.mostAtOnce = max(state.mostAtOnce, state.atOnce)
            let ready = state.waiting.filter { $0.count <= state.clips.count }
            state.waiting.removeAll { $0.count <= state.clips.count }
            return (state.manner, ready)
        }
        defer { state.withLock { $0.atOnce -= 1 } }
        switch manner {
        case .instant:
            for waiter in ready { waiter.continuation.resume() }
            return true
        case .gone:
            for waiter in ready { waiter.continuation.resume() }
            throw Gone()
        case .held, .dead:
            return await withCheckedContinuation { continuation in
                state.withLock { $0.playing = continuation }
                for waiter in ready { waiter.continuation.resume() }
            }
        }
    }

    /// Returns when so many clips have been handed over since the beginning.
    func clips(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.clips.count < count else { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets the clip end.
    func end(whole: Bool = true) {
        let playing = state.withLock { state in
            defer { state.playing = nil }
            return state.playing
        }
        playing?.resume(returning: whole)
    }

    func stop() {
        state.withLock { $0.orders.append("stop") }
        if state.withLock({ if case .dead = $0.manner { false } else { true } }) { end(whole: false) }
    }

    func pause() { state.withLock { $0.orders.append("pause") } }

    func resume() { state.withLock { $0.orders.append("resume") } }
}

/// Notices in the order they came.
final class Notices: Sendable {
    private let all = Mutex<[SpeechEvent]>([])

    var list: [SpeechEvent] { all.withLock { $0 } }
    var outcomes: [SpeechOutcome] {
        list.compactMap { notice in
            if case .ended(let outcome) = notice { outcome } else { nil }
        }
    }

    func add(_ notice: SpeechEvent) { all.withLock { $0.append(notice) } }
}
