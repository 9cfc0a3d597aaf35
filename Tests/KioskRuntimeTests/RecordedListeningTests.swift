internal import AudioFiles
internal import Feedback
internal import Foundation
internal import ModelCatalogue
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing
internal import VoskEngine

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// Recorded orders through both orchestrators: the kiosk and `brews order` recognise alike.
@Suite(
    .enabled(if: Repository.recordings != nil, "recorded orders are not beside this checkout"), .timeLimit(.minutes(20))
)
struct RecordedListeningTests {
    /// Eight recordings from the whole set, each recognised twice; all of them with `BREWS_FULL_SCALE=1`.
    private static let clips = Repository.rounds(8, full: .max)

    private struct Result: Equatable {
        let words: [String]
        let lines: [OrderLine]
    }

    /// A recording that drives the kiosk's clock and reports its end.
    private actor ClockedInput: AudioInput {
        private let input: SampleInput
        private let clock: ManualClock
        private let ended: AsyncStream<Void>.Continuation

        init(_ samples: [Int16], clock: ManualClock, ended: AsyncStream<Void>.Continuation) {
            input = SampleInput(samples)
            self.clock = clock
            self.ended = ended
        }

        func nextFrame() async -> AudioFrame? {
            guard let frame = await input.nextFrame() else {
                ended.finish()
                return nil
            }
            clock.advance(by: .seconds(Double(frame.samples.count) / Double(SampleRate.speech)))
            return frame
        }
    }

    private let menu: Menu
    private let parser: OrderParsingPipeline
    private let engine: VoskVoiceService

    init() throws {
        menu = try MenuLoader.builtIn()
        parser = try OrderParsingPipeline(menu: menu)
        let model = try ModelDirectory(path: Repository.models.appendingPathComponent("brews-en").path).verify()
        engine = try VoskVoiceService(
            model: VoskModelDescription(
                directory: model.directory, sampleRate: model.manifest.sampleRate,
                runtimeGraph: model.manifest.runtimeGraph))
    }

    private func kiosk(_ samples: [Int16]) async throws -> Result {
        let clock = ManualClock(), store = MemoryOrderStore()
        let (end, ended) = AsyncStream.makeStream(of: Void.self)
        let voiceInput = KioskParts.VoiceInput(
            input: ClockedInput(samples, clock: clock, ended: ended), whileSpeaking: .hold, service: engine)
        var parts = KioskParts(
            voiceInput: .loaded(voiceInput), voice: SilentVoice(), store: store, clock: MonotonicClock(clock)
        ) { "session" }
        parts.keepsWords = true
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: parser, writer: PromptWriter(menu: menu), menuDigest: "digest", parts: parts)
        #expect(await kiosk.perform(.start) == .done)
        let running = Task { try await kiosk.run() }
        for await _ in end {}
        // The recogniser's last results.
        while await kiosk.isRecognising { await Task.yield() }
        while await kiosk.progress().isStoreWaiting { await Task.yield() }
        let lines = await kiosk.machine.guest?.dialogue.cart.orderableLines ?? []
        running.cancel()
        _ = await running.result
        let events = try await store.events.values.flatMap { $0 }.map(KioskLog.entry).compactMap(\.event)
        let words = events.compactMap { event in if case .said(let said) = event { said.text } else { nil } }
        return Result(words: words, lines: lines)
    }

    private func commandLine(_ samples: [Int16]) async throws -> Result {
        let guest = try VoiceOrderingOrchestrator(menu: menu, service: engine, vocabulary: nil, parser: parser) {
            .zero
        }
        let outcome = try await guest.takeOrder(from: SampleInput(samples))
        return Result(words: outcome.utterances.map(\.text), lines: outcome.lines.map(\.line))
    }

    @Test("Recorded orders have the same words and the same lines in the kiosk and in `brews order`")
    func alike() async throws {
        let folder = try #require(Repository.recordings).appendingPathComponent("coffee-orders")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".wav") }
            .sorted()
        let count = min(Self.clips, names.count)
        var understood = 0
        for name in (0..<count).map({ names[$0 * names.count / count] }) {
            let samples = try WaveFile.readSpeech(from: folder.appendingPathComponent(name).path)
            let kiosk = try await kiosk(samples), commandLine = try await commandLine(samples)
            #expect(kiosk == commandLine, "\(name)")
            understood += kiosk.lines.isEmpty ? 0 : 1
        }
        #expect(2 * understood > count, "\(understood) of \(count) recordings have an order")
    }
}
