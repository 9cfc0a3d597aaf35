internal import Glibc
internal import Speech

/// Time-outs and retry limits of a capture device.
struct CaptureLimits: Equatable, Sendable {
    /// Longest single wait for audio (fault A5). If none arrives, the next frame is marked as following a gap.
    var wait = Duration.milliseconds(500)
    /// Time without a frame after which the device has failed (A5).
    var stall = Duration.seconds(2)
    /// Time after which a suspended device is reopened (A2).
    var suspended = Duration.seconds(5)
    /// Interval between attempts to resume a suspended device.
    var resumeEvery = Duration.milliseconds(100)
    /// First and longest delay before the device is reopened. Each delay is twice the one before (A3).
    var firstBackOff = Duration.milliseconds(100)
    var longestBackOff = Duration.seconds(2)
    /// Time without a fault after which the delay returns to `firstBackOff`.
    var steady = Duration.seconds(5)
    /// Consecutive overruns without a frame between them that count as a failure.
    var maxConsecutiveOverruns = 10
}

/// State machine of a capture device's life cycle. Pure: the caller passes in the time.
///
/// Each method takes an event and returns the next action. The executor performs one action after another and reports
/// each result: `start` → `open` → `opened` → `wait` → `waited` → `read` → …
struct CaptureMachine: Sendable {
    enum Action: Equatable, Sendable {
        case open
        /// Wait until the given time, then report `slept`.
        case sleep(until: Duration)
        case wait(Duration)
        case read
        /// Prepare and start the device again after an overrun.
        case restart
        case resume
        case close
    }

    private enum State: Equatable {
        case closed
        /// Waiting before the next attempt to open the device.
        case waitingToReopen(until: Duration)
        case opening
        case running
        /// Waiting after the device reported audio and then gave none.
        case pausedAfterEmptyRead(until: Duration)
        case restarting
        case resuming(giveUpAt: Duration)
        case suspended(tryAt: Duration, giveUpAt: Duration)
        case closing
    }

    private let limits: CaptureLimits
    private var state = State.closed
    private var backOff: Duration
    private var runningSince = Duration.zero
    private var lastAudio = Duration.zero
    private var restarts = 0
    private var hasRun = false
    private var rate: RateMonitor?
    private var nominalRate = 1
    /// Whether frames are withheld until the rate has been right for one second. Set after a stall or a wrong rate.
    private var awaitsRateCheck = false

    private(set) var availability = MicrophoneStatus.Availability.starting
    private(set) var counters = MicrophoneStatus.Counters()
    /// Whether frames that are read now are passed on.
    private(set) var deliversFrames = false
    /// Whether audio was lost before the next frame that is passed on.
    private(set) var hasGap = false

    init(limits: CaptureLimits = CaptureLimits()) {
        self.limits = limits
        backOff = limits.firstBackOff
    }

    mutating func start() -> Action {
        state = .opening
        return .open
    }

    /// - Parameter rate: sample rate in hertz that the device reports.
    mutating func opened(rate nominal: Int, at now: Duration) -> Action {
        if hasRun { counters.reopenings += 1 }
        hasRun = true
        nominalRate = nominal
        rate = RateMonitor(rate: nominal)
        restarts = 0
        return run(since: now)
    }

    /// - Parameter code: negative errno.
    mutating func openFailed(_ code: Int32, message: String, at now: Duration) -> Action {
        counters.failedOpenings += 1
        becomeUnavailable(Self.fault(opening: code, message: message), at: now)
        return scheduleReopening(at: now)
    }

    mutating func slept(at now: Duration) -> Action {
        switch state {
        case .waitingToReopen(let until):
            guard now >= until else { return .sleep(until: until) }
            state = .opening
            return .open
        case .suspended(let tryAt, let giveUpAt):
            guard now >= tryAt else { return .sleep(until: tryAt) }
            state = .resuming(giveUpAt: giveUpAt)
            return .resume
        case .pausedAfterEmptyRead(let until):
            guard now >= until else { return .sleep(until: until) }
            return wait(at: now)
        case .closed, .opening, .running, .restarting, .resuming, .closing:
            return wait(at: now)
        }
    }

    mutating func waited(_ result: PCMWait, at now: Duration) -> Action {
        switch result {
        case .ready: return .read
        case .timedOut: return handleMissingAudio(at: now) ?? wait(at: now)
        case .failed(let code): return failed(code, at: now)
        }
    }

    /// - Parameter frames: number of frames read, 0 or more.
    mutating func read(_ frames: Int, at now: Duration) -> Action {
        guard frames > 0 else {
            if let action = handleMissingAudio(at: now) { return action }
            // Ready, but no frames: a short delay prevents a busy loop on a faulty device.
            state = .pausedAfterEmptyRead(until: now + .milliseconds(10))
            return .sleep(until: now + .milliseconds(10))
        }
        lastAudio = now
        restarts = 0
        if case .deviating(let measured) = observe(frames, at: now) { return wrongRate(measured, at: now) }
        if awaitsRateCheck, rate?.verdict == .nominal { awaitsRateCheck = false }
        deliversFrames = !awaitsRateCheck
        if deliversFrames { availability = .available }
        if now - runningSince >= limits.steady { backOff = limits.firstBackOff }
        return wait(at: now)
    }

    /// Reports that the frames read last were passed on.
    mutating func delivered() { hasGap = false }

    /// - Parameter code: negative errno of waiting or reading.
    mutating func failed(_ code: Int32, at now: Duration) -> Action {
        switch -code {
        case EINTR, EAGAIN:
            return handleMissingAudio(at: now) ?? wait(at: now)
        case EPIPE:
            counters.overruns += 1
            restarts += 1
            hasGap = true
            guard restarts <= limits.maxConsecutiveOverruns else { return failDevice(.lost, at: now) }
            state = .restarting
            return .restart
        case ESTRPIPE:
            counters.suspensions += 1
            hasGap = true
            becomeUnavailable(.suspended, at: now)
            state = .resuming(giveUpAt: now + limits.suspended)
            return .resume
        default:
            counters.losses += 1
            return failDevice(.lost, at: now)
        }
    }

    /// - Parameter code: 0 or a negative errno.
    mutating func restarted(_ code: Int32, at now: Duration) -> Action {
        guard code >= 0 else {
            if -code == ESTRPIPE { return failed(code, at: now) }
            counters.losses += 1
            return failDevice(.lost, at: now)
        }
        // The rate measurement starts again: the reading thread may have caused the loss. `restarts` detects a device
        // that overruns without ever giving a frame.
        rate = RateMonitor(rate: nominalRate)
        lastAudio = now
        return wait(at: now)
    }

    /// - Parameter code: 0; -EAGAIN while the device is still suspended; or another negative errno.
    mutating func resumed(_ code: Int32, at now: Duration) -> Action {
        guard case .resuming(let giveUpAt) = state else { return wait(at: now) }
        if code >= 0 { return restarted(0, at: now) }
        if -code == EAGAIN {
            guard now < giveUpAt else {
                // The device has been awaited long enough: the first attempt to open it follows soon.
                backOff = limits.firstBackOff
                return failDevice(.suspended, at: now)
            }
            let tryAt = min(now + limits.resumeEvery, giveUpAt)
            state = .suspended(tryAt: tryAt, giveUpAt: giveUpAt)
            return .sleep(until: tryAt)
        }
        // Most devices cannot resume where they stopped. They are prepared and started again.
        state = .restarting
        return .restart
    }

    mutating func closed(at now: Duration) -> Action { scheduleReopening(at: now) }

    private mutating func run(since now: Duration) -> Action {
        runningSince = now
        lastAudio = now
        return wait(at: now)
    }

    private mutating func wait(at now: Duration) -> Action {
        state = .running
        return .wait(min(limits.wait, max(.milliseconds(1), lastAudio + limits.stall - now)))
    }

    /// Handles a wait or a read without audio.
    ///
    /// - Returns: the action to take; `nil` to keep waiting.
    private mutating func handleMissingAudio(at now: Duration) -> Action? {
        if now - lastAudio >= limits.stall {
            counters.stalls += 1
            awaitsRateCheck = true
            return failDevice(.stalled, at: now)
        }
        guard now - lastAudio < limits.wait else {
            // A device that pauses is not a device that runs too slowly: its rate is measured again from the next
            // frame.
            hasGap = true
            rate = RateMonitor(rate: nominalRate)
            return nil
        }
        if case .deviating(let measured) = observe(0, at: now), measured > 0 { return wrongRate(measured, at: now) }
        return nil
    }

    private mutating func observe(_ frames: Int, at now: Duration) -> RateMonitor.Verdict {
        rate?.observe(samples: frames, at: now) ?? .unknown
    }

    private mutating func wrongRate(_ measured: Double, at now: Duration) -> Action {
        counters.rateFaults += 1
        awaitsRateCheck = true
        return failDevice(.wrongRate(measured: Int(min(measured, 1e9))), at: now)
    }

    private mutating func failDevice(_ fault: MicrophoneFault, at now: Duration) -> Action {
        becomeUnavailable(fault, at: now)
        state = .closing
        return .close
    }

    private mutating func scheduleReopening(at now: Duration) -> Action {
        let until = now + backOff
        backOff = min(backOff * 2, limits.longestBackOff)
        state = .waitingToReopen(until: until)
        return .sleep(until: until)
    }

    private mutating func becomeUnavailable(_ fault: MicrophoneFault, at now: Duration) {
        deliversFrames = false
        hasGap = true
        // The time of the first fault is kept, with the reason of the latest one.
        if case .unavailable(_, let since) = availability {
            availability = .unavailable(fault, since: since)
        } else {
            availability = .unavailable(fault, since: now)
        }
    }

    static func fault(opening code: Int32, message: String) -> MicrophoneFault {
        switch -code {
        case EBUSY: .busy
        case ENOENT, ENODEV, ENXIO: .missing
        case EACCES, EPERM: .denied
        case EINVAL: .unsupported
        default: .failed(message)
        }
    }
}
