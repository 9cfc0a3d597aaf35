internal import Glibc
internal import Speech

/// How long a capture device is waited for.
struct CaptureLimits: Equatable, Sendable {
    /// Longest single wait for audio (fault A5). When nothing came in it, audio is missing before the next frame.
    var wait = Duration.milliseconds(500)
    /// Without a frame for this long the device has failed (A5).
    var stall = Duration.seconds(2)
    /// A suspended device that is not back after this is opened anew (A2).
    var suspended = Duration.seconds(5)
    /// Between two attempts to wake a suspended device.
    var resumeEvery = Duration.milliseconds(100)
    /// First and longest wait before the device is opened anew; each is double the one before (A3).
    var firstBackOff = Duration.milliseconds(100)
    var longestBackOff = Duration.seconds(2)
    /// After running this long without a fault the waits begin at the first one again.
    var steady = Duration.seconds(5)
    /// Overruns in a row without a frame between them that make a failure.
    var fruitlessRestarts = 10
}

/// The life of a capture device: what has happened goes in, what to do next comes out. Pure; time is passed in.
///
/// Whoever executes it does one action after another and reports what became of each: `start` → `open` → `opened` →
/// `wait` → `waited` → `read` → …
struct CaptureMachine: Sendable {
    enum Action: Equatable, Sendable {
        case open
        /// Do nothing until then; report `slept`.
        case sleep(until: Duration)
        case wait(Duration)
        case read
        /// Make the device ready after an overrun.
        case restart
        case resume
        case close
    }

    private enum State: Equatable {
        case closed
        /// Between two attempts to open.
        case resting(until: Duration)
        case opening
        case running
        /// Running, and given a moment because there was nothing to read although there should have been.
        case dozing(until: Duration)
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
    /// After a stall or a wrong rate frames are believed only once the rate was right for a second.
    private var isOnProbation = false

    private(set) var availability = MicrophoneStatus.Availability.starting
    private(set) var counters = MicrophoneStatus.Counters()
    /// Whether frames that are read now are to be handed on.
    private(set) var delivers = false
    /// Whether audio was lost before the next frame that is handed on.
    private(set) var isInterrupted = false

    init(limits: CaptureLimits = CaptureLimits()) {
        self.limits = limits
        backOff = limits.firstBackOff
    }

    mutating func start() -> Action {
        state = .opening
        return .open
    }

    /// - Parameter rate: frames a second that the device says it gives.
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
        return rest(at: now)
    }

    mutating func slept(at now: Duration) -> Action {
        switch state {
        case .resting(let until):
            guard now >= until else { return .sleep(until: until) }
            state = .opening
            return .open
        case .suspended(let tryAt, let giveUpAt):
            guard now >= tryAt else { return .sleep(until: tryAt) }
            state = .resuming(giveUpAt: giveUpAt)
            return .resume
        case .dozing(let until):
            guard now >= until else { return .sleep(until: until) }
            return wait(at: now)
        case .closed, .opening, .running, .restarting, .resuming, .closing:
            return wait(at: now)
        }
    }

    mutating func waited(_ result: PCMWait, at now: Duration) -> Action {
        switch result {
        case .ready: return .read
        case .timedOut: return nothing(at: now) ?? wait(at: now)
        case .failed(let code): return failed(code, at: now)
        }
    }

    /// - Parameter frames: of the device, 0 or more.
    mutating func read(_ frames: Int, at now: Duration) -> Action {
        guard frames > 0 else {
            if let action = nothing(at: now) { return action }
            // Ready and yet nothing: never spin on a device that lies.
            state = .dozing(until: now + .milliseconds(10))
            return .sleep(until: now + .milliseconds(10))
        }
        lastAudio = now
        restarts = 0
        if case .deviating(let measured) = observe(frames, at: now) { return wrongRate(measured, at: now) }
        if isOnProbation, rate?.verdict == .nominal { isOnProbation = false }
        delivers = !isOnProbation
        if delivers { availability = .available }
        if now - runningSince >= limits.steady { backOff = limits.firstBackOff }
        return wait(at: now)
    }

    /// The frames read last were handed on.
    mutating func delivered() { isInterrupted = false }

    /// - Parameter code: negative errno of waiting or reading.
    mutating func failed(_ code: Int32, at now: Duration) -> Action {
        switch -code {
        case EINTR, EAGAIN:
            return nothing(at: now) ?? wait(at: now)
        case EPIPE:
            counters.overruns += 1
            restarts += 1
            isInterrupted = true
            guard restarts <= limits.fruitlessRestarts else { return lose(.lost, at: now) }
            state = .restarting
            return .restart
        case ESTRPIPE:
            counters.suspensions += 1
            isInterrupted = true
            becomeUnavailable(.suspended, at: now)
            state = .resuming(giveUpAt: now + limits.suspended)
            return .resume
        default:
            counters.losses += 1
            return lose(.lost, at: now)
        }
    }

    /// - Parameter code: 0 or a negative errno.
    mutating func restarted(_ code: Int32, at now: Duration) -> Action {
        guard code >= 0 else {
            if -code == ESTRPIPE { return failed(code, at: now) }
            counters.losses += 1
            return lose(.lost, at: now)
        }
        // The watches begin anew: what was lost may be the reading thread's fault. A device that overruns without ever
        // giving a frame is caught by `restarts`.
        rate = RateMonitor(rate: nominalRate)
        lastAudio = now
        return wait(at: now)
    }

    /// - Parameter code: 0, -EAGAIN while the device is not back, or another negative errno.
    mutating func resumed(_ code: Int32, at now: Duration) -> Action {
        guard case .resuming(let giveUpAt) = state else { return wait(at: now) }
        if code >= 0 { return restarted(0, at: now) }
        if -code == EAGAIN {
            guard now < giveUpAt else {
                // The wait was long enough: the first attempt to open comes soon.
                backOff = limits.firstBackOff
                return lose(.suspended, at: now)
            }
            let tryAt = min(now + limits.resumeEvery, giveUpAt)
            state = .suspended(tryAt: tryAt, giveUpAt: giveUpAt)
            return .sleep(until: tryAt)
        }
        // Most devices cannot go on where they were; they begin anew.
        state = .restarting
        return .restart
    }

    mutating func closed(at now: Duration) -> Action { rest(at: now) }

    private mutating func run(since now: Duration) -> Action {
        runningSince = now
        lastAudio = now
        return wait(at: now)
    }

    private mutating func wait(at now: Duration) -> Action {
        state = .running
        return .wait(min(limits.wait, max(.milliseconds(1), lastAudio + limits.stall - now)))
    }

    /// What to do because nothing came, if that is anything.
    private mutating func nothing(at now: Duration) -> Action? {
        if now - lastAudio >= limits.stall {
            counters.stalls += 1
            isOnProbation = true
            return lose(.stalled, at: now)
        }
        guard now - lastAudio < limits.wait else {
            // A device that pauses is not one that runs too slowly: its rate is judged anew from the next frame on.
            isInterrupted = true
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
        isOnProbation = true
        return lose(.wrongRate(measured: Int(min(measured, 1e9))), at: now)
    }

    private mutating func lose(_ fault: MicrophoneFault, at now: Duration) -> Action {
        becomeUnavailable(fault, at: now)
        state = .closing
        return .close
    }

    private mutating func rest(at now: Duration) -> Action {
        let until = now + backOff
        backOff = min(backOff * 2, limits.longestBackOff)
        state = .resting(until: until)
        return .sleep(until: until)
    }

    private mutating func becomeUnavailable(_ fault: MicrophoneFault, at now: Duration) {
        delivers = false
        isInterrupted = true
        // Since when is told by the first fault; why, by the newest.
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
