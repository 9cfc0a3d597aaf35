internal import Speech
internal import Synchronization
internal import TestSupport

/// A second engine that breaks.
struct FailingRecognizer: UtteranceRecognizer {
    struct Broken: Error {}

    let engineName = "failing"

    func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord] {
        throw Broken()
    }
}

/// A second engine that works for a share of the time that its audio lasts.
struct TimedRecognizer: UtteranceRecognizer {
    let engineName = "working-recognizer"
    let clock: ManualClock
    let share: Double

    func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord] {
        clock.advance(by: .seconds(Double(utterance.samples.count) / Double(SampleRate.speech) * share))
        return []
    }
}

/// A second engine that never answers, and tells whether it was asked to stop.
final class HangingRecognizer: UtteranceRecognizer {
    let engineName = "hanging-recognizer"
    /// Whether it stops when it is cancelled, as an engine should, or goes on all the same.
    private let heeds: Bool
    private let state = Mutex<(readings: Int, cancelled: Int, release: [CheckedContinuation<Void, Never>])>((0, 0, []))

    init(heedsCancellation: Bool) { heeds = heedsCancellation }

    var readings: Int { state.withLock { $0.readings } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock {
                    $0.readings += 1
                    $0.release.append(continuation)
                }
                if heeds, Task.isCancelled { release() }
            }
        } onCancel: {
            state.withLock { $0.cancelled += 1 }
            if heeds { release() }
        }
        throw CancellationError()
    }

    /// Lets every reading end.
    func release() {
        let waiting = state.withLock { state in
            defer { state.release = [] }
            return state.release
        }
        for continuation in waiting { continuation.resume() }
    }
}
