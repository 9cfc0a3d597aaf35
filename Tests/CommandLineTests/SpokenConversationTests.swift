internal import AudioFiles
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

/// Conversations held aloud by synthetic voices with `brews kiosk` and a real browser: wake phrase, recogniser, parser,
/// dialogue, orders and page.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct SpokenConversationTests {
    private static let isFullScale = ProcessInfo.processInfo.environment["BREWS_FULL_SCALE"] != nil
    private static let voices = ["en-us", "en-gb"]

    /// What the page showed after a change.
    private struct Moment: Decodable {
        let screen: String
        let cart: [String]
        let captions: [String]

        /// Whether it is what a turn asks for.
        func fits(_ turn: Conversation.Turn) -> Bool {
            (turn.screen ?? screen) == screen && (turn.cart ?? cart) == cart
                && (turn.hears ?? []).allSatisfy { text in captions.contains { $0.contains(text) } }
        }
    }

    /// Keeps what the page shows after each change of the kiosk.
    private static let watcher = """
        window.moments = [];
        new EventSource("/events").addEventListener("snapshot", (event) => {
          const snapshot = JSON.parse(event.data);
          const keep = () => {
            // The page shows this change, or one that came after it.
            if (Number(document.documentElement.dataset.revision) < Number(event.lastEventId)) {
              return setTimeout(keep, 5);
            }
            window.moments.push({
              screen: document.documentElement.dataset.screen,
              cart: snapshot.cart.map((line) => line.description),
              captions: ["caption", "question-text", "welcome-caption", "moment-caption"].map(
                (id) => document.getElementById(id).textContent),
            });
          };
          keep();
        });
        """

    /// Speech at 16 kHz by a voice of espeak-ng.
    private static func speech(_ text: String, voice: String) async throws -> [Int16] {
        let folder = try TemporaryFolder(), file = folder.path("speech.wav")
        let synthesizer = Process()
        synthesizer.executableURL = URL(fileURLWithPath: "/usr/bin/espeak-ng")
        synthesizer.arguments = ["-v", voice, "-s", "150", "-w", file, text]
        try synthesizer.run()
        synthesizer.waitUntilExit()
        return try await samples(file)
    }

    private static func samples(_ file: String) async throws -> [Int16] {
        var samples: [Int16] = []
        let recording = try RecordedAudio.open(path: file)
        while let frame = try await recording.nextFrame() { samples += frame.samples }
        return samples
    }

    /// Writes a guest who wakes the kiosk and says each turn, with time for an answer after it.
    private static func write(_ conversation: Conversation, voice: String, to path: String) async throws {
        var random = SeededGenerator(seed: 1)
        func room(_ seconds: Double) -> [Int16] {
            (0..<Int(seconds * Double(SampleRate.speech))).map { _ in Int16.random(in: -24...24, using: &random) }
        }
        // "Hey Brews" is the first 0.85 s of this recording of a person. The browser opens the page before it.
        let recording = Repository.root.appendingPathComponent("Tests/Recordings/\(SpokenGuest.order).wav").path
        let wake = try await samples(recording).prefix(SampleRate.speech * 85 / 100)
        var audio = room(6) + wake + room(1.2)
        // Somebody whose yes is not heard is asked once more, and says it once more.
        let again = conversation.turns.last.flatMap { $0.places == nil ? nil : $0.say }
        for words in conversation.turns.compactMap(\.say) + [again].compactMap(\.self) {
            audio += try await speech(words, voice: voice) + room(3.5)
        }
        try WaveFile.write(audio + room(2), sampleRate: SampleRate.speech, to: path)
    }

    /// Holds a conversation, until it came out as written or its guest is gone.
    ///
    /// - Returns: the first turn that is not as written; `nil` if all are.
    private static func hold(_ conversation: Conversation, voice: String, _ browser: Browser) async throws -> String? {
        let folder = try TemporaryFolder(), guest = folder.path("guest.wav"), store = folder.path("orders.sqlite")
        try await write(conversation, voice: voice, to: guest)
        let kiosk = try await KioskProcess(["--any-disk", "--store", store, "--input", guest, "--port", "0"])
        try await browser.open(kiosk.address)
        try await browser.wait(for: "document.documentElement.dataset.revision !== undefined")
        try await browser.run(watcher)
        let clock = ContinuousClock()
        var fault: String?
        repeat {
            try await clock.sleep(for: .seconds(1))
            fault = try Self.fault(conversation, try await browser.evaluate("return window.moments"), store: store)
        } while fault != nil && kiosk.isRunning
        _ = kiosk.stop()
        return fault
    }

    /// The first turn that is not as written, each looked for after the one before it.
    private static func fault(_ conversation: Conversation, _ all: [Moment], store: String) throws -> String? {
        var moments = all[...]
        for (number, turn) in conversation.turns.enumerated() {
            let name = "turn \(number + 1), “\(turn.say ?? "")”"
            guard let first = moments.firstIndex(where: { $0.fits(turn) }) else {
                let seen = moments.last.map { "\($0.screen) \($0.cart) \($0.captions)" } ?? "nothing"
                return "\(name): at the end the page shows \(seen)"
            }
            moments = moments[first...]
            guard let places = turn.places else { continue }
            let orders = try Brews.run(["orders", "list", "--json", "--store", store]).output
            let names = places.map { "\"name\":\"\($0)\"" }
            guard names.allSatisfy(orders.contains) else { return "\(name): placed \(orders)" }
        }
        return nil
    }

    @Test(
        "Of twenty spoken conversations at least eighteen end as written",
        .enabled(if: isFullScale, "BREWS_FULL_SCALE holds twenty conversations aloud"),
        .enabled(if: Browser.isAvailable, "needs Debian's packages chromium and chromium-driver"),
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng"), "needs espeak-ng"))
    func aloud() async throws {
        let all = try Conversation.all.get().filter { $0.aloud == true }
        #expect(all.count == 20)
        let booths = 3
        let faults = try await withThrowingTaskGroup(of: [String].self) { group in
            for booth in 0..<booths {
                group.addTask {
                    try await Browser.with { browser in
                        try await browser.resize(width: 1_080, height: 1_920)
                        var faults: [String] = []
                        for number in stride(from: booth, to: all.count, by: booths) {
                            let voice = Self.voices[number % Self.voices.count]
                            if let fault = try await Self.hold(all[number], voice: voice, browser) {
                                faults.append("\(all[number].name) (\(voice)): \(fault)")
                            }
                        }
                        return faults
                    }
                }
            }
            return try await group.reduce([], +)
        }
        print("spoken conversations: \(all.count - faults.count) of \(all.count)", faults.joined(separator: "\n"))
        #expect(all.count - faults.count >= 18, "\(faults)")
    }
}
