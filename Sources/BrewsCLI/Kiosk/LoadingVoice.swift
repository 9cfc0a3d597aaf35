internal import Feedback
internal import Orchestrator

/// The kiosk's voice once its engine is loaded; until then, and for good where it cannot be loaded, prompts are only shown.
actor LoadingVoice: GuestVoice {
    private let open: @Sendable () async throws -> FeedbackCoordinator
    private let log: @Sendable (String) -> Void
    private var voice: FeedbackCoordinator?

    /// - Parameters:
    ///   - open: makes the voice; it may take as long as its engine does.
    ///   - log: told why there is none.
    init(log: @escaping @Sendable (String) -> Void, open: @escaping @Sendable () async throws -> FeedbackCoordinator) {
        self.log = log
        self.open = open
    }

    /// Loads the engine, then renders sentences that are said often.
    func load(sentences: [String]) async {
        do {
            let voice = try await open()
            self.voice = voice
            await voice.prepare(sentences)
        } catch is CancellationError {
            return
        } catch {
            log("without a voice: \(CLIError.from(error).message)")
        }
    }

    func say(_ text: String) async -> Bool { await voice?.say(text) ?? false }

    func stop() async { await voice?.stop() }

    func play(_ cue: FeedbackCue) async { if let voice { await voice.play(cue) as Void } }
}
