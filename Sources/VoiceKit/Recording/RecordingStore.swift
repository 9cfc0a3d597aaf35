internal import AudioFiles
internal import Foundation
internal import PlatformSupport
internal import Speech
internal import Synchronization

/// The recordings of one voice. Those in memory are files of a private folder that is removed with the store, or by the
/// next store when the process was killed.
final class RecordingStore: Sendable {
    static let prefix = "brews-voice-"

    private struct State {
        var folder: MemoryFolder?
        var files = 0
    }

    private let base: String
    private let worker = SerialWorker(label: "voice-recordings")
    private let state = Mutex(State())

    /// Removes what killed processes left behind.
    ///
    /// - Parameter base: a folder in memory; `nil` for that of the user's session, or of the system.
    init(base: String? = nil) {
        self.base = base ?? Self.standardBase(ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"])
        MemoryFolder.removeLeftOver(Self.prefix, in: self.base)
    }

    /// The session's folder where it can be written, else the system's. Both are in memory.
    static func standardBase(_ session: String?) -> String {
        guard let session, session.hasPrefix("/"), FileManager.default.isWritableFile(atPath: session) else {
            return MemoryFolder.memory
        }
        return session
    }

    /// Writes a part of some samples as a WAV file.
    ///
    /// - Throws: `VoiceKitError.recording`; `CancellationError`.
    func write(_ samples: [Int16], _ span: SpeechSpan, to target: RecordingTarget) async throws -> VoiceRecording? {
        let part = Array(samples[span.start.samples..<span.end.samples])
        let path: String
        switch target {
        case .none: return nil
        case .file(let given): path = given
        case .memory: path = try nextPath()
        }
        try await worker.run {
            do { try WaveFile.write(part, sampleRate: SampleRate.speech, to: path) } catch {
                throw VoiceKitError.recording(path: path, reason: "\(error)")
            }
        }
        return VoiceRecording(url: URL(fileURLWithPath: path), span: span)
    }

    /// Removes the recordings in memory.
    func close() { state.withLock { $0.folder = nil } }

    private func nextPath() throws(VoiceKitError) -> String {
        try state.withLock { state throws(VoiceKitError) in
            if state.folder == nil {
                do { state.folder = try MemoryFolder(prefix: Self.prefix, in: base) } catch {
                    throw VoiceKitError.recording(path: base, reason: "\(error)")
                }
            }
            state.files += 1
            return "\(state.folder?.path ?? base)/heard-\(state.files).wav"
        }
    }
}
