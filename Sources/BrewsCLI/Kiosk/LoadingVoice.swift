internal import Feedback
internal import KioskRuntime
internal import Speech
internal import Synchronization
internal import VoiceOrdering

/// The kiosk's voice, which loads in the background; until it is loaded, prompts are only shown.
actor LoadingVoice: GuestVoice {
    /// Pause before loading is tried again.
    private static let reopening = Duration.seconds(60)

    static let isLoading = CLIError.library("the kiosk's voice is still being loaded; try again in a moment")

    private let isLoaded = Atomic<Bool>(false)
    private let isSilent = Atomic<Bool>(false)
    private let open: @Sendable () async throws -> FeedbackCoordinator
    private let log: @Sendable (String) -> Void
    private var voice: FeedbackCoordinator?
    /// Why the last attempt failed.
    private var failure: String?

    /// - Parameters:
    ///   - open: makes the voice; may take as long as its engine needs to load.
    ///   - log: receives the reasons of failed attempts.
    init(log: @escaping @Sendable (String) -> Void, open: @escaping @Sendable () async throws -> FeedbackCoordinator) {
        self.log = log
        self.open = open
    }

    nonisolated var makesSound: Bool { isLoaded.load(ordering: .acquiring) && !isMuted }

    nonisolated var isMuted: Bool { isSilent.load(ordering: .acquiring) }

    /// Silences speech and sounds, also what is being said, or lets them be heard again.
    func mute(_ isMuted: Bool) async {
        isSilent.store(isMuted, ordering: .releasing)
        if isMuted { await stop() }
    }

    /// Loads the engine, retrying until it works or the task is cancelled.
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

    /// Renders frequent sentences in advance.
    func prepare(_ sentences: [String]) async { await voice?.prepare(sentences) }

    /// Uses another voice from the next sentence on.
    ///
    /// - Throws: `CLIError` while the first one is being loaded.
    func use(_ made: KioskVoice) async throws(CLIError) {
        guard let voice else { throw Self.isLoading }
        await voice.use(made.synthesizer, standby: made.standby)
    }

    func say(_ text: String) async -> Bool {
        guard !isMuted, let voice else { return false }
        return await voice.say(text)
    }

    func stop() async { await voice?.stop() }

    func shortcoming() -> String? { failure ?? (voice == nil ? "it is being loaded" : nil) }

    func play(_ cue: FeedbackCue) async { if !isMuted, let voice { await voice.play(cue) as Void } }
}
