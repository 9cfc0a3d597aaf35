internal import Feedback
internal import KioskRuntime
internal import Synchronization
internal import VoiceOrdering

/// The kiosk's voice once its engine is loaded; until then prompts are only shown.
actor LoadingVoice: GuestVoice {
    /// Wait before an engine that could not be loaded is tried again.
    private static let reopening = Duration.seconds(60)

    private let isLoaded = Atomic<Bool>(false)
    private let open: @Sendable () async throws -> FeedbackCoordinator
    private let log: @Sendable (String) -> Void
    private var voice: FeedbackCoordinator?
    /// Why the last try failed.
    private var failure: String?

    /// - Parameters:
    ///   - open: makes the voice; it may take as long as its engine does.
    ///   - log: told why there is none.
    init(log: @escaping @Sendable (String) -> Void, open: @escaping @Sendable () async throws -> FeedbackCoordinator) {
        self.log = log
        self.open = open
    }

    nonisolated var makesSound: Bool { isLoaded.load(ordering: .acquiring) }

    /// Loads the engine, however often it has to be tried.
    func load() async {
        while voice == nil {
            do {
                voice = try await open()
                isLoaded.store(true, ordering: .releasing)
                failure = nil
            } catch is CancellationError {
                return
            } catch {
                let reason = CLIError.from(error).message
                if reason != failure { log("without a voice: \(reason)") }
                failure = reason
                do { try await ContinuousClock().sleep(for: Self.reopening) } catch { return }
            }
        }
    }

    /// Renders sentences that are said often.
    func prepare(_ sentences: [String]) async { await voice?.prepare(sentences) }

    func say(_ text: String) async -> Bool { await voice?.say(text) ?? false }

    func stop() async { await voice?.stop() }

    func shortcoming() -> String? { failure ?? (voice == nil ? "it is being loaded" : nil) }

    func play(_ cue: FeedbackCue) async { if let voice { await voice.play(cue) as Void } }
}
