internal import Feedback
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// What reaches the recogniser: while the kiosk speaks, and where audio is lost.
extension KioskOrchestratorTests {
    /// A voice that speaks until it is stopped.
    private actor EndlessVoice: GuestVoice {
        nonisolated let makesSound = true
        private var waiting: CheckedContinuation<Void, Never>?
        private(set) var texts: [String] = []

        func say(_ text: String) async -> Bool {
            texts.append(text)
            await withCheckedContinuation { waiting = $0 }
            return true
        }
        func stop() {
            waiting?.resume()
            waiting = nil
        }
        func play(_ cue: FeedbackCue) {}
        func shortcoming() -> String? { nil }
    }

    @Test(
        "A12: while the kiosk speaks, no audio reaches the recogniser; a touch ends the speech",
        .timeLimit(.minutes(10)))
    func gated() async throws {
        let voice = EndlessVoice()
        // The whole script lies within the greeting, which does not end by itself.
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(0.5, "a croissant"), (3, "that's all"), (5, "yes")]), voice: voice)
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.microphone.state == .speaking } != nil)
        let frames = await stand.kiosk.health().figures["brews_microphone_frames_total"] ?? 0
        var heard = frames
        while heard < frames + 100 {
            await Task.yield()
            heard = await stand.kiosk.health().figures["brews_microphone_frames_total"] ?? 0
        }
        #expect(await stand.waits { _ in true }?.cart.isEmpty == true)
        _ = await stand.kiosk.perform(.hush)
        #expect(await stand.waits { !$0.cart.isEmpty } != nil, "the recogniser goes on where it was")
        stand.running.cancel()
        await voice.stop()
    }

    /// A room with speech from two seconds on: a tone with gaps.
    private actor SpokenRoom: AudioInput {
        private let room = QuietRoom()

        func nextFrame() async -> AudioFrame? {
            guard let frame = await room.nextFrame(), frame.start.samples > 32_000, frame.start.samples / 4_800 % 3 != 0
            else { return await room.nextFrame() }
            var samples = frame.samples
            for index in samples.indices { samples[index] = index / 40 % 2 == 0 ? 6_000 : -6_000 }
            return AudioFrame(start: frame.start, samples: samples)
        }
    }

    @Test(
        "A12: with echo cancellation a guest who speaks stops the kiosk's speech; without it speech is ignored",
        .timeLimit(.minutes(10)), arguments: [true, false])
    func bargeIn(_ isClear: Bool) async throws {
        let voice = EndlessVoice()
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([]), input: SpokenRoom(), voice: voice,
            whileSpeaking: .bargeIn { isClear }
        )
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.microphone.state == .speaking } != nil)
        if isClear {
            #expect(await stand.waits { $0.microphone.state == .hearing } != nil)
        } else {
            #expect(
                await stand.waits { $0.microphone.state != .speaking } != nil,
                "after a minute the speech counts as ended")
            #expect(await stand.snapshots.allSatisfy { $0.microphone.state != .hearing })
        }
        stand.running.cancel()
        await voice.stop()
    }

    @Test(
        "A1: the guest is asked to repeat an utterance with more than 200 ms lost; one with less is accepted",
        .timeLimit(.minutes(10)), arguments: [30, 10])
    func spliced(_ lostMilliseconds: Int) async throws {
        let input = LossyRoom(lost: .milliseconds(lostMilliseconds))
        let stand = try OrchestratorStand(service: OrchestratorStand.script([(1, "a croissant")]), input: input)
        _ = await stand.kiosk.perform(.start)
        if lostMilliseconds > 20 {
            let asked = await stand.waits { $0.caption.hasPrefix("Sorry, I did not get that") }
            #expect(asked?.cart.isEmpty == true)
            #expect(await stand.kiosk.health().figures["brews_utterances_garbled_total"] == 1)
        } else {
            #expect(await stand.waits { $0.cart.map(\.description) == ["a croissant"] } != nil)
        }
        stand.running.cancel()
    }
}
