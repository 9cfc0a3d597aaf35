internal import Glibc
internal import Resampling
internal import Speech

/// Executes the actions of a `CaptureMachine`: calls the device, converts its audio to 16 kHz mono and passes it to the
/// stream. Confined to one thread.
final class CaptureLoop {
    private let source: any PCMSource
    private let stream: CaptureStream
    private let clock: any AudioThreadClock
    private let channel: Int?
    private var machine: CaptureMachine
    private var action: CaptureMachine.Action
    private var format: PCMFormat?
    private var converter: CaptureConverter?
    private var heard = StreamClock(rate: 1)
    /// End time of the last sample that was passed on.
    private var deliveredUntil: Duration?
    private var bytes: [UInt8] = []

    init(
        source: any PCMSource, stream: CaptureStream, clock: any AudioThreadClock, channel: Int? = nil,
        limits: CaptureLimits = CaptureLimits()
    ) {
        self.source = source
        self.stream = stream
        self.clock = clock
        self.channel = channel
        machine = CaptureMachine(limits: limits)
        action = machine.start()
    }

    /// Performs the next action and blocks until it is done.
    func step() {
        switch action {
        case .open: action = open()
        case .sleep(let until):
            clock.sleep(until: until)
            action = machine.slept(at: clock.now)
        case .wait(let limit): action = machine.waited(source.wait(limit), at: clock.now)
        case .read: action = read()
        case .restart:
            heard.restart()
            action = machine.restarted(source.restart(), at: clock.now)
        case .resume:
            heard.restart()
            action = machine.resumed(source.resume(), at: clock.now)
        case .close:
            source.close()
            action = machine.closed(at: clock.now)
        }
        stream.report(machine.availability, counters: machine.counters, format: format?.description)
    }

    /// Closes the device and ends the stream.
    func end() {
        source.close()
        stream.close()
    }

    private func open() -> CaptureMachine.Action {
        do {
            let opened = try source.open()
            do {
                converter = try CaptureConverter(opened, channel: channel)
            } catch {
                source.close()
                return machine.openFailed(-EINVAL, message: error.reason, at: clock.now)
            }
            format = opened
            heard = StreamClock(rate: opened.rate)
            return machine.opened(rate: opened.rate, at: clock.now)
        } catch {
            return machine.openFailed(error.code, message: error.message, at: clock.now)
        }
    }

    private func read() -> CaptureMachine.Action {
        guard let format, let converter else { return machine.failed(-ENODEV, at: clock.now) }
        bytes.removeAll(keepingCapacity: true)
        let frames = source.read(into: &bytes)
        let now = clock.now
        guard frames >= 0 else { return machine.failed(Int32(clamping: frames), at: now) }
        let next = machine.read(frames, at: now)
        guard frames > 0 else { return next }
        let length = Duration.seconds(Double(frames) / Double(format.rate))
        let start = heard.observe(
            samples: frames, endingAt: now - .seconds(Double(source.pending) / Double(format.rate)))
        // Withheld audio also passes through the converter: its filter must not hold older audio.
        guard let samples = try? converter.convert(bytes) else { return machine.failed(-EIO, at: now) }
        // A converter whose filter is not yet full returns no samples. The mark of a gap waits for the first sample
        // after it.
        guard machine.deliversFrames, !samples.isEmpty else { return next }
        var lost = Duration.zero
        if machine.hasGap {
            // At least 1 ms, so that a consumer that joins audio always sees the gap.
            if let until = deliveredUntil { lost = max(.milliseconds(1), start - until) }
            machine.delivered()
        }
        deliveredUntil = start + length
        stream.push(samples, capturedAt: start, lost: lost)
        return next
    }
}
