internal import CSpeexDSP
internal import Speech

/// Why echo cannot be cancelled.
public enum EchoError: Error, Equatable, Sendable {
    case settingOutOfRange(name: String, range: String)
    /// Near and far block must both have `expected` samples.
    case wrongBlock(expected: Int, near: Int, far: Int)
    /// The library gave no state: no memory.
    case noState(function: String)
}

/// How echo is cancelled.
public struct EchoSettings: Equatable, Sendable {
    /// Length of a block, 10…20 ms. Shorter ones follow a room that changes sooner.
    public var block = Duration.milliseconds(10)
    /// How long after a sound its echo may last and still be cancelled, 50…500 ms. A longer filter learns more slowly;
    /// benchmarks/README.md has figures.
    public var filter = Duration.milliseconds(200)

    public init() {}

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

/// Takes what the loudspeaker plays out of what the microphone hears, with speexdsp's adaptive filter
/// (`speex_echo_cancellation`: block frequency-domain adaptation that slows down by itself while the guest speaks;
/// Valin 2007, "On adjusting the learning rate in frequency domain echo cancellation with double-talk").
///
/// Block by block, in order, without delay; what lies under 50 Hz or so is taken from every signal. One owner makes all
/// calls. 16 kHz mono.
///
/// speexdsp can suppress the rest as well (`speex_preprocess_run`), but recorded orders spoken over a prompt are then
/// understood less often (benchmarks/README.md).
public final class EchoCanceller {
    private let echo: OpaquePointer
    /// Samples of every block.
    public let blockSamples: Int

    /// - Throws: `EchoError`.
    public init(_ settings: EchoSettings = EchoSettings()) throws(EchoError) {
        try settings.validate()
        blockSamples = SampleCount(seconds: settings.block.seconds).samples
        let block = Int32(blockSamples), filter = Int32(SampleCount(seconds: settings.filter.seconds).samples)
        guard let echo = speex_echo_state_init(block, filter) else { throw .noState(function: "speex_echo_state_init") }
        self.echo = echo
        var rate = Int32(SampleRate.speech)
        speex_echo_ctl(echo, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
    }

    deinit { speex_echo_state_destroy(echo) }

    /// Cleans a block.
    ///
    /// - Parameters:
    ///   - near: what the microphone heard.
    ///   - far: what the loudspeaker played at the same time, or a little before; never later than it is heard.
    /// - Throws: `EchoError.wrongBlock`.
    public func process(near: [Int16], far: [Int16]) throws(EchoError) -> [Int16] {
        guard near.count == blockSamples, far.count == blockSamples else {
            throw .wrongBlock(expected: blockSamples, near: near.count, far: far.count)
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

    /// Forgets the room.
    public func reset() { speex_echo_state_reset(echo) }
}
