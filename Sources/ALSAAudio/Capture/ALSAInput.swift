internal import Dispatch
internal import Foundation
internal import PlatformSupport
public import Speech

/// Settings of a capture device.
public struct CaptureSettings: Equatable, Sendable {
    /// ALSA device name: `hw:CARD=<id>`, `plughw:CARD=<id>` or a name from ALSA's configuration such as `default`.
    /// Names with a card number are rejected, because numbers change between starts (fault A4).
    public var device = "default"
    /// Length of a frame, 10…100 ms, default 20 ms. Other values are clamped.
    public var frame = Duration.milliseconds(20)
    /// Channel to use, from 0; `nil` for the mean of all channels. Microphone arrays often have their best signal in
    /// the first channel.
    public var channel: Int?
    /// Audio that is kept while the consumer is busy, 5…60 s, default 30 s. The oldest audio is dropped when the buffer
    /// is full (C12).
    public var buffer = Duration.seconds(30)

    /// Creates settings for a device with the default frame and buffer lengths.
    public init(device: String = "default") { self.device = device }

    /// Checks the device name.
    ///
    /// - Throws: `ALSAError.unstableName`.
    func validate() throws(ALSAError) {
        guard !ALSADevices.isNumbered(device) else { throw .unstableName(device) }
    }
}

/// A microphone opened through ALSA, converted to 16 kHz mono.
///
/// A separate thread reads the device, so no audio is lost while the consumer is busy. The thread recovers from
/// overruns, suspends, stalls and unplugged devices (`CaptureMachine`) and reopens the device for as long as necessary.
/// A missing device is therefore a status, not an error. The thread ends when the input is closed or released.
/// Thread-safe; one consumer.
///
/// ```swift
/// let microphone = try ALSAInput(CaptureSettings(device: "plughw:CARD=Yeti"))
/// while let frame = try await microphone.nextFrame() {
///     print(frame.start, frame.samples.count, microphone.status.availability)
/// }
/// ```
public final class ALSAInput: MonitoredAudioInput {
    private let stream: CaptureStream
    private let stopSignal: StopSignal

    /// Starts the capture thread, which opens the device.
    ///
    /// - Throws: `ALSAError.unstableName` for a name with a card number.
    public convenience init(_ settings: CaptureSettings = CaptureSettings()) throws(ALSAError) {
        try settings.validate()
        let device = settings.device
        self.init(settings) { ALSASource(device: device, rate: SampleRate.speech) }
    }

    /// Starts the capture thread on any source.
    ///
    /// - Parameter source: creates the device; called on the capture thread.
    init(
        _ settings: CaptureSettings, limits: CaptureLimits = CaptureLimits(),
        source: @escaping @Sendable () -> any PCMSource
    ) {
        let frame = min(max(settings.frame, .milliseconds(10)), .milliseconds(100)),
            buffer = min(max(settings.buffer, .seconds(5)), .seconds(60))
        let stream = CaptureStream(
            device: settings.device, frameSamples: SampleCount(seconds: frame.seconds).samples,
            capacity: SampleCount(seconds: buffer.seconds).samples)
        let stopSignal = StopSignal(), channel = settings.channel
        self.stream = stream
        self.stopSignal = stopSignal
        let thread = Thread {
            let loop = CaptureLoop(
                source: source(), stream: stream, clock: CaptureThreadClock(stopSignal), channel: channel,
                limits: limits)
            while !stopSignal.isRaised { loop.step() }
            loop.end()
        }
        thread.name = "brews-capture"
        thread.qualityOfService = .userInteractive
        thread.start()
    }

    deinit { stopSignal.raise() }

    /// Current status: availability, format, counters of faults.
    public var status: MicrophoneStatus { stream.status }

    /// The current status, then each change of it. At most 16 unread values are kept, the newest ones.
    public func statusUpdates() -> AsyncStream<MicrophoneStatus> { stream.updates() }

    /// The next frame, waiting for it if necessary; `nil` after `close`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or another task waits for a frame.
    public func nextFrame() async throws -> AudioFrame? { try await stream.nextFrame() }

    /// Drops the captured audio that has not been read, and returns its length.
    @discardableResult
    public func discardBacklog() -> SampleCount { stream.discard() }

    /// Stops the capture thread. The device is closed within 0.5 s.
    public func close() { stopSignal.raise() }
}

/// Stops the capture thread, also while it sleeps.
private final class StopSignal: Sendable {
    private let flag = AbortFlag()
    private let wake = DispatchSemaphore(value: 0)

    var isRaised: Bool { flag.isRaised }

    func raise() {
        flag.raise()
        wake.signal()
    }

    func sleep(_ duration: Duration) {
        guard !isRaised, duration > .zero else { return }
        _ = wake.wait(timeout: .now() + duration.seconds)
    }
}

private final class CaptureThreadClock: AudioThreadClock {
    private let stopSignal: StopSignal

    init(_ stopSignal: StopSignal) { self.stopSignal = stopSignal }

    var now: Duration { MonotonicClock.system.now() }

    func sleep(until deadline: Duration) { stopSignal.sleep(deadline - now) }
}
