internal import Foundation
internal import Speech
internal import SpeechSynthesis
internal import TestSupport
internal import Testing

/// A script in Piper's place that stays loaded.
private final class FakePiper: Sendable {
    private let folder: TemporaryFolder
    let model: String
    var program: String { folder.path("piper") }
    /// Process numbers of all programs that were loaded.
    var started: [Int32] { note("started").split(separator: "\n").compactMap { Int32($0) } }
    var folders: [String] { note("folder").split(separator: "\n").map(String.init) }

    init(_ body: String = "speak", start: String = ":") throws {
        folder = try TemporaryFolder()
        model = folder.path("voice.onnx")
        try ScriptedPiper.write(body, start: start, to: folder.path("piper"), voice: model)
    }

    func synthesizer(_ settings: PiperSettings = PiperSettings()) throws -> PiperSynthesizer {
        try PiperSynthesizer(program: program, model: model, settings: settings)
    }

    func note(_ name: String) -> String {
        FileManager.default.contents(atPath: folder.path(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path(name)) }

    func waitFor(_ name: String) async { while note(name).isEmpty, !Task.isCancelled { await Task.yield() } }
}

@Suite(.serialized, .timeLimit(.minutes(10)))
struct LoadedPiperTests {
    private static let loaded = [ScriptedPiper.sample], apart = [ScriptedPiper.sampleApart]

    @Test(
        "One program speaks all texts, whether it tells of its files as piper-tts does or as the C++ program does",
        arguments: [
            "speak",
            """
            count=$((count + 1)); cp "$here/speech.wav" "$folder/$count.wav"; echo "$folder/$count.wav"
            """,
            // The path comes before the file's last bytes, and messages follow it.
            """
            count=$((count + 1)); exec 5> "$folder/$count.wav"; head -c 20 "$here/speech.wav" >&5
            echo "$folder/$count.wav"; sleep 0.05; tail -c +21 "$here/speech.wav" >&5; exec 5>&-
            echo "Real-time factor: 0.1" >&2
            """,
        ])
    func staysLoaded(_ body: String) async throws {
        let piper = try FakePiper("echo \"$line\" >> \"$here/lines\"; " + body)
        let synthesizer = try piper.synthesizer()
        for index in 0..<5 {
            #expect(
                try await synthesizer.synthesize("text\n\(index)")
                    == SynthesizedSpeech(samples: Self.loaded, sampleRate: 22_050))
        }
        #expect(piper.started.count == 1 && piper.note("lines") == (0..<5).map { "text \($0)\n" }.joined())
        // Nothing of what was said is left, not even in memory.
        let folder = try #require(piper.folders.first)
        #expect(folder.hasPrefix("/dev/shm/"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("The voice is loaded in advance, and a slow start is waited for")
    func prepared() async throws {
        let piper = try FakePiper(start: "sleep 0.5")
        let synthesizer = try piper.synthesizer()
        try await synthesizer.prepare()
        #expect(try await synthesizer.synthesize("one").samples == Self.loaded && piper.started.count == 1)
    }

    @Test("B12: The program and its folder end with the synthesiser, and folders that others left are removed")
    func ends() async throws {
        let left = "/dev/shm/brews-piper-left\(UUID().uuidString.prefix(6))"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
        let piper = try FakePiper(start: "sleep 1000 & echo $! > \"$here/child\"")
        do {
            let synthesizer = try piper.synthesizer()
            #expect(try await synthesizer.synthesize("one").samples == Self.loaded)
        }
        #expect(!FileManager.default.fileExists(atPath: left))
        let folder = try #require(piper.folders.first), process = try #require(piper.started.first)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let child = piper.note("child").trimmingCharacters(in: .whitespacesAndNewlines)
        for number in ["\(process)", child] {
            func isGone() -> Bool { FileManager.default.contents(atPath: "/proc/\(number)/cmdline")?.isEmpty != false }
            for _ in 0..<500 where !isGone() { try await Task.sleep(for: .milliseconds(10)) }
            #expect(isGone(), "\(number)")
        }
    }

    @Test(
        "B12: A text on which a loaded program fails once is spoken by the next one",
        arguments: [
            "exit 3", "kill -9 $$", "echo \"Wrote $folder/none.wav\" >&2",
            "cp \"$0\" \"$folder/a.wav\"; echo \"$folder/a.wav\"",
            "ln -s \"$here/speech.wav\" \"$folder/a.wav\"; echo \"$folder/a.wav\"",
            "mkdir \"$folder/a.wav\"; echo \"$folder/a.wav\"", "exec >&- 2>&-; sleep 1000",
            "head -c 20 \"$here/speech.wav\" > \"$folder/a.wav\"; echo \"$folder/a.wav\"; sleep 1000",
            "tr 1 '\\200' < \"$here/speech.wav\" | head -c 40 > \"$folder/a.wav\"; exit", "exec cat /dev/zero",
            "exec yes", "exec cat /dev/zero > \"$folder/a.wav\"",
        ])
    func failsOnce(_ fault: String) async throws {
        let once = "if [ -e \"$here/once\" ]; then speak; else : > \"$here/once\"; \(fault); fi"
        let piper = try FakePiper(once)
        let synthesizer = try piper.synthesizer()
        #expect(try await synthesizer.synthesize("one").samples == Self.loaded)
        #expect(try await synthesizer.synthesize("two").samples == Self.loaded)
        #expect(piper.started.count == 2 && kill(piper.started[0], 0) == -1)
        #expect(piper.folders.first.map(FileManager.default.fileExists) == false)
    }

    @Test("B12: A program that cannot stay loaded runs for each text, and is loaded again after twenty")
    func apart() async throws {
        let piper = try FakePiper(
            "speak", start: "[ -e \"$here/mended\" ] || [ $(wc -l < \"$here/started\") -gt 2 ] || exit 1")
        let synthesizer = try piper.synthesizer()
        for _ in 0..<20 { #expect(try await synthesizer.synthesize("one").samples == Self.apart) }
        #expect(piper.started.count == 2)
        #expect(try await synthesizer.synthesize("one").samples == Self.loaded)
        #expect(piper.started.count == 3)
    }

    @Test("B12: A loaded program that hangs is an error at the deadline each time, then the text is spoken without it")
    func hangs() async throws {
        let piper = try FakePiper("trap '' TERM; sleep 1000")
        let synthesizer = try piper.synthesizer(PiperSettings(deadline: .seconds(1)))
        for _ in 0..<2 {
            await #expect(throws: PiperError.timedOut(seconds: 1)) { _ = try await synthesizer.synthesize("one") }
        }
        #expect(try await synthesizer.synthesize("one").samples == Self.apart)
        for process in piper.started { #expect(kill(process, 0) == -1) }
        for folder in piper.folders { #expect(!FileManager.default.fileExists(atPath: folder)) }
    }

    @Test("B12: A loaded program is limited in memory and leaves no core dumps")
    func limits() async throws {
        let piper = try FakePiper(start: "ulimit -d > \"$here/limits\"; ulimit -c >> \"$here/limits\"")
        _ = try await piper.synthesizer(PiperSettings(memoryMebibytes: 64)).synthesize("one")
        #expect(piper.note("limits") == "65536\n0\n")
        let greedy = try FakePiper("x=$(head -c 400000000 /dev/zero | tr '\\0' a); speak")
        #expect(
            try await greedy.synthesizer(PiperSettings(memoryMebibytes: 64)).synthesize("one").samples == Self.apart)
    }

    @Test("A cancelled text is dropped; the program goes on unless that takes longer than a new one")
    func cancelled() async throws {
        let body = """
            case "$line" in
                slow) echo yes > "$here/slow"; sleep 0.3;;
                hang) echo yes > "$here/hang"; sleep 1000;;
            esac
            speak
            """
        let piper = try FakePiper(body, start: "sleep 2")
        let synthesizer = try piper.synthesizer(PiperSettings(deadline: .seconds(60)))
        try await synthesizer.prepare()
        for (text, programs) in [("slow", 1), ("hang", 2)] {
            let task = Task { try await synthesizer.synthesize(text) }
            await piper.waitFor(text)
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            let began = ContinuousClock().now
            #expect(try await synthesizer.synthesize("one").samples == Self.loaded)
            #expect(piper.started.count == programs)
            // Half a start of patience and a start, on a busy machine.
            #expect(ContinuousClock().now - began < .seconds(15))
        }
    }

    @Test("B12: 30 programs leave no descriptor and no folder behind")
    func leaks() async throws {
        let piper = try FakePiper("speak; exit")
        let synthesizer = try piper.synthesizer()
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        _ = try await synthesizer.synthesize("one")
        let before = try descriptors()
        for index in 0..<30 { #expect(try await synthesizer.synthesize("number \(index)").samples == Self.loaded) }
        #expect(piper.started.count == 31)
        // Other tests of this process open files meanwhile.
        #expect(try descriptors() < before + 15)
        for folder in piper.folders.dropLast() { #expect(!FileManager.default.fileExists(atPath: folder)) }
    }
}

/// The real program, where it is on the search path and `BREWS_PIPER_VOICE` names a voice (`….onnx`).
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RealPiperTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let program = PiperSynthesizer.program(in: environment["PATH"] ?? "")
    private static let voice = environment["BREWS_PIPER_VOICE"]

    /// Ten replies as the kiosk says them, by their first sentence.
    private static let replies = [
        "Added a large oat milk latte.", "Added two croissants.", "What size for the cappuccino?",
        "Your total is nine dollars and fifty cents.", "Sorry, I did not understand that.",
        "We do not have pumpkin spice latte.", "Removed the blueberry muffin.", "Anything else?",
        "You ordered two large iced lattes with oat milk and no foam, a plain bagel and a bottled water.",
        "Thank you, please pay at the terminal.",
    ]

    @Test(
        "B12: The real program speaks, is sooner once it is loaded, and takes the longest text in its memory",
        .enabled(if: program != nil && voice != nil, "needs piper on PATH and BREWS_PIPER_VOICE"))
    func real() async throws {
        let program = try #require(Self.program), voice = try #require(Self.voice)
        var totals: [Duration] = []
        for staysLoaded in [false, true] {
            let settings = PiperSettings(deadline: .seconds(60), staysLoaded: staysLoaded)
            let synthesizer = try PiperSynthesizer(program: program, model: voice, settings: settings)
            try await synthesizer.prepare()
            var times: [Duration] = [], seconds = 0.0
            for reply in Self.replies {
                let began = ContinuousClock().now
                let speech = try await synthesizer.synthesize(reply)
                times.append(ContinuousClock().now - began)
                seconds += speech.seconds
                #expect(speech.seconds > 0.4 && speech.samples.contains { abs(Int($0)) > 3_000 })
            }
            let total = times.reduce(.zero, +)
            totals.append(total)
            print(
                "piper, \(staysLoaded ? "loaded" : "a process per text"): first sound median \(times.sorted()[5]), "
                    + "longest \(times.max() ?? .zero); real-time factor \(total / .seconds(1) / seconds)")
            let long = String(repeating: "a large latte with oat milk and ", count: 9) + "a bagel"
            #expect(try await synthesizer.synthesize(long).seconds > 5)
        }
        #expect(totals[1] < totals[0])
    }
}
