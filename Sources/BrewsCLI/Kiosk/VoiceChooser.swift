internal import Ordering
internal import Speech
internal import SpeechSynthesis

/// The voice that staff choose on their page: lists, plays, uses and remembers it.
actor VoiceChooser: VoiceChoice {
    /// Name of the kiosk's profile in its file.
    static let profile = "kiosk"

    /// Makes a voice; throws an error with the reason.
    typealias Synthesis = @Sendable (TTSVoiceProfile) async throws -> KioskVoice

    private let setup: Setup
    private let language: String
    private let synthesis: Synthesis
    /// `nil` for a kiosk that keeps nothing.
    private let store: VoiceProfilesStore?
    /// Where the muting is kept; `nil` for a kiosk that keeps nothing.
    private let muteFile: StaffSwitchFile?
    private let voice: LoadingVoice
    private let output: any InterruptibleAudioOutput
    /// What a voice says for trial.
    private let sentence: String
    /// What is rendered in advance.
    private let sentences: [String]
    private let log: @Sendable (String) -> Void
    private let isServing: @Sendable () async -> Bool
    private var current: TTSVoiceProfile?
    private var hidden: Set<String>

    /// - Parameters:
    ///   - synthesis: makes a voice as the kiosk uses it.
    ///   - store: where the choice is kept; `nil` to forget it at the end.
    ///   - mute: where the muting is kept; `nil` to forget it at the end.
    ///   - log: receives what the staff change.
    ///   - sentence: what a voice says for trial.
    ///   - sentences: sentences to render in advance in a new voice.
    ///   - isServing: whether a guest is ordering.
    init(
        setup: Setup, language: String, synthesis: @escaping Synthesis, store: VoiceProfilesStore?,
        mute: StaffSwitchFile?, voice: LoadingVoice, output: any InterruptibleAudioOutput, sentence: String,
        sentences: [String], log: @escaping @Sendable (String) -> Void,
        isServing: @escaping @Sendable () async -> Bool
    ) {
        self.setup = setup
        self.language = language
        self.synthesis = synthesis
        self.store = store
        muteFile = mute
        self.log = log
        self.voice = voice
        self.output = output
        self.sentence = sentence
        self.sentences = sentences
        self.isServing = isServing
        current = Self.chosen(store)
        hidden = store.flatMap { try? $0.hiddenVoices() } ?? []
    }

    /// Mutes a kiosk that was muted before it was restarted.
    func restore() async { if muteFile?.isOn == true { await voice.mute(true) } }

    /// The voice that was chosen before; `nil` for that of the kiosk's options.
    static func chosen(_ store: VoiceProfilesStore?) -> TTSVoiceProfile? {
        store.flatMap { try? $0.profiles()[profile] }
    }

    func voices() async -> VoiceList {
        let all = (try? await setup.voices(language: nil)) ?? []
        let own = String(language.prefix { $0 != "-" }).lowercased()
        let ordered =
            all.filter { $0.language.lowercased().hasPrefix(own) }
            + all.filter { !$0.language.lowercased().hasPrefix(own) }
        return VoiceList(
            voices: ordered.map {
                VoiceList.Voice(
                    voice: $0.voice, name: $0.name, language: $0.language, engine: $0.engine,
                    isHidden: hidden.contains($0.voice))
            },
            current: VoiceTuning(current ?? standard), isStandard: current == nil,
            isMuted: voice.isMuted, language: language,
            ranges: VoiceList.Ranges(
                rate: TTSVoiceProfile.rates, pitch: TTSVoiceProfile.pitches, volume: TTSVoiceProfile.volumes))
    }

    /// The voice of the kiosk's options.
    private var standard: TTSVoiceProfile { setup.voiceProfile(for: language) }

    func perform(_ action: VoiceAction) async -> KioskActionResult {
        do {
            switch action {
            case .play(let tuning): try await play(TTSVoiceProfile(tuning))
            case .use(let tuning):
                let profile = TTSVoiceProfile(tuning)
                try profile.validate()
                try await change(to: profile) { try store?.save(profile, as: Self.profile) }
                current = profile
                log("the staff have chosen the voice \(profile.voice) at \(profile.volume) % volume")
            case .reset:
                try await change(to: standard) { try store?.remove(Self.profile) }
                current = nil
                log("the staff have chosen the voice of the options")
            case .mute(let isMuted):
                try muteFile?.set(isMuted)
                await voice.mute(isMuted)
                log(isMuted ? "the staff have muted the kiosk" : "the staff have ended the muting")
            case .hide(let name, let isHidden):
                try store?.setHidden(isHidden, voice: name)
                if isHidden { hidden.insert(name) } else { hidden.remove(name) }
            }
            return .done
        } catch {
            return .refused(CLIError.from(error).message)
        }
    }

    /// Loads and tries a voice, stores the choice and speaks with it; after a failure on the way all is as it was.
    ///
    /// Loading is not cancelled with the page's request, because a voice of Piper may take longer than a page waits.
    private func change(to profile: TTSVoiceProfile, remember: () throws -> Void) async throws {
        guard voice.makesSound else { throw LoadingVoice.isLoading }
        // A voice in a child process shows only when it speaks that there is none of its name.
        let made = try await Task { [synthesis, sentence] in
            let made = try await synthesis(profile)
            _ = try await made.synthesizer.synthesize(sentence)
            return made
        }.value
        try remember()
        try await voice.use(made)
        Task { [voice, sentences] in await voice.prepare(sentences) }
    }

    private func play(_ profile: TTSVoiceProfile) async throws {
        try profile.validate()
        guard await !isServing() else { throw CLIError.input("a guest is ordering; try again afterwards") }
        let speech = try await synthesis(profile).synthesizer.synthesize(sentence)
        _ = try await output.play(AudioClip(samples: speech.samples, sampleRate: speech.sampleRate))
    }
}

extension VoiceTuning {
    init(_ profile: TTSVoiceProfile) {
        self.init(voice: profile.voice, rate: profile.rate, pitch: profile.pitch, volume: profile.volume)
    }
}

extension TTSVoiceProfile {
    init(_ tuning: VoiceTuning) {
        self.init(voice: tuning.voice, rate: tuning.rate, pitch: tuning.pitch, volume: tuning.volume)
    }
}
