internal import AudioFiles
internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import KioskWeb
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing
internal import VoiceOrdering

@testable internal import BrewsCLI

/// How long it takes from a frame of a guest's voice to the item's card in the page: recogniser, parser, kiosk, web
/// server and a real browser, at the pace of speech.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct FrameToPageTests {
    /// How often the two orders are said; 25 with `BREWS_FRAME_TO_PAGE=25`.
    private static let rounds = ProcessInfo.processInfo.environment["BREWS_FRAME_TO_PAGE"].flatMap(Int.init) ?? 1

    /// Notes by the wall clock when each frame was handed over.
    private final class NotedInput: AudioInput {
        private let input: any AudioInput
        private let handed = Mutex<[Double]>([])

        init(_ input: any AudioInput) { self.input = input }

        func nextFrame() async throws -> AudioFrame? {
            guard let frame = try await input.nextFrame() else { return nil }
            handed.withLock { $0.append(wallMilliseconds()) }
            return frame
        }

        /// The newest frame but one before a moment: a frame that came while a snapshot was on its way to us is no
        /// cause of it.
        func cause(before moment: Double) -> Double? {
            handed.withLock { times in
                let earlier = times.partitioningIndex { $0 >= moment }
                return earlier >= 2 ? times[earlier - 2] : nil
            }
        }
    }

    private static func guest() async throws -> [Int16] {
        var samples = [Int16](repeating: 3, count: 16_000)
        for _ in 0..<rounds {
            for name in ["can-i-get-a-large-iced-latte-please", "i-want-three-blueberry-muffins"] {
                let recording = try RecordedAudio.open(
                    path: Repository.root.appendingPathComponent("Tests/Recordings/\(name).wav").path)
                while let frame = try await recording.nextFrame() { samples += frame.samples }
                samples += [Int16](repeating: 3, count: 24_000)
            }
        }
        return samples
    }

    @Test(
        "From a frame to the item's card in the document: every understood card arrives; the delay is printed",
        .enabled(if: Browser.isAvailable, "needs Debian's packages chromium and chromium-driver"))
    func frameToCard() async throws {
        let setup = try Setup(Arguments([], spec: KioskCommand.spec))
        let menu = try MenuLoader.builtIn(), clock = MonotonicClock(ContinuousClock())
        let input = NotedInput(RecordedGuest(SampleInput(try await Self.guest(), frameSamples: 320), clock: clock))
        let voiceInput = KioskParts.VoiceInput(
            input: input, whileSpeaking: .hold, service: try setup.engine(), confidenceGate: setup.confidenceGate)
        let parts = KioskParts(
            voiceInput: .loaded(voiceInput), voice: SilentVoice(), store: MemoryOrderStore(), clock: clock
        ) {
            UUID().uuidString.lowercased()
        }
        var times = KioskTimes()
        times.wipe = .seconds(3_000)
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: try OrderParsingPipeline(menu: menu), writer: try setup.writer(for: menu),
            menuDigest: "digest", times: times, parts: parts)
        var settings = KioskWebSettings()
        settings.port = 0
        let web = try KioskWebServer(service: kiosk, menu: menu, settings: settings)
        let port = try await web.start()
        try await Browser.with { browser in
            try await browser.resize(width: 1_080, height: 1_920)
            try await browser.open("http://127.0.0.1:\(port)/")
            try await browser.wait(for: "document.documentElement.dataset.revision !== undefined")
            try await browser.run(
                """
                window.shown = [];
                new MutationObserver(() => {
                  window.shown.push([Number(document.documentElement.dataset.revision), \
                  performance.timeOrigin + performance.now()]);
                }).observe(document.documentElement, {attributes: true, attributeFilter: ["data-revision"]});
                """)
            #expect(await kiosk.perform(.startSilently) == .done)
            #expect(await kiosk.perform(.listen(isOn: true)) == .done)
            let watching = Task {
                var told: [(revision: Int, cause: Double)] = [], before: [String] = []
                for await case .snapshot(let snapshot) in await kiosk.updates() {
                    let now = wallMilliseconds(), items = snapshot.preview.map(\.description)
                    if !items.isEmpty, items != before, let cause = input.cause(before: now) {
                        told.append((snapshot.revision, cause))
                    }
                    before = items
                }
                return told
            }
            // The recording ends, the session would go on for an hour.
            let running = Task { try await kiosk.run() }
            while await kiosk.health().figures["brews_microphone_frames_total"] ?? 0 == 0 {
                try await ContinuousClock().sleep(for: .milliseconds(50))
            }
            try await ContinuousClock().sleep(for: .seconds(Double(try await Self.guest().count) / 16_000 + 1))
            running.cancel()
            _ = await running.result
            watching.cancel()
            let shown: [[Double]] = try await browser.evaluate("return window.shown")
            let told = await watching.value
            try #require(told.count >= 2 * Self.rounds, "\(told.count) previews")
            let delays = told.compactMap { told in
                shown.first { Int($0[0]) >= told.revision }.map { $0[1] - told.cause }
            }.sorted()
            #expect(delays.count == told.count, "every preview has got to the page")
            func percentile(_ share: Double) -> String {
                String(format: "%.0f ms", delays[min(delays.count - 1, Int(Double(delays.count) * share))])
            }
            print(
                """
                frame to card, \(delays.count) previews: p50 \(percentile(0.5)), p95 \(percentile(0.95)), \
                p99 \(percentile(0.99)), most \(percentile(1))
                """
            )
            #expect(delays.allSatisfy { $0 >= 0 }, "nothing is shown before it was heard")
        }
        await web.stop()
    }
}

private func wallMilliseconds() -> Double { Date().timeIntervalSince1970 * 1_000 }

extension [Double] {
    /// The first index from which on the elements, which ascend, fulfil a condition.
    fileprivate func partitioningIndex(where belongs: (Double) -> Bool) -> Int { firstIndex(where: belongs) ?? count }
}
