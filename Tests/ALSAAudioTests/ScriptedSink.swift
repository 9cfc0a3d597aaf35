internal import Glibc
internal import Speech

@testable internal import ALSAAudio

/// A loudspeaker on virtual time: written samples are played at its rate; dropped ones are not.
final class ScriptedSink: PCMSink {
    private enum State { case closed, ready, running, dry }

    private let clock: VirtualTime
    private let rate: Int?
    private let channels: Int
    /// Opening fails with this errno.
    var refusal: Int32?
    /// Accepts nothing and plays nothing from this time on.
    var stallsAt: Duration?
    /// Removed from this time on.
    var gone: Range<Duration>?
    /// Duration of each write, to simulate a busy machine.
    var slowness = Duration.zero

    private(set) var openings = 0
    private(set) var closings = 0
    private(set) var format: PCMFormat?
    /// First channel of the played samples, with the start time of each piece.
    private(set) var sounded: [Int16] = []
    private(set) var starts: [Duration] = []
    private var waiting: [Int16] = []
    private var state = State.closed
    private var runningSince = Duration.zero
    private var played = 0

    /// - Parameter rate: the only supported rate; `nil` for any.
    init(_ clock: VirtualTime, rate: Int? = nil, channels: Int = 1) {
        self.clock = clock
        self.rate = rate
        self.channels = channels
    }

    private func advance() {
        guard state == .running, let format else { return }
        let now = stallsAt.map { min($0, clock.now) } ?? clock.now
        let due = Int((max(.zero, now - runningSince).seconds * Double(format.rate)).rounded(.down)) - played
        let count = min(max(0, due), waiting.count)
        sounded += waiting.prefix(count)
        waiting.removeFirst(count)
        played += count
        if waiting.isEmpty { state = .dry }
    }

    private var isGone: Bool { gone?.contains(clock.now) ?? false }
    private var isStalled: Bool { stallsAt.map { clock.now >= $0 } ?? false }

    func open(rate wanted: Int) throws(PCMFailure) -> PCMFormat {
        if let refusal { throw PCMFailure("snd_pcm_open", -refusal) }
        if isGone { throw PCMFailure("snd_pcm_open", -ENODEV) }
        openings += 1
        state = .ready
        waiting = []
        let chosen = rate ?? wanted
        let opened = PCMFormat(rate: chosen, channels: channels, periodFrames: chosen / 50, bufferFrames: chosen / 5)
        format = opened
        return opened
    }

    func wait(_ limit: Duration) -> PCMWait {
        advance()
        if isGone { return .failed(-ENODEV) }
        guard let format else { return .failed(-ENODEV) }
        if state == .dry { return .failed(-EPIPE) }
        if !isStalled, waiting.count + format.periodFrames <= format.bufferFrames { return .ready }
        clock.pass(min(limit, .milliseconds(5)))
        return .timedOut
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        clock.pass(slowness)
        advance()
        guard let format, state != .closed, !isGone else { return Int(-ENODEV) }
        if state == .dry { return Int(-EPIPE) }
        if isStalled { return Int(-EAGAIN) }
        let frames = min(bytes.count / format.bytesPerFrame, format.bufferFrames - waiting.count)
        guard frames > 0 else { return Int(-EAGAIN) }
        for frame in 0..<frames {
            let place = bytes.startIndex + frame * format.bytesPerFrame
            waiting.append(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
        }
        if waiting.count >= 2 * format.periodFrames { _ = start() }
        return frames
    }

    func delay() -> Int {
        advance()
        if isGone || state == .closed { return Int(-ENODEV) }
        return state == .dry ? Int(-EPIPE) : waiting.count
    }

    func start() -> Int32 {
        guard state == .ready else { return 0 }
        state = .running
        runningSince = clock.now
        played = 0
        starts.append(clock.now)
        return 0
    }

    func drop() -> Int32 {
        advance()
        waiting = []
        if state != .closed { state = .dry }
        return 0
    }

    func prepare() -> Int32 {
        advance()
        guard !isGone, state != .closed else { return -ENODEV }
        waiting = []
        state = .ready
        return 0
    }

    func close() {
        if state != .closed { closings += 1 }
        state = .closed
        format = nil
    }
}
