internal import AudioFiles
internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import KioskWeb
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing
internal import VoiceOrdering

@testable internal import BrewsCLI

/// Conversations held aloud by synthetic voices: recogniser, parser, dialogue, kiosk, web server and a real browser.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct SpokenConversationTests {
    private static let isFullScale = ProcessInfo.processInfo.environment["BREWS_FULL_SCALE"] != nil
    /// Conversations held in the daily run.
    private static let daily = 4
    private static let voices = ["slt", "rms", "awb"]
    /// How long an answer may take.
    private static let patience = Duration.seconds(6)

    /// Audio that the recogniser takes as fast as it can, and waits for where there is none.
    private actor SpokenInput: AudioInput {
        private var samples: [Int16] = []
        private var position = SamplePosition.zero
        private var waiting: CheckedContinuation<Void, Never>?

        func hear(_ more: [Int16]) {
            samples += more
            waiting?.resume()
            waiting = nil
        }

        func nextFrame() async throws -> AudioFrame? {
            while samples.isEmpty {
                try Task.checkCancellation()
                await withTaskCancellationHandler {
                    await withCheckedContinuation { waiting = $0 }
                } onCancel: {
                    Task { await hear([]) }
                }
            }
            let piece = Array(samples.prefix(SampleRate.speech / 50))
            samples.removeFirst(piece.count)
            let frame = AudioFrame(start: position, samples: piece)
            position = position + SampleCount(piece.count)
            return frame
        }
    }

    /// A conversation with its guest.
    private struct Talk {
        let kiosk: KioskOrchestrator
        let microphone: SpokenInput
        let store: MemoryOrderStore
        let browser: Browser

        /// Says a text, and silence until the utterance has ended.
        func say(_ text: String, voice: String) async throws {
            func silence(_ seconds: Double) -> [Int16] {
                [Int16](repeating: 3, count: Int(seconds * Double(SampleRate.speech)))
            }
            let samples = try await SpokenConversationTests.speech(text, voice: voice)
            await microphone.hear(silence(0.5) + samples + silence(3))
        }

        /// What of a turn is not as written on the page and in the store; `nil` if all is.
        func fault(_ turn: Conversation.Turn, _ snapshot: KioskSnapshot) async throws -> String? {
            let captions: [String] = try await browser.evaluate(
                """
                return ['caption', 'question-text', 'welcome-caption', 'moment-caption'].map((id) => \
                document.getElementById(id).textContent)
                """
            )
            let screen: String = try await browser.evaluate("return document.documentElement.dataset.screen")
            if let wanted = turn.screen, wanted != screen { return "screen \(screen), not \(wanted)" }
            let cart = snapshot.cart.map(\.description)
            if let wanted = turn.cart, wanted != cart { return "cart \(cart), not \(wanted)" }
            for text in turn.hears ?? [] where !captions.contains(where: { $0.contains(text) }) {
                return "“\(snapshot.caption)”, without “\(text)”"
            }
            if let wanted = turn.places {
                let placed = await store.orders.last?.lines.map(\.name)
                if placed != wanted { return "placed \(placed ?? []), not \(wanted)" }
            }
            return nil
        }
    }

    /// Speech at 16 kHz.
    private static func speech(_ text: String, voice: String) async throws -> [Int16] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let flite = Process()
        flite.executableURL = URL(fileURLWithPath: "/usr/bin/flite")
        flite.arguments = ["-voice", voice, "--setf", "duration_stretch=1.1", "-t", text, "-o", file]
        try flite.run()
        flite.waitUntilExit()
        var samples: [Int16] = []
        let recording = try RecordedAudio.open(path: file)
        while let frame = try await recording.nextFrame() { samples += frame.samples }
        return samples
    }

    private static func snapshot(of kiosk: KioskOrchestrator) async -> KioskSnapshot? {
        for await case .snapshot(let snapshot) in await kiosk.updates() { return snapshot }
        return nil
    }

    /// Holds a conversation.
    ///
    /// - Returns: the first thing that is not as written; `nil` if all is.
    private static func hold(
        _ conversation: Conversation, voice: String, _ service: any VoiceService, _ browser: Browser
    ) async throws -> String? {
        let setup = try Setup(Arguments([], spec: KioskCommand.spec))
        let menu = try MenuLoader.builtIn(), clock = MonotonicClock(ContinuousClock())
        let microphone = SpokenInput(), store = MemoryOrderStore()
        let voiceInput = KioskParts.VoiceInput(
            input: microphone, whileSpeaking: .hold, service: service,
            vocabulary: try setup.vocabulary(for: menu, heardBy: service), confidenceGate: setup.confidenceGate)
        let parts = KioskParts(voiceInput: .loaded(voiceInput), voice: SilentVoice(), store: store, clock: clock) {
            UUID().uuidString.lowercased()
        }
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: try setup.parser(for: menu), writer: try setup.writer(for: menu), menuDigest: "digest",
            parts: parts)
        var settings = KioskWebSettings()
        settings.port = 0
        let web = try KioskWebServer(service: kiosk, menu: menu, settings: settings)
        let port = try await web.start()
        let running = Task { try await kiosk.run() }
        try await browser.open("http://127.0.0.1:\(port)/")
        try await browser.wait(for: "document.documentElement.dataset.revision !== undefined")
        _ = await kiosk.perform(.startSilently)
        _ = await kiosk.perform(.listen(isOn: true))
        let talk = Talk(kiosk: kiosk, microphone: microphone, store: store, browser: browser)
        var fault: String?
        for (number, turn) in conversation.turns.enumerated() where fault == nil {
            guard let words = turn.say else { continue }
            try await talk.say(words, voice: voice)
            let deadline = ContinuousClock.now + patience
            repeat {
                try await ContinuousClock().sleep(for: .milliseconds(100))
                guard let snapshot = await Self.snapshot(of: kiosk) else { continue }
                fault = try await talk.fault(turn, snapshot).map {
                    "turn \(number + 1), “\(words)”, heard “\(snapshot.transcript.last)”: \($0)"
                }
            } while fault != nil && ContinuousClock.now < deadline
            // An answer counts from half a second after its question.
            try await ContinuousClock().sleep(for: .milliseconds(600))
        }
        running.cancel()
        _ = await running.result
        await web.stop()
        return fault
    }

    @Test(
        "Spoken conversations end as written: of twenty at least eighteen, and of each day's four all but one",
        .enabled(if: Browser.isAvailable, "needs Debian's packages chromium and chromium-driver"),
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flite"), "needs Debian's package flite"))
    func aloud() async throws {
        let all = try Conversation.all.get().filter { $0.aloud == true }
        #expect(all.count == 20)
        let held = isFullScaleOrDaily(all)
        let service = try Setup(Arguments([], spec: KioskCommand.spec)).engine()
        var faults: [String] = []
        try await Browser.with { browser in
            try await browser.resize(width: 1_080, height: 1_920)
            for (number, conversation) in held.enumerated() {
                let voice = Self.voices[number % Self.voices.count]
                if let fault = try await Self.hold(conversation, voice: voice, service, browser) {
                    faults.append("\(conversation.name) (\(voice)): \(fault)")
                }
            }
        }
        print("spoken conversations: \(held.count - faults.count) of \(held.count)", faults.joined(separator: "\n"))
        #expect(faults.count <= (Self.isFullScale ? 2 : 1), "\(faults)")
    }

    private func isFullScaleOrDaily(_ all: [Conversation]) -> [Conversation] {
        Self.isFullScale ? all : Array(all.prefix(Self.daily))
    }
}
