internal import Glibc
internal import Resampling
internal import Speech

/// Plays clips on a device that stays open between them. Confined to one thread.
///
/// Samples are written one period at a time. Between two periods the player checks whether the clip was stopped or
/// paused, and then discards what is still in the device's buffer.
final class ClipPlayer {
    /// Time without accepted samples after which the device has failed. With the period before it, the failure is
    /// reported within the 300 ms of fault A11.
    static let stall = Duration.milliseconds(260)
    /// Consecutive underruns without an accepted sample that count as a failure.
    private static let maxConsecutiveUnderruns = 5
    /// Interval between checks for stop and pause.
    private static let slice = Duration.milliseconds(20)

    enum Command: Equatable { case play, pause, stop }

    private let device: String
    private let sink: any PCMSink
    private let clock: any AudioThreadClock
    private let reference: EchoReferenceBuffer
    private var format: PCMFormat?
    /// Number of underruns inside clips.
    private(set) var underruns = 0

    init(device: String, sink: any PCMSink, clock: any AudioThreadClock, reference: EchoReferenceBuffer) {
        self.device = device
        self.sink = sink
        self.clock = clock
        self.reference = reference
    }

    /// Opens the device if it is closed, and prepares it.
    ///
    /// - Parameter rate: requested sample rate in hertz if the device must be opened.
    func open(rate: Int) throws(ALSAError) -> PCMFormat {
        if let format {
            // The device is still playing or could be prepared. Otherwise it was removed since the last clip.
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

    /// Waits until the last period of the last clip has been played.
    func finish() {
        let deadline = clock.now + Self.stall
        while format != nil, clock.now < deadline, sink.delay() > 0 { clock.sleep(until: clock.now + Self.slice / 4) }
    }

    /// Plays a clip until it ends or is stopped.
    ///
    /// Returns when the last period starts to play, so that the next clip follows without a gap.
    ///
    /// - Parameter command: called between two periods.
    func play(_ clip: AudioClip, command: () -> Command) throws(ALSAError) -> PlaybackEnd {
        guard command() != .stop else { return .stopped(after: .zero) }
        let format = try open(rate: clip.sampleRate)
        do {
            var pass = try Pass(clip, format)
            return try run(&pass, command)
        } catch let error as ResamplingError {
            throw .resampling(device: device, reason: error.reason)
        } catch let error as ALSAError {
            throw error
        } catch {
            throw .failed(function: "play", device: device, code: 0, message: "\(error)")
        }
    }

    /// Progress of one clip.
    private struct Pass {
        let encoder: PlaybackEncoder
        let format: PCMFormat
        var sound: ClipSamples
        var reference: ClipSamples
        /// Frames written to the device.
        var written = 0
        /// Frames written but not yet played when the device was last queried.
        var delay = 0
        var progressAt = Duration.zero
        /// Recoveries since `progressAt`.
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

        /// The 16 kHz samples that correspond to a range of device frames.
        mutating func reference(of frames: Int, from offset: Int) throws(ResamplingError) -> [Int16] {
            let start = offset * SampleRate.speech / format.rate,
                end = (offset + frames) * SampleRate.speech / format.rate
            return Array(try reference.samples(end - start, from: start))
        }
    }

    private func run(_ pass: inout Pass, _ command: () -> Command) throws -> PlaybackEnd {
        pass.progressAt = clock.now
        while true {
            switch command() {
            case .stop:
                discardPending(&pass)
                return .stopped(after: pass.time(pass.written))
            case .pause:
                discardPending(&pass)
                while command() == .pause { clock.sleep(until: clock.now + Self.slice) }
                // A device that cannot continue is reopened for the next clip.
                if sink.prepare() < 0 { try fail("snd_pcm_prepare", -EIO) }
                pass.progressAt = clock.now
            case .play:
                if !pass.hasEnded { try write(&pass) } else if try sound(&pass) { return .finished }
            }
        }
    }

    /// Writes the next period, or waits for space in the device's buffer.
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
            reference.record(
                try pass.reference(of: taken, from: pass.written), soundingAt: clock.now + pass.time(delay))
            pass.written += taken
            pass.progressAt = clock.now
            pass.recoveries = 0
        case 0, Int(-EAGAIN):
            switch sink.wait(Self.slice) {
            // The buffer has space again: this thread was late, not the device. The longer limit detects a device that
            // always reports space and accepts nothing.
            case .ready: if clock.now - pass.progressAt >= Self.stall * 4 { try stalled() }
            case .timedOut: if clock.now - pass.progressAt >= Self.stall { try stalled() }
            case .failed(let code): try recover(code, "snd_pcm_wait", &pass)
            }
        default:
            try recover(Int32(clamping: taken), "snd_pcm_writei", &pass)
        }
    }

    /// Waits up to one slice for the written frames to be played.
    ///
    /// - Returns: whether all but the last period have been played.
    private func sound(_ pass: inout Pass) throws -> Bool {
        let delay = sink.delay()
        // A device that has stopped has played everything.
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

    /// Stops the sound at once: removes what has not been played from the device and from the reference.
    private func discardPending(_ pass: inout Pass) {
        let delay = max(0, sink.delay())
        _ = sink.drop()
        reference.truncate(at: clock.now)
        pass.written = max(0, pass.written - delay)
        pass.hasEnded = false
        pass.delay = 0
    }

    /// Continues after an underrun or a suspend. Any other error ends the clip.
    private func recover(_ code: Int32, _ function: String, _ pass: inout Pass) throws {
        switch -code {
        case EINTR, EAGAIN: return
        case EPIPE, ESTRPIPE:
            if pass.written > 0 { underruns += 1 }
            pass.recoveries += 1
            guard pass.recoveries <= Self.maxConsecutiveUnderruns else { try stalled() }
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
