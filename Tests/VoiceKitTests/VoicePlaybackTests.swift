internal import Feedback
internal import Foundation
internal import Speech
internal import SpeechSynthesis
internal import Synchronization
internal import TestSupport
internal import Testing
internal import VoiceKit
internal import VoiceOrdering
internal import VoiceServiceContract

/// Speech, sounds, clips and pauses of a live voice: one queue, the kiosk's own.
@Suite(.timeLimit(.minutes(10)))
struct VoicePlaybackTests {
    private static func clip(_ level: Int16, seconds: Double = 0.1, gain: Double = 0) -> AudioClip {
        AudioClip(
            samples: [Int16](repeating: level, count: Int(seconds * 16_000)), sampleRate: 16_000, gainDecibels: gain)
    }

    @Test("marks in a text name built-in sounds and prepared clips; all is played in order")
    func queue() async throws {
        let stand = try VoiceStand(SampleInput([]), SentenceEngine())
        await stand.voice.prepareClip(Self.clip(2_000), named: "ding")
        let queue = try await stand.voice.queue("One. [sfx:ding] Two. [pause:100] [sfx:itemAdded]")
        #expect(await stand.voice.play(queue, overlapping: false) == .spoken)
        let played = stand.output.clips
        try #require(played.count == 5)
        #expect(played[1].samples == Self.clip(2_000).samples && played[1].sampleRate == 16_000)
        #expect(played[3].samples.allSatisfy { $0 == 0 } && played[3].duration == .milliseconds(100))
        #expect(played[0].sampleRate == 22_050 && played[4].sampleRate == 22_050)
        await #expect(throws: FeedbackError.self) { try await stand.voice.queue("[sfx:dong]") }
    }

    @Test("a clip is played at its gain in decibels", arguments: [(-6.0, 1_002), (0, 2_000), (6, 3_991), (60, 20_000)])
    func gain(_ decibels: Double, _ level: Int16) async throws {
        let stand = try VoiceStand(SampleInput([]), SentenceEngine())
        #expect(await stand.voice.playClip(Self.clip(2_000, gain: decibels)) == .spoken)
        await stand.voice.prepareClip(Self.clip(2_000, gain: decibels), named: "ding")
        #expect(try await stand.voice.startPreparedClip("ding") == .spoken)
        #expect(stand.output.clips.map { $0.amplified.first } == [level, level])
    }

    @Test("a clip is read from a WAV file; one that is none is an error with its path")
    func file() async throws {
        let stand = try VoiceStand(SampleInput([]), SentenceEngine())
        try await stand.voice.prepareClip(path: SpokenOrder.threeMuffins.url.path, named: "order", gainDecibels: -6)
        #expect(try await stand.voice.startPreparedClip("order") == .spoken)
        let (samples, played) = (try SpokenOrder.threeMuffins.samples(), try #require(stand.output.clips.first).samples)
        #expect(played.count == samples.count)
        #expect(zip(samples, played).allSatisfy { abs(Double($0) * 0.501_187 - Double($1)) <= 1 })
        let error = try await #require(throws: VoiceKitError.self) {
            try await stand.voice.prepareClip(path: "/nowhere.wav", named: "x")
        }
        #expect(error.description.hasPrefix("the clip /nowhere.wav "))
    }

    @Test("a clip that was not prepared is an error with those that were")
    func unknown() async throws {
        let stand = try VoiceStand(SampleInput([]), SentenceEngine())
        await stand.voice.prepareClip(Self.clip(1), named: "ding")
        await #expect(throws: VoiceKitError.unknownClip("dong", known: ["ding"])) {
            try await stand.voice.startPreparedClip("dong")
        }
    }

    @Test("speech is stopped, paused and continued, and what waits behind it is stopped too")
    func stopped() async throws {
        let output = ScriptedOutput(.held)
        let stand = try VoiceStand(SampleInput([]), SentenceEngine(), output: output)
        let first = Task { await stand.voice.speak("One.") }
        while output.clips.isEmpty { await Task.yield() }
        let second = Task { await stand.voice.speak("Two.") }
        await stand.voice.pauseSpeaking()
        while !output.isPaused { await Task.yield() }
        await stand.voice.continueSpeaking()
        while output.isPaused { await Task.yield() }
        await stand.voice.stopSpeaking()
        #expect(await first.value == .stopped)
        // The second sentence may have come behind the stop.
        while !second.isCancelled, output.clips.count == 1, output.stops == 1 {
            second.cancel()
        }
        #expect(await second.value == .stopped)
    }

    @Test("between speech and a prepared clip there are at most 20 ms of silence on the tape")
    func gap() async throws {
        let tape = Tape()
        let stand = try LiveVoiceIO(
            input: SampleInput([]), output: tape, recognizer: SentenceEngine(), synthesizer: BuzzVoice())
        await stand.prepareClip(Self.clip(2_000), named: "beep")
        for _ in 0..<20 {
            await stand.speak("After the beep.")
            try await stand.startPreparedClip("beep")
        }
        let gaps = tape.gaps
        // Every second gap is the one between a sentence and its beep.
        let between = stride(from: 0, to: gaps.count, by: 2).map { gaps[$0] }.sorted()
        print("gap between speech and clip: median \(between[between.count / 2]), most \(between.last ?? .zero)")
        // On a busy machine the test itself comes late now and then.
        #expect(between.count == 20 && between[5] <= .milliseconds(20))
        await stand.close()
    }

    @Test("queues that play together begin together, are summed, and end with the longest")
    func together() async throws {
        let stand = try VoiceStand(SampleInput([]), SentenceEngine())
        var speech = VoiceQueue(), music = VoiceQueue()
        try speech.enqueuePause(milliseconds: 100)
        try speech.enqueueSpeak("One two.")
        try music.enqueueClip(Self.clip(2_000, seconds: 0.5, gain: -6))
        #expect(await stand.voice.play(together: [speech, music], overlapping: false) == .spoken)
        let clip = try #require(stand.output.clips.first)
        #expect(stand.output.clips.count == 1 && clip.sampleRate == 22_050)
        #expect(abs(clip.samples.count - 11_025) <= 2)
        // The music alone, both, and the music alone; away from its resampled edges.
        for (seconds, level) in [(0.05, 1_002), (0.2, 2_002), (0.4, 1_002)] {
            #expect(abs(Int(clip.samples[Int(seconds * 22_050)]) - level) <= 20)
        }
    }

    @Test("a sum beyond full scale is clipped, and more than eight queues are not played")
    func loud() async throws {
        let stand = try VoiceStand(SampleInput([]), SentenceEngine())
        var queue = VoiceQueue()
        try queue.enqueueClip(
            AudioClip(samples: [Int16](repeating: -20_000, count: 2_205), sampleRate: 22_050))
        #expect(await stand.voice.play(together: [queue, queue], overlapping: false) == .spoken)
        #expect(stand.output.clips.first?.samples.allSatisfy { $0 == -32_768 } == true)
        let many = [VoiceQueue](repeating: queue, count: 9)
        #expect(await stand.voice.play(together: many, overlapping: false) == .shownOnly(.tooMuch))
    }

    @Test("a voice that stops answering does not hold up what plays together with it")
    func hanging() async throws {
        let clock = ManualClock()
        let voice = try LiveVoiceIO(
            input: SampleInput([]), output: ScriptedOutput(.instant), recognizer: SentenceEngine(),
            synthesizer: HangingVoice(), clock: clock)
        var queue = VoiceQueue()
        try queue.enqueueSpeak("One.")
        let together = Task { await voice.play(together: [queue], overlapping: false) }
        let moving = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(100))
                await Task.yield()
            }
        }
        let ending = await together.value
        moving.cancel()
        #expect(ending == .shownOnly(.synthesis("\(FeedbackError.tooSlow(.seconds(3)))")))
    }

    @Test("a text is spoken with a profile of its own; the usual voice speaks the next")
    func profile() async throws {
        let made = Journal<TTSVoiceProfile>()
        let output = ScriptedOutput(.instant)
        let voice = try LiveVoiceIO(
            input: SampleInput([]), output: output, recognizer: SentenceEngine(), synthesizer: BuzzVoice(),
            voices: { profile in
                made.add(profile)
                if profile.voice == "nobody" { throw EspeakError.unknownVoice("nobody") }
                return ToneVoice(level: Int16(profile.pitch))
            })
        let low = TTSVoiceProfile(voice: "low", pitch: 10), high = TTSVoiceProfile(voice: "low", pitch: 90)
        #expect(try await voice.speak("One.", as: low) == .spoken)
        #expect(try await voice.speak("Two.", as: high) == .spoken)
        #expect(try await voice.speak("Three. Four.", as: low) == .spoken)
        await voice.speak("Five.")
        #expect(output.clips.map { $0.samples.first } == [10, 90, 10, 10, 1_000])
        #expect(made.all == [low, high])
        let error = try await #require(throws: VoiceKitError.self) {
            try await voice.speak("Six.", as: TTSVoiceProfile(voice: "nobody"))
        }
        #expect(error.description.hasPrefix("the voice 'nobody' cannot be used: "))
        #expect(error.description.hasSuffix("see those that are there: brews voices"))
        await #expect(throws: VoiceKitError.self) {
            try await voice.speak("Seven.", as: TTSVoiceProfile(rate: 1_000))
        }
        #expect(output.clips.count == 5)
        await voice.close()
    }

    @Test("of more than eight voices the one made first is made again")
    func manyVoices() async throws {
        let made = Journal<TTSVoiceProfile>()
        let voice = try LiveVoiceIO(
            input: SampleInput([]), output: ScriptedOutput(.instant), recognizer: SentenceEngine(),
            synthesizer: BuzzVoice(),
            voices: { profile in
                made.add(profile)
                return BuzzVoice()
            })
        let profiles = (0..<9).map { TTSVoiceProfile(pitch: $0) }
        for profile in profiles { _ = try await voice.prepareVoice(profile) }
        _ = try await voice.prepareVoice(profiles[8])
        _ = try await voice.prepareVoice(profiles[0])
        #expect(made.all == profiles + [profiles[0]])
    }

    @Test("an output that cannot be interrupted plays each clip")
    func plain() async throws {
        let output = PlainOutput()
        let stand = try VoiceStand(SampleInput([]), SentenceEngine(), output: output)
        #expect(await stand.voice.speak("One. Two.") == .spoken)
        #expect(output.played.all == [2_205, 2_205])
    }
}

/// A voice of one level.
private struct ToneVoice: SpeechSynthesizer {
    let level: Int16

    func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        SynthesizedSpeech(samples: [Int16](repeating: level, count: 2_205), sampleRate: 22_050)
    }
}

/// A voice that answers only to cancellation.
private struct HangingVoice: SpeechSynthesizer {
    func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        while true {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

/// An output of the least that the protocol asks for.
private struct PlainOutput: AudioOutput {
    let played = Journal<Int>()
    func play(_ samples: [Int16], sampleRate: Int) async throws { played.add(samples.count) }
}

/// A sound card as a tape: a clip begins where the one before it ends, or when it is handed over if that is later. As
/// on a sound card, a clip is over for its caller when its last period begins to sound.
private final class Tape: InterruptibleAudioOutput {
    private static let period = Duration.milliseconds(10)

    private struct State {
        var end: ContinuousClock.Instant?
        var gaps: [Duration] = []
    }

    private let state = Mutex(State())

    /// The silence before each clip but the first.
    var gaps: [Duration] { state.withLock { $0.gaps } }

    func play(_ clip: AudioClip) async throws -> PlaybackEnd {
        let now = ContinuousClock.now
        let end = state.withLock { state in
            let start = max(now, state.end ?? now)
            if let before = state.end { state.gaps.append(start - before) }
            let end = start + clip.duration
            state.end = end
            return end
        }
        try await ContinuousClock().sleep(until: end - Self.period)
        return .finished
    }

    func stop() {}
    func pause() {}
    func resume() {}
    var isPlaying: Bool { false }
}
