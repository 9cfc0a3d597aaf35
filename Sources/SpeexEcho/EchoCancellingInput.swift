internal import Foundation
public import Speech
internal import Synchronization

/// An audio input that removes the kiosk's own voice from the microphone signal.
///
/// Reads the loudspeaker's signal from a playback reference at the times when the microphone frames were captured.
/// Frames pass unchanged, at no cost, while nothing is playing and the last sound is long enough ago. Frames without a
/// capture time, such as those of a recording, also pass unchanged. Thread-safe; one consumer.
///
/// ```swift
/// let output = ALSAOutput()
/// let microphone = try EchoCancellingInput(ALSAInput(), reference: output.reference)
/// while let frame = try await microphone.nextFrame() { recognize(frame) }
/// ```
public final class EchoCancellingInput: MonitoredAudioInput {
    /// How much earlier the reference is read than the clocks say. Both clocks are estimates, and an echo must never
    /// appear to precede its source.
    private static let lead = SampleCount(seconds: 0.02)
    /// How long after the last sound frames are still processed, in addition to the filter's length.
    private static let tail = Duration.milliseconds(200)
    /// Clock difference in samples that is corrected at once. Smaller ones are corrected by one sample per block.
    private static let jump = SampleRate.speech / 100
    /// Clock difference in samples that is ignored, because the clock estimates vary by this much.
    private static let slack = 4

    private struct State {
        let canceller: EchoCanceller
        /// Samples that do not yet fill a block, and the capture time of the first.
        var pending: [Int16] = []
        var pendingCapturedAt = Duration.zero
        /// Index in the reference at which the next block is read; `nil` after a period without playback.
        var far: Int?
        /// A frame after a gap, held back while the samples before the gap are returned.
        var held: AudioFrame?
        var position = SamplePosition.zero
        var meter = EchoReturnLossMeter()
    }

    private let input: any MonitoredAudioInput
    private let reference: any PlaybackReference
    private let filter: Duration
    private let state: Mutex<State>

    /// Creates an input that reads from another input.
    ///
    /// - Parameters:
    ///   - input: the microphone.
    ///   - reference: what the loudspeaker plays, for example `ALSAOutput.reference`.
    ///   - settings: block and filter length.
    /// - Throws: `EchoError`.
    public init(
        _ input: any MonitoredAudioInput, reference: any PlaybackReference, settings: EchoSettings = EchoSettings()
    ) throws(EchoError) {
        self.input = input
        self.reference = reference
        filter = settings.filter
        state = Mutex(State(canceller: try EchoCanceller(settings)))
    }

    /// The next frame, cleaned; `nil` at the end of the input.
    ///
    /// - Throws: the error of the microphone, or `EchoError`.
    public func nextFrame() async throws -> AudioFrame? {
        while true {
            let held = state.withLock { $0.held.take() }
            guard let frame = if let held { held } else { try await input.nextFrame() } else { return flush() }
            if let cleaned = try take(frame) { return cleaned }
        }
    }

    /// Echo return loss enhancement over about the last second of playback, in decibels; `nil` before one second has
    /// been played.
    ///
    /// Speech over the playback lowers the figure. Below about 20 dB the filter has not adapted to the room, and speech
    /// recognised during playback is not reliable (fault A12).
    public var reduction: Double? { state.withLock { $0.meter.reduction } }

    /// Status of the microphone.
    public var status: MicrophoneStatus { input.status }

    /// Changes of the microphone's status.
    public func statusUpdates() -> AsyncStream<MicrophoneStatus> { input.statusUpdates() }

    /// Drops the captured audio that has not been read, and returns its length.
    @discardableResult
    public func discardBacklog() -> SampleCount { input.discardBacklog() }

    /// Closes the microphone.
    public func close() { input.close() }

    /// Cleans one frame.
    ///
    /// - Returns: `nil` when the frame did not fill a block.
    private func take(_ frame: AudioFrame) throws(EchoError) -> AudioFrame? {
        try state.withLock { state throws(EchoError) in
            if let mark = frame.capture, mark.lost > .zero, !state.pending.isEmpty {
                state.held = frame
                return Self.emit(&state, state.pending, like: frame, lost: .zero, capturedAt: state.pendingCapturedAt)
            }
            guard let mark = frame.capture,
                isPlaybackAudible(mark.capturedAt + .seconds(SampleCount(frame.samples.count).seconds))
            else {
                state.far = nil
                return Self.emit(
                    &state, state.pending + frame.samples, like: frame, lost: frame.capture?.lost,
                    capturedAt: state.pending.isEmpty ? frame.capture?.capturedAt : state.pendingCapturedAt)
            }
            if mark.lost > .zero { state.far = nil }
            let capturedAt = state.pending.isEmpty ? mark.capturedAt : state.pendingCapturedAt
            var near = state.pending + frame.samples, clean: [Int16] = []
            let block = state.canceller.blockSamples
            var time = capturedAt
            while near.count >= block {
                let far = reference.samples(block, from: Self.farIndex(&state, capturedAt: time))
                let heard = Array(near.prefix(block)), cleaned = try state.canceller.process(near: heard, far: far)
                state.meter.note(near: heard, far: far, clean: cleaned)
                clean += cleaned
                near.removeFirst(block)
                time += .seconds(SampleCount(block).seconds)
            }
            (state.pending, state.pendingCapturedAt) = ([], time)
            guard !clean.isEmpty else {
                state.pending = near
                return nil
            }
            let cleaned = Self.emit(&state, clean, like: frame, lost: mark.lost, capturedAt: capturedAt)
            state.pending = near
            return cleaned
        }
    }

    /// Whether the loudspeaker plays at this time, or played recently enough to be heard.
    private func isPlaybackAudible(_ time: Duration) -> Bool {
        guard let ends = reference.playbackEnd else { return false }
        return time <= ends + filter + Self.tail
    }

    private static func farIndex(_ state: inout State, capturedAt: Duration) -> Int {
        let wanted = EchoReferenceBuffer.index(capturedAt) + lead.samples
        var index = state.far ?? wanted
        let difference = wanted - index
        if abs(difference) > jump {
            index = wanted
        } else if abs(difference) > slack {
            index += difference > 0 ? 1 : -1
        }
        state.far = index + state.canceller.blockSamples
        return index
    }

    private static func emit(
        _ state: inout State, _ samples: [Int16], like frame: AudioFrame, lost: Duration?, capturedAt: Duration?
    ) -> AudioFrame {
        let mark = capturedAt.map { CaptureMark(capturedAt: $0, lost: lost ?? .zero) }
        let emitted = AudioFrame(
            start: state.position, samples: samples, endsUtterance: frame.endsUtterance, capture: mark)
        state.pending = []
        state.position = emitted.end
        return emitted
    }

    /// The samples that are left at the end of the input.
    private func flush() -> AudioFrame? {
        state.withLock { state in
            guard !state.pending.isEmpty else { return nil }
            let last = AudioFrame(start: state.position, samples: state.pending)
            return Self.emit(&state, state.pending, like: last, lost: nil, capturedAt: state.pendingCapturedAt)
        }
    }
}

/// Echo return loss enhancement, smoothed over one second of playback.
private struct EchoReturnLossMeter {
    /// Mean square of the loudspeaker's signal (−50 dBFS) below which a block is not counted.
    private static let audible = 1e-5 * 32_768.0 * 32_768.0
    /// Weight of a block of 10 ms in the moving average.
    private static let share = 0.01

    private var near = 0.0
    private var clean = 0.0
    private var blocks = 0

    mutating func note(near heard: [Int16], far: [Int16], clean cleaned: [Int16]) {
        guard Self.power(far) > Self.audible else { return }
        blocks += 1
        near += (Self.power(heard) - near) * Self.share
        clean += (Self.power(cleaned) - clean) * Self.share
    }

    var reduction: Double? { blocks < 100 ? nil : 10 * log10(max(near, 1e-3) / max(clean, 1e-3)) }

    /// Variance of the samples. The mean is excluded: the canceller removes a constant offset of the microphone, which
    /// is not an echo.
    private static func power(_ samples: [Int16]) -> Double {
        let count = Double(max(1, samples.count))
        let mean = samples.reduce(0.0) { $0 + Double($1) } / count
        return samples.reduce(0.0) { $0 + Double($1) * Double($1) } / count - mean * mean
    }
}
