internal import Glibc
internal import Resampling
internal import Speech

/// Plays clips on a device that stays open between them. Used by one thread.
///
/// A period at a time is handed over, and between two of them it looks whether the clip was cut off or paused. The
/// device's buffer holds more than that, but what is in it is dropped then.
final class ClipPlayer {
    /// A device that takes nothing for this long has failed; with the period before it, within the 300 ms of fault A11.
    static let stall = Duration.milliseconds(260)
    /// Underruns in a row without a sample taken between them that make a failure.
    private static let fruitlessRecoveries = 5
    /// How soon a change of mind is noticed.
    private static let slice = Duration.milliseconds(20)

    enum Orders: Equatable { case play, pause, stop }

    private let device: String
    private let sink: any PCMSink
    private let clock: any AudioThreadClock
    private let tape: EchoReferenceBuffer
    private var format: PCMFormat?
    /// Times that the device ran dry inside a clip.
    private(set) var underruns = 0

    init(device: String, sink: any PCMSink, clock: any AudioThreadClock, tape: EchoReferenceBuffer) {
        self.device = device
        self.sink = sink
        self.clock = clock
        self.tape = tape
    }

    /// Opens the device if it is not open, and makes it ready.
    ///
    /// - Parameter rate: hertz to ask for where it has to be opened.
    func open(rate: Int) throws(ALSAError) -> PCMFormat {
        if let format {
            // Still sounding, or ready; otherwise it has run dry since the last clip, or gone.
            if sink.delay() >= 0 || sink.prepare() >= 0 { return format }
            close()
        }
        do {
            let opened = try sink.open(rate: rate)
            format = opened
            return opened
        } catch {
            throw ALSAError(error, device: device)
        }
    }

    func close() {
        sink.close()
        format = nil
    }

    /// Waits until the last period of the last clip has sounded.
    func finish() {
        let deadline = clock.now + Self.stall
        while format != nil, clock.now < deadline, sink.delay() > 0 { clock.sleep(until: clock.now + Self.slice / 4) }
    }

    /// Plays a clip to its end or until it is stopped.
    ///
    /// It returns when the last period begins to sound, so that a clip that follows at once joins without a gap.
    ///
    /// - Parameter orders: asked between two periods.
    func play(_ clip: AudioClip, orders: () -> Orders) throws(ALSAError) -> PlaybackEnd {
        guard orders() != .stop else { return .stopped(after: .zero) }
        let format = try open(rate: clip.sampleRate)
        do {
            var pass = try Pass(clip, format)
            return try run(&pass, orders)
        } catch let error as ResamplingError {
            throw .resampling(device: device, reason: error.reason)
        } catch let error as ALSAError {
            throw error
        } catch {
            throw .failed(function: "play", device: device, code: 0, message: "\(error)")
        }
    }

    /// One clip on its way.
    private struct Pass {
        let encoder: PlaybackEncoder
        let format: PCMFormat
        var sound: ClipSamples
        var reference: ClipSamples
        /// Frames handed over.
        var written = 0
        /// Frames that were sounding or waiting in the device when it last told.
        var delay = 0
        var progressAt = Duration.zero
        /// Recoveries since then.
        var recoveries = 0
        var hasEnded = false

        init(_ clip: AudioClip, _ format: PCMFormat) throws(ResamplingError) {
            let samples = clip.amplified
            self.format = format
            encoder = PlaybackEncoder(format: format)
            sound = try ClipSamples(samples, from: clip.sampleRate, to: format.rate)
            reference = try ClipSamples(samples, from: clip.sampleRate, to: SampleRate.speech)
        }

        func time(_ frames: Int) -> Duration { .seconds(Double(frames) / Double(format.rate)) }

        /// The stretch of 16 kHz audio that belongs to frames of the device.
        mutating func reference(of frames: Int, from offset: Int) throws(ResamplingError) -> [Int16] {
            let start = offset * SampleRate.speech / format.rate,
                end = (offset + frames) * SampleRate.speech / format.rate
            return Array(try reference.samples(end - start, from: start))
        }
    }

    private func run(_ pass: inout Pass, _ orders: () -> Orders) throws -> PlaybackEnd {
        pass.progressAt = clock.now
        while true {
            switch orders() {
            case .stop:
                takeBack(&pass)
                return .stopped(after: pass.time(pass.written))
            case .pause:
                takeBack(&pass)
                while orders() == .pause { clock.sleep(until: clock.now + Self.slice) }
                // A device that cannot go on is opened anew by whoever plays next.
                if sink.prepare() < 0 { try fail("snd_pcm_prepare", -EIO) }
                pass.progressAt = clock.now
            case .play:
                if !pass.hasEnded { try write(&pass) } else if try sound(&pass) { return .finished }
            }
        }
    }

    /// Hands over the next period, or waits for room.
    private func write(_ pass: inout Pass) throws {
        let chunk = try pass.sound.samples(pass.format.periodFrames, from: pass.written)
        guard !chunk.isEmpty else {
            pass.hasEnded = true
            let started = sink.start()
            if started < 0, started != -EPIPE { try recover(started, "snd_pcm_start", &pass) }
            pass.delay = .max
            return
        }
        let delay = max(0, sink.delay())
        let taken = sink.write(pass.encoder.encode(chunk)[...])
        switch taken {
        case 1...:
            tape.record(try pass.reference(of: taken, from: pass.written), soundingAt: clock.now + pass.time(delay))
            pass.written += taken
            pass.progressAt = clock.now
            pass.recoveries = 0
        case 0, Int(-EAGAIN):
            switch sink.wait(Self.slice) {
            // Room again: this thread was late, not the device. One that says so for ever and takes nothing is caught
            // as well.
            case .ready: if clock.now - pass.progressAt >= Self.stall * 4 { try stalled() }
            case .timedOut: if clock.now - pass.progressAt >= Self.stall { try stalled() }
            case .failed(let code): try recover(code, "snd_pcm_wait", &pass)
            }
        default:
            try recover(Int32(clamping: taken), "snd_pcm_writei", &pass)
        }
    }

    /// Waits a moment for what was handed over to sound.
    ///
    /// - Returns: whether it has, but for the last period.
    private func sound(_ pass: inout Pass) throws -> Bool {
        let delay = sink.delay()
        // A device that has stopped has played all.
        guard delay > pass.format.periodFrames else { return true }
        if delay < pass.delay {
            pass.delay = delay
            pass.progressAt = clock.now
        } else if clock.now - pass.progressAt >= Self.stall {
            try stalled()
        }
        clock.sleep(until: clock.now + min(pass.time(delay - pass.format.periodFrames), Self.slice))
        return false
    }

    /// Silence at once: what has not sounded is taken back from the device and from the tape.
    private func takeBack(_ pass: inout Pass) {
        let delay = max(0, sink.delay())
        _ = sink.drop()
        tape.truncate(at: clock.now)
        pass.written = max(0, pass.written - delay)
        pass.hasEnded = false
        pass.delay = 0
    }

    /// Goes on after an underrun or a suspend; anything else ends the clip.
    private func recover(_ code: Int32, _ function: String, _ pass: inout Pass) throws {
        switch -code {
        case EINTR, EAGAIN: return
        case EPIPE, ESTRPIPE:
            if pass.written > 0 { underruns += 1 }
            pass.recoveries += 1
            guard pass.recoveries <= Self.fruitlessRecoveries else { try stalled() }
            if sink.prepare() >= 0 { return }
        default: break
        }
        try fail(function, code)
    }

    private func stalled() throws -> Never {
        close()
        throw ALSAError.stalled(device: device)
    }

    private func fail(_ function: String, _ code: Int32) throws -> Never {
        close()
        throw ALSAError(PCMFailure(function, code), device: device)
    }
}
