internal import Dispatch
internal import Foundation
internal import PlatformSupport
public import Speech

/// How a microphone is opened.
public struct CaptureSettings: Equatable, Sendable {
    /// ALSA's name of the device: `hw:CARD=<id>`, `plughw:CARD=<id>` or a name from ALSA's configuration such as
    /// `default`. Never a card's number (fault A4).
    public var device = "default"
    /// Length of a frame, 10…100 ms. 20 ms keep the delay small and cost little.
    public var frame = Duration.milliseconds(20)
    /// Channel to listen to, from 0; `nil` for the mean of all. Microphone arrays often have their best signal in the
    /// first.
    public var channel: Int?
    /// Audio that is kept while the consumer is busy, 5…60 s; older audio is dropped (C12).
    public var buffer = Duration.seconds(30)

    public init(device: String = "default") { self.device = device }

    /// - Throws: `ALSAError.unstableName`.
    func validate() throws(ALSAError) {
        guard !ALSADevices.isNumbered(device) else { throw .unstableName(device) }
    }
}

/// A microphone of ALSA, as 16 kHz mono whatever the device gives.
///
/// A thread of its own reads the device, so nothing is lost while the consumer is busy; it stays within the device's
/// errors (`CaptureMachine`) and opens it again for as long as it takes. A device that is not there is a status, not an
/// error. The thread ends when the input is closed or let go.
public final class ALSAInput: MonitoredAudioInput {
    private let stream: CaptureStream
    private let ender: CaptureEnder

    /// Starts listening.
    ///
    /// - Throws: `ALSAError.unstableName` for a name that holds a card's number.
    public convenience init(_ settings: CaptureSettings = CaptureSettings()) throws(ALSAError) {
        try settings.validate()
        let device = settings.device
        self.init(settings) { ALSASource(device: device, rate: SampleRate.speech) }
    }

    /// - Parameter source: makes the device, on the thread that will use it.
    init(
        _ settings: CaptureSettings, limits: CaptureLimits = CaptureLimits(),
        source: @escaping @Sendable () -> any PCMSource
    ) {
        let frame = min(max(settings.frame, .milliseconds(10)), .milliseconds(100)),
            buffer = min(max(settings.buffer, .seconds(5)), .seconds(60))
        let stream = CaptureStream(
            device: settings.device, frameSamples: SampleCount(seconds: frame.inSeconds).samples,
            capacity: SampleCount(seconds: buffer.inSeconds).samples)
        let ender = CaptureEnder(), channel = settings.channel
        self.stream = stream
        self.ender = ender
        let thread = Thread {
            let loop = CaptureLoop(
                source: source(), stream: stream, clock: CaptureThreadClock(ender), channel: channel, limits: limits)
            while !ender.isRaised { loop.step() }
            loop.end()
        }
        thread.name = "brews-capture"
        thread.qualityOfService = .userInteractive
        thread.start()
    }

    deinit { ender.raise() }

    public var status: MicrophoneStatus { stream.status }

    public func statusUpdates() -> AsyncStream<MicrophoneStatus> { stream.updates() }

    public func nextFrame() async throws -> AudioFrame? { try await stream.nextFrame() }

    @discardableResult
    public func discardBacklog() -> SampleCount { stream.discard() }

    /// The device is closed within half a second.
    public func close() { ender.raise() }
}

/// Ends the capture thread, also while it sleeps.
private final class CaptureEnder: Sendable {
    private let flag = AbortFlag()
    private let wake = DispatchSemaphore(value: 0)

    var isRaised: Bool { flag.isRaised }

    func raise() {
        flag.raise()
        wake.signal()
    }

    func sleep(_ duration: Duration) {
        guard !isRaised, duration > .zero else { return }
        _ = wake.wait(timeout: .now() + duration.inSeconds)
    }
}

private final class CaptureThreadClock: AudioThreadClock {
    private let ender: CaptureEnder

    init(_ ender: CaptureEnder) { self.ender = ender }

    var now: Duration { MonotonicClock.system.now() }

    func sleep(until deadline: Duration) { ender.sleep(deadline - now) }
}
