internal import Glibc
internal import Speech

@testable internal import ALSAAudio

/// Time that passes only while somebody waits.
final class VirtualTime: AudioThreadClock {
    private(set) var now = Duration.seconds(1_000)

    func sleep(until deadline: Duration) { now = max(now, deadline) }

    func pass(_ duration: Duration) { now += duration }
}

/// A microphone that follows a script on virtual time: hours of a sound card's events in milliseconds.
///
/// It captures samples from its start at its rate, each with the number of its capture time, so that a reader can tell
/// exactly what is missing. Reading too late causes an overrun, as with a real device.
final class ScriptedSource: PCMSource {
    /// Events of a device.
    enum Event {
        /// The next call fails once with this errno.
        case fail(Int32)
        /// Removed, with this errno; it cannot be opened until `plug`.
        case unplug(Int32)
        case plug
        case stall
        case run
        /// Audio arrives at this multiple of the rate.
        case speed(Double)
        /// Suspended; `resume` answers "not yet" until this much later, or fails with the errno.
        case suspend(Duration, thenResume: Int32)
        /// Cannot be opened for this long, with this errno.
        case refuse(Duration, Int32)
    }

    private let clock: VirtualTime
    let format: PCMFormat
    private var script: [(at: Duration, event: Event)]
    /// The captured sample for a number; `nil` for the number itself.
    private let sound: ((Int) -> Int16)?

    private(set) var openings = 0
    private(set) var closings = 0
    private(set) var isOpen = false
    private var isPlugged = true
    private var refusal: (until: Duration, code: Int32)?
    private var isStalled = false
    private var speed = 1.0
    private var failure: Int32?
    private var asleep: (until: Duration, result: Int32)?
    /// Frames returned or dropped since `began`.
    private var taken = 0
    private var heard = 0.0
    private var lastAdvance = Duration.zero

    init(
        _ clock: VirtualTime, format: PCMFormat = .speech, script: [(at: Duration, event: Event)] = [],
        sound: ((Int) -> Int16)? = nil
    ) {
        self.clock = clock
        self.format = format
        self.sound = sound
        self.script = script.map { (clock.now + $0.at, $0.event) }.sorted { $0.at < $1.at }
        lastAdvance = clock.now
    }

    /// Advances the script to now.
    private func advance() {
        while let next = script.first, next.at <= clock.now {
            hear(until: next.at)
            script.removeFirst()
            apply(next.event)
        }
        hear(until: clock.now)
    }

    private func hear(until time: Duration) {
        if isOpen, !isStalled, isPlugged, asleep == nil {
            heard += (time - lastAdvance).seconds * Double(format.rate) * speed
        }
        lastAdvance = time
    }

    private func apply(_ event: Event) {
        switch event {
        case .fail(let code): failure = -code
        case .unplug(let code):
            isPlugged = false
            failure = -code
        case .plug: isPlugged = true
        case .stall: isStalled = true
        case .run: isStalled = false
        case .speed(let value): speed = value
        case .suspend(let duration, let result):
            asleep = (clock.now + duration, result)
            failure = -ESTRPIPE
        case .refuse(let duration, let code): refusal = (clock.now + duration, -code)
        }
    }

    private var available: Int { Int(heard) - taken }

    func open() throws(PCMFailure) -> PCMFormat {
        advance()
        if let refusal, clock.now < refusal.until { throw PCMFailure("snd_pcm_open", refusal.code) }
        guard isPlugged else { throw PCMFailure("snd_pcm_open", -ENODEV) }
        // A suspended device resumes when it is reopened.
        asleep = nil
        failure = nil
        openings += 1
        isOpen = true
        taken = Int(heard)
        return format
    }

    func wait(_ limit: Duration) -> PCMWait {
        advance()
        let deadline = clock.now + limit
        while true {
            if let failure { return .failed(failure) }
            if available >= format.periodFrames { return .ready }
            guard clock.now < deadline else { return .timedOut }
            let rest = Duration.seconds(
                Double(format.periodFrames - available) / (Double(format.rate) * max(speed, 1e-6)))
            let due = isStalled || asleep != nil ? deadline : min(deadline, clock.now + max(rest, .microseconds(50)))
            clock.sleep(until: min(due, max(script.first?.at ?? due, clock.now + .microseconds(1))))
            advance()
        }
    }

    func read(into bytes: inout [UInt8]) -> Int {
        advance()
        if let failure {
            self.failure = failure == -EPIPE || failure == -ESTRPIPE ? failure : nil
            return Int(failure)
        }
        if available > format.bufferFrames, speed == 1 {
            failure = -EPIPE
            return Int(-EPIPE)
        }
        let frames = min(available, format.rate)
        let samples = sound.map { (taken..<taken + frames).map($0) } ?? SampleNumbers.from(taken, count: frames)
        if format.encoding == .signed16, format.channels == 1 {
            samples.withUnsafeBytes { bytes += $0 }
        } else {
            bytes += PlaybackEncoder(format: format).encode(samples[...])
        }
        taken += frames
        return frames
    }

    var pending: Int { available }

    func restart() -> Int32 {
        advance()
        failure = isPlugged ? nil : -ENODEV
        taken = Int(heard)
        return failure ?? 0
    }

    func resume() -> Int32 {
        advance()
        guard let asleep else { return 0 }
        guard clock.now >= asleep.until else { return -EAGAIN }
        self.asleep = nil
        failure = nil
        return -asleep.result
    }

    func close() {
        advance()
        if isOpen { closings += 1 }
        isOpen = false
    }
}

/// The numbers of samples as samples, which wrap around at 65,536. Copied from a table, because hours of them are made.
enum SampleNumbers {
    private static let period = 65_536
    private static let table = [Int16](unsafeUninitializedCapacity: 4 * period) { table, count in
        while count < 4 * period {
            table[count] = Int16(truncatingIfNeeded: count)
            count += 1
        }
    }

    /// The numbers of up to three seconds of samples at 65,536 Hz.
    static func from(_ first: Int, count: Int) -> [Int16] {
        let start = first & (period - 1)
        return Array(table[start..<start + count])
    }

    /// Whether each sample is its predecessor's successor.
    static func areConsecutive(_ samples: [Int16]) -> Bool {
        guard let first = samples.first else { return true }
        let wanted = from(Int(first), count: samples.count)
        return samples.withUnsafeBytes { samples in
            wanted.withUnsafeBytes { wanted in
                guard let samples = samples.baseAddress, let numbers = wanted.baseAddress else { return false }
                return memcmp(samples, numbers, wanted.count) == 0
            }
        }
    }
}

extension PCMFormat {
    static let speech = PCMFormat(rate: 16_000, periodFrames: 320, bufferFrames: 8_000)

    static func of(_ rate: Int, _ channels: Int, _ encoding: PCMEncoding) -> PCMFormat {
        PCMFormat(encoding: encoding, rate: rate, channels: channels, periodFrames: rate / 50, bufferFrames: rate / 2)
    }
}

/// A capture loop on virtual time and its results.
final class CaptureRun {
    let clock: VirtualTime
    let source: ScriptedSource
    let stream: CaptureStream
    let loop: CaptureLoop
    /// Samples received, and their frames.
    private(set) var frames: [AudioFrame] = []
    /// Each change of availability with its time from the start of the run.
    private(set) var changes: [(at: Duration, availability: MicrophoneStatus.Availability)] = []
    private let began: Duration

    init(
        _ script: [(at: Duration, event: ScriptedSource.Event)] = [], format: PCMFormat = .speech,
        limits: CaptureLimits = CaptureLimits(), sound: ((Int) -> Int16)? = nil
    ) {
        let clock = VirtualTime()
        source = ScriptedSource(clock, format: format, script: script, sound: sound)
        stream = CaptureStream(device: "scripted", frameSamples: 320, capacity: 480_000)
        loop = CaptureLoop(source: source, stream: stream, clock: clock, limits: limits)
        self.clock = clock
        began = clock.now
    }

    var elapsed: Duration { clock.now - began }

    /// Runs until a time, taking frames as they arrive unless the consumer is `busy`.
    func run(until end: Duration, isConsuming: Bool = true) async throws {
        while elapsed < end {
            loop.step()
            let availability = stream.status.availability
            if changes.last?.availability != availability { changes.append((elapsed, availability)) }
            if isConsuming { try await drain() }
        }
    }

    /// Takes all complete frames.
    func drain() async throws {
        while stream.status.backlog.samples >= 320, let frame = try await stream.nextFrame() { frames.append(frame) }
    }

    /// When it first became unavailable after a time.
    func firstLoss(after time: Duration) -> Duration? {
        changes.first { if case .unavailable = $0.availability { $0.at >= time } else { false } }?.at
    }

    /// The first fault after a time.
    func firstFault(after time: Duration) -> MicrophoneFault? {
        for change in changes where change.at >= time {
            if case .unavailable(let fault, _) = change.availability { return fault }
        }
        return nil
    }

    /// When it was first available after a time.
    func firstReturn(after time: Duration) -> Duration? {
        changes.first { $0.at >= time && $0.availability == .available }?.at
    }
}
