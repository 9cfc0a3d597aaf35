internal import Feedback
internal import Foundation
internal import Ordering
internal import Speech
internal import SpeechSynthesis
internal import Synchronization
internal import TestSupport
internal import Testing
internal import VoiceOrdering

@testable internal import BrewsCLI

/// The voice that staff choose for the kiosk.
struct VoiceChooserTests {
    /// Says everything in as many samples as its profile has words a minute.
    private struct CountingVoice: SpeechSynthesizer {
        let profile: TTSVoiceProfile

        func synthesize(_ text: String) async throws -> SynthesizedSpeech {
            if profile.voice == "klingon" { throw CLIError.usage("there is no voice 'klingon'") }
            return SynthesizedSpeech(samples: [Int16](repeating: 1, count: profile.rate), sampleRate: 22_050)
        }
    }

    /// Lines of the kiosk's log.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock(\.self) }
    }

    private let log = Log()
    private let folder: TemporaryFolder
    private let path: String
    private let trials = ScriptedOutput(), speaker = ScriptedOutput()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("voices.json")
    }

    private func chooser(isServing: Bool = false, isLoaded: Bool = true) async throws -> (VoiceChooser, LoadingVoice) {
        let setup = try Setup(Arguments(["--voice", "en-gb"], spec: SayCommand.spec))
        let synthesis: VoiceChooser.Synthesis = { profile in
            if profile.voice == "broken" { throw CLIError.library("the voice cannot be loaded") }
            return KioskVoice(synthesizer: CountingVoice(profile: profile), standby: nil)
        }
        let store = VoiceProfilesStore(path: path), first = VoiceChooser.chosen(store)
        let voice = LoadingVoice(log: { _ in }) { [speaker] in
            try FeedbackCoordinator(
                synthesizer: try await synthesis(first ?? TTSVoiceProfile(voice: "en-gb", rate: 165)).synthesizer,
                output: OutputClipPlayer(speaker))
        }
        if isLoaded { await voice.load() }
        let chooser = VoiceChooser(
            setup: setup, language: "en-US", synthesis: synthesis, store: store,
            mute: .mute(besideStore: path), voice: voice, output: trials, sentence: "Anything else?", sentences: [],
            log: { [log] in log.add($0) }
        ) { isServing }
        await chooser.restore()
        return (chooser, voice)
    }

    private static let tuning = VoiceTuning(voice: "en-us", rate: 300, pitch: 40, volume: 90)

    @Test("The chosen voice speaks from the next sentence on and after a restart; reset returns to the options'")
    func use() async throws {
        let (chooser, voice) = try await chooser()
        var list = await chooser.voices()
        #expect(list.isStandard && list.current.voice == "en-gb" && list.voices.contains { $0.voice == "en-us" })
        #expect(list.voices.first?.language.hasPrefix("en") == true)
        #expect(await voice.say("one") && speaker.clips.map(\.samples.count) == [165])
        #expect(await chooser.perform(.use(tuning: Self.tuning)) == .done)
        #expect(await voice.say("two") && speaker.clips.map(\.samples.count) == [165, 300])
        let (again, restarted) = try await self.chooser()
        #expect(await again.voices().current == Self.tuning)
        #expect(await restarted.say("three") && speaker.clips.last?.samples.count == 300)
        #expect(await again.perform(.reset) == .done)
        #expect(await restarted.say("four") && speaker.clips.last?.samples.count == 165)
        list = await again.voices()
        #expect(list.isStandard && list.current.voice == "en-gb")
        #expect(try VoiceProfilesStore(path: path).profiles().isEmpty)
    }

    @Test("A muted kiosk says and plays nothing, also after a restart; the staff's trial is heard")
    func mute() async throws {
        let (chooser, voice) = try await chooser()
        #expect(await voice.say("one") && voice.makesSound)
        #expect(await chooser.perform(.mute(isMuted: true)) == .done)
        #expect(await !voice.say("two") && !voice.makesSound && voice.isMuted)
        await voice.play(FeedbackCue(sound: .itemAdded, haptic: nil))
        #expect(await chooser.perform(.play(tuning: Self.tuning)) == .done)
        #expect(speaker.clips.count == 1 && trials.clips.count == 1)
        let (again, restarted) = try await self.chooser()
        #expect(await again.voices().isMuted)
        #expect(await !restarted.say("three") && speaker.clips.count == 1)
        #expect(await again.perform(.mute(isMuted: false)) == .done)
        #expect(await restarted.say("four") && speaker.clips.count == 2)
        #expect(await !again.voices().isMuted)
        let (last, _) = try await self.chooser()
        #expect(await !last.voices().isMuted)
        #expect(log.all == ["the staff have muted the kiosk", "the staff have ended the muting"])
    }

    @Test("A trial plays and changes nothing; while a guest orders, nothing is played")
    func play() async throws {
        let (chooser, voice) = try await chooser()
        #expect(await chooser.perform(.play(tuning: Self.tuning)) == .done)
        #expect(trials.clips.map(\.samples.count) == [300])
        #expect(await voice.say("one") && speaker.clips.map(\.samples.count) == [165])
        let (busy, _) = try await self.chooser(isServing: true)
        guard case .refused(let reason) = await busy.perform(.play(tuning: Self.tuning)) else {
            Issue.record("a trial beside a guest")
            return
        }
        #expect(reason.contains("guest is ordering") && trials.clips.count == 1)
    }

    @Test("A voice that fails, is out of range or comes too early leaves the one in use, with the reason")
    func refused() async throws {
        let (chooser, voice) = try await chooser()
        for (tuning, word) in [
            (VoiceTuning(voice: "broken", rate: 165, pitch: 50, volume: 100), "cannot be loaded"),
            (VoiceTuning(voice: "klingon", rate: 165, pitch: 50, volume: 100), "no voice 'klingon'"),
            (VoiceTuning(voice: "en-us", rate: 20, pitch: 50, volume: 100), "rate is 20"),
        ] {
            guard case .refused(let reason) = await chooser.perform(.use(tuning: tuning)) else {
                Issue.record("\(tuning.voice) was used")
                return
            }
            #expect(reason.contains(word), "\(reason)")
        }
        #expect(await voice.say("one") && speaker.clips.map(\.samples.count) == [165])
        #expect(await chooser.voices().isStandard)
        let (early, _) = try await self.chooser(isLoaded: false)
        guard case .refused(let reason) = await early.perform(.use(tuning: Self.tuning)) else {
            Issue.record("a voice was changed before it was loaded")
            return
        }
        #expect(reason.contains("still being loaded"))
    }

    @Test("Hidden voices stay hidden after a restart, and are shown again")
    func hide() async throws {
        let (chooser, _) = try await chooser()
        #expect(await chooser.perform(.hide(voice: "en-us", isHidden: true)) == .done)
        let (again, _) = try await self.chooser()
        #expect(await again.voices().voices.first { $0.voice == "en-us" }?.isHidden == true)
        #expect(await again.perform(.hide(voice: "en-us", isHidden: false)) == .done)
        #expect(try VoiceProfilesStore(path: path).hiddenVoices().isEmpty)
    }

    @Test("A file that cannot be read is moved aside, and the next choice is kept")
    func damaged() async throws {
        try Data("{".utf8).write(to: URL(fileURLWithPath: path))
        let store = VoiceProfilesStore(path: path)
        #expect(store.moveDamagedAside() == path + ".damaged" && store.moveDamagedAside() == nil)
        let (chooser, _) = try await chooser()
        #expect(await chooser.perform(.use(tuning: Self.tuning)) == .done)
        #expect(try store.profiles()["kiosk"]?.rate == 300)
    }
}
