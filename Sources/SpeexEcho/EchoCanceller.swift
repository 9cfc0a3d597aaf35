internal import CSpeexDSP
internal import Speech

/// An error of the echo canceller.
public enum EchoError: Error, Equatable, Sendable {
    /// A setting is outside its range.
    case settingOutOfRange(name: String, range: String)
    /// The microphone (near) block and the loudspeaker (far) block must both have `expected` samples.
    case blockSizeMismatch(expected: Int, near: Int, far: Int)
    /// speexdsp could not allocate its state.
    case initializationFailed(function: String)
}

/// Settings of the echo canceller.
public struct EchoSettings: Equatable, Sendable {
    /// Length of a processing block, 10…20 ms. Shorter blocks adapt sooner to a change in the room.
    public var block = Duration.milliseconds(10)
    /// Length of the adaptive filter, 50…500 ms: the longest echo that can be cancelled. A longer filter adapts more
    /// slowly; benchmarks/README.md has figures.
    public var filter = Duration.milliseconds(200)

    /// Creates settings with the defaults: blocks of 10 ms, a filter of 200 ms.
    public init() {}

    /// Checks the ranges.
    ///
    /// - Throws: `EchoError.settingOutOfRange`.
    func validate() throws(EchoError) {
        guard (Duration.milliseconds(10)...Duration.milliseconds(20)).contains(block) else {
            throw .settingOutOfRange(name: "block", range: "10…20 ms")
        }
        guard (Duration.milliseconds(50)...Duration.milliseconds(500)).contains(filter) else {
            throw .settingOutOfRange(name: "filter", range: "50…500 ms")
        }
    }
}

/// Acoustic echo canceller for 16 kHz mono audio (speexdsp).
///
/// Removes the loudspeaker's signal from the microphone's signal with an adaptive filter (`speex_echo_cancellation`:
/// block frequency-domain adaptation with a learning rate that drops during double talk; Valin 2007, "On adjusting the
/// learning rate in frequency domain echo cancellation with double-talk"). Adds no delay. A built-in high-pass filter
/// removes everything below about 50 Hz from the signal.
///
/// Not thread-safe. Blocks must be passed in order.
///
/// speexdsp's residual echo suppressor (`speex_preprocess_run`) is not used: with it, fewer of the recorded orders
/// spoken over a prompt are understood (benchmarks/README.md).
///
/// ```swift
/// let canceller = try EchoCanceller()
/// let clean = try canceller.process(near: microphoneBlock, far: loudspeakerBlock)
/// ```
public final class EchoCanceller {
    private let echo: OpaquePointer
    /// Samples per block.
    public let blockSamples: Int

    /// Creates a canceller (`speex_echo_state_init`).
    ///
    /// - Throws: `EchoError` for a setting outside its range, or when memory is exhausted.
    public init(_ settings: EchoSettings = EchoSettings()) throws(EchoError) {
        try settings.validate()
        blockSamples = SampleCount(seconds: settings.block.seconds).samples
        let block = Int32(blockSamples), filter = Int32(SampleCount(seconds: settings.filter.seconds).samples)
        guard let echo = speex_echo_state_init(block, filter) else {
            throw .initializationFailed(function: "speex_echo_state_init")
        }
        self.echo = echo
        var rate = Int32(SampleRate.speech)
        speex_echo_ctl(echo, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
    }

    deinit { speex_echo_state_destroy(echo) }

    /// Removes the echo from one block.
    ///
    /// - Parameters:
    ///   - near: microphone samples, `blockSamples` of them.
    ///   - far: loudspeaker samples of the same time or slightly earlier. The filter cannot remove an echo that
    ///     precedes its source.
    /// - Returns: the cleaned microphone samples.
    /// - Throws: `EchoError.blockSizeMismatch`.
    public func process(near: [Int16], far: [Int16]) throws(EchoError) -> [Int16] {
        guard near.count == blockSamples, far.count == blockSamples else {
            throw .blockSizeMismatch(expected: blockSamples, near: near.count, far: far.count)
        }
        return [Int16](unsafeUninitializedCapacity: blockSamples) { clean, count in
            count = blockSamples
            near.withUnsafeBufferPointer { near in
                far.withUnsafeBufferPointer { far in
                    speex_echo_cancellation(echo, near.baseAddress, far.baseAddress, clean.baseAddress)
                }
            }
        }
    }

    /// Resets the adaptive filter, for example after the microphone has moved (`speex_echo_state_reset`).
    public func reset() { speex_echo_state_reset(echo) }
}
