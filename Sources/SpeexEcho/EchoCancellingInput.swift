internal import Foundation
public import Speech
internal import Synchronization

/// A microphone without the kiosk's own voice.
///
/// It reads the loudspeaker's tape at the times at which the microphone heard its frames. While nothing sounds, and
/// nothing has for a while, frames pass as they are, at no cost. Frames without a time, which recordings give, pass as
/// well.
public final class EchoCancellingInput: MonitoredAudioInput {
    /// The far end is read this much earlier than the clocks say: both clocks are estimates, and an echo must never
    /// seem to come before its sound.
    private static let lead = SampleCount(seconds: 0.02)
    /// How long after the last sound frames are still cleaned, beyond the filter's length.
    private static let tail = Duration.milliseconds(200)
    /// A difference between the two clocks that is followed at once; smaller ones are followed a sample a block.
    private static let jump = SampleRate.speech / 100
    /// A difference that is not followed at all: the estimates move about by this much.
    private static let slack = 4

    private struct State {
        let canceller: EchoCanceller
        /// Samples that do not fill a block yet, and when the first was heard.
        var rest: [Int16] = []
        var restHeardAt = Duration.zero
        /// Index on the tape at which the next block is read; `nil` after a rest.
        var far: Int?
        /// A frame behind a gap, while what is left from before it is handed on.
        var held: AudioFrame?
        var position = SamplePosition.zero
        var meter = EchoMeter()
    }

    private let input: any MonitoredAudioInput
    private let reference: any PlaybackReference
    private let filter: Duration
    private let state: Mutex<State>

    /// - Parameter reference: what the loudspeaker plays, an output's tape.
    /// - Throws: `EchoError`.
    public init(
        _ input: any MonitoredAudioInput, reference: any PlaybackReference, settings: EchoSettings = EchoSettings()
    ) throws(EchoError) {
        self.input = input
        self.reference = reference
        filter = settings.filter
        state = Mutex(State(canceller: try EchoCanceller(settings)))
    }

    public func nextFrame() async throws -> AudioFrame? {
        while true {
            let held = state.withLock { $0.held.take() }
            guard let frame = if let held { held } else { try await input.nextFrame() } else { return flush() }
            if let cleaned = try take(frame) { return cleaned }
        }
    }

    /// By how much sound of the loudspeaker was reduced in the last second or so in which there was any, in decibels;
    /// `nil` before there was a second of it.
    ///
    /// A guest who speaks into it lowers the figure. Below some 20 dB the filter does not know the room yet, and what
    /// is heard during playback should not be believed (fault A12).
    public var reduction: Double? { state.withLock { $0.meter.reduction } }

    public var status: MicrophoneStatus { input.status }

    public func statusUpdates() -> AsyncStream<MicrophoneStatus> { input.statusUpdates() }

    @discardableResult
    public func discardBacklog() -> SampleCount { input.discardBacklog() }

    public func close() { input.close() }

    /// - Returns: `nil` when the frame did not fill a block.
    private func take(_ frame: AudioFrame) throws(EchoError) -> AudioFrame? {
        try state.withLock { state throws(EchoError) in
            if let mark = frame.capture, mark.lost > .zero, !state.rest.isEmpty {
                state.held = frame
                return Self.emit(&state, state.rest, like: frame, lost: .zero, capturedAt: state.restHeardAt)
            }
            guard let mark = frame.capture, isNear(mark.capturedAt + .seconds(SampleCount(frame.samples.count).seconds))
            else {
                state.far = nil
                return Self.emit(
                    &state, state.rest + frame.samples, like: frame, lost: frame.capture?.lost,
                    capturedAt: state.rest.isEmpty ? frame.capture?.capturedAt : state.restHeardAt)
            }
            if mark.lost > .zero { state.far = nil }
            let capturedAt = state.rest.isEmpty ? mark.capturedAt : state.restHeardAt
            var near = state.rest + frame.samples, clean: [Int16] = []
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
            (state.rest, state.restHeardAt) = ([], time)
            guard !clean.isEmpty else {
                state.rest = near
                return nil
            }
            let cleaned = Self.emit(&state, clean, like: frame, lost: mark.lost, capturedAt: capturedAt)
            state.rest = near
            return cleaned
        }
    }

    /// Whether something sounds around a moment.
    private func isNear(_ time: Duration) -> Bool {
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
        state.rest = []
        state.position = emitted.end
        return emitted
    }

    /// What does not fill a block at the end of the input.
    private func flush() -> AudioFrame? {
        state.withLock { state in
            guard !state.rest.isEmpty else { return nil }
            let last = AudioFrame(start: state.position, samples: state.rest)
            return Self.emit(&state, state.rest, like: last, lost: nil, capturedAt: state.restHeardAt)
        }
    }
}

/// How much less of the loudspeaker there is after cancelling, smoothed over a second of its sound.
private struct EchoMeter {
    /// Loudspeaker blocks below this mean square say nothing: −50 dBFS.
    private static let audible = 1e-5 * 32_768.0 * 32_768.0
    /// Share that a block of 10 ms adds.
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

    /// Without the mean: the canceller takes a microphone's constant offset off, and that is no echo taken away.
    private static func power(_ samples: [Int16]) -> Double {
        let count = Double(max(1, samples.count))
        let mean = samples.reduce(0.0) { $0 + Double($1) } / count
        return samples.reduce(0.0) { $0 + Double($1) * Double($1) } / count - mean * mean
    }
}
