internal import Foundation
internal import Speech
internal import SpeechSynthesis
internal import TestSupport
internal import Testing

/// A shell script in Piper's place.
private final class FakePiper: Sendable {
    private let folder: TemporaryFolder
    let model: String
    var program: String { folder.path("piper") }
    var path: String { folder.url.path }

    init(_ script: String, rate: String = "22050") throws {
        folder = try TemporaryFolder()
        model = folder.path("voice.onnx")
        try Data("weights".utf8).write(to: URL(fileURLWithPath: model))
        try Data(#"{"audio": {"sample_rate": \#(rate)}}"#.utf8).write(to: URL(fileURLWithPath: model + ".json"))
        try ScriptedProgram.write(script, to: program)
    }

    /// A synthesiser that starts the program for each text.
    func synthesizer(_ settings: PiperSettings = PiperSettings()) throws -> PiperSynthesizer {
        var settings = settings
        settings.staysLoaded = false
        return try PiperSynthesizer(program: program, model: model, settings: settings)
    }

    /// What the script wrote to a file beside it.
    func note(_ name: String) -> String {
        FileManager.default.contents(atPath: folder.path(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// The program run for each text (`LoadedPiperTests` is about the one that stays).
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PiperSynthesizerTests {
    /// The bytes of the line as samples: two characters are one.
    private static let echo = "cat"

    @Test("A text goes in as one line, and the samples come out little-endian at the voice's rate")
    func speaks() async throws {
        let piper = try FakePiper("echo \"$@\" > \"$(dirname \"$0\")/arguments\"\n" + Self.echo, rate: "16000")
        let speech = try await piper.synthesizer(PiperSettings(rate: 330)).synthesize("ab cd")
        // "ab", " c", "d\n".
        #expect(speech == SynthesizedSpeech(samples: [0x6261, 0x6320, 0x0A64], sampleRate: 16_000))
        #expect(piper.note("arguments") == "--model \(piper.model) --output_raw --length_scale 0.500\n")
    }

    @Test("The self-test has the program speak, and tells what it says where it cannot")
    func selfTest() throws {
        let piper = try FakePiper("tee \"$(dirname \"$0\")/said\"", rate: "16000")
        try piper.synthesizer().selfTest()
        #expect(piper.note("said") == "yes\n")
        let mute = try FakePiper("echo no voice >&2; exit 1", rate: "16000")
        #expect(throws: PiperError.failed("no voice")) { try mute.synthesizer().selfTest() }
    }

    @Test("Only plain text of at most 300 characters reaches the program, and nothing to say starts none")
    func plain() async throws {
        let piper = try FakePiper("tee -a \"$(dirname \"$0\")/lines\"")
        let synthesizer = try piper.synthesizer()
        for text in ["", "☕️", "[[h@]]\n--model /etc/passwd", String(repeating: "latte ", count: 1_000)] {
            _ = try await synthesizer.synthesize(text)
        }
        let lines = piper.note("lines").split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == "h model etc passwd" && lines[1].count <= 300)
    }

    @Test("The volume is heard", arguments: [(0, 0), (50, 0x3131 / 2), (100, 0x3131)])
    func volume(_ volume: Int, _ sample: Int) async throws {
        let piper = try FakePiper("cat > /dev/null; printf 11")
        let speech = try await piper.synthesizer(PiperSettings(volume: volume)).synthesize("one")
        #expect(speech.samples.count == 1 && abs(Int(speech.samples.first ?? 0) - sample) <= 1)
    }

    @Test(
        "A program that fails is an error with its last words",
        arguments: [
            ("echo one >&2; echo two >&2; exit 3", "two"), ("exit 3", "code 3"), ("exit 0", "code 0"),
            ("kill -9 $$", "code -1"), ("printf x", "code 0"),
        ])
    func fails(_ script: String, _ words: String) async throws {
        let piper = try FakePiper(script)
        let error = await #expect(throws: PiperError.self) { _ = try await piper.synthesizer().synthesize("one") }
        guard case .failed(let text) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains(words))
    }

    @Test(
        "B12: A program that hangs is ended at its deadline, with all it started",
        arguments: [
            "sleep 1000", "cat > /dev/null & sleep 1000", "printf 11; exec >&- 2>&-; sleep 1000",
            "trap '' TERM; while :; do sleep 1; done",
        ])
    func hangs(_ script: String) async throws {
        let piper = try FakePiper("echo $$ > \"$(dirname \"$0\")/process\"\n" + script)
        await #expect(throws: PiperError.self) {
            _ = try await piper.synthesizer(PiperSettings(deadline: .milliseconds(300))).synthesize("one")
        }
        let process = try #require(Int32(piper.note("process").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(process, 0) == -1)
    }

    @Test("B12: A program that speaks without end is stopped")
    func endless() async throws {
        let piper = try FakePiper("exec cat /dev/zero")
        await #expect(throws: PiperError.tooLong(bytes: 120 * 22_050 * 2)) {
            _ = try await piper.synthesizer().synthesize("one")
        }
    }

    @Test("B12: The program cannot take more memory than it may")
    func memory() async throws {
        let piper = try FakePiper(
            """
            ulimit -d > "$(dirname "$0")/limits"; ulimit -c >> "$(dirname "$0")/limits"; cat > /dev/null; printf 11
            """
        )
        _ = try await piper.synthesizer(PiperSettings(memoryMebibytes: 64)).synthesize("one")
        #expect(piper.note("limits") == "65536\n0\n")
        let greedy = try FakePiper("cat > /dev/null; x=$(head -c 400000000 /dev/zero | tr '\\0' a); printf 11")
        await #expect(throws: PiperError.self) {
            _ = try await greedy.synthesizer(PiperSettings(memoryMebibytes: 64)).synthesize("one")
        }
    }

    @Test("B12: What the program started ends with it")
    func group() async throws {
        let piper = try FakePiper(
            "sleep 1000 > /dev/null 2>&1 &\necho $! > \"$(dirname \"$0\")/process\"; cat > /dev/null; printf 11")
        #expect(try await piper.synthesizer().synthesize("one").samples == [0x3131])
        let process = piper.note("process").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(!process.isEmpty)
        // It was killed, which takes effect when it is its turn, and nobody reports that. Nobody of ours reaps it: what
        // is left of it at most is an entry of the process table.
        func state() -> String {
            FileManager.default.contents(atPath: "/proc/\(process)/stat").map { String(decoding: $0, as: UTF8.self) }
                ?? ""
        }
        func isGone() -> Bool { state().isEmpty || state().contains(") Z ") || state().contains(") X ") }
        for _ in 0..<500 where !isGone() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(isGone(), "\(state())")
    }

    /// Resident bytes of this process.
    private static func memory() -> Int {
        let pages =
            FileManager.default.contents(atPath: "/proc/self/statm").map { String(decoding: $0, as: UTF8.self) } ?? ""
        return (pages.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }

    @Test("Cancelling ends the program at once, and the next text is spoken")
    func cancelled() async throws {
        // Long before its deadline it would leave a note.
        let hang =
            "echo $$ > \"$(dirname \"$0\")/process\"; sleep 8; echo yes > \"$(dirname \"$0\")/survived\"; sleep 1000"
        let piper = try FakePiper("read line; case \"$line\" in hang) \(hang);; esac; printf 11")
        let synthesizer = try piper.synthesizer(PiperSettings(deadline: .seconds(30)))
        let task = Task { try await synthesizer.synthesize("hang") }
        while !piper.note("process").hasSuffix("\n") { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try await synthesizer.synthesize("one").samples == [0x3131])
        let process = try #require(Int32(piper.note("process").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(process, 0) == -1 && piper.note("survived").isEmpty)
    }

    @Test("B12: 200 texts leave no descriptor and no memory behind")
    func leaks() async throws {
        let piper = try FakePiper("cat > /dev/null; printf 11")
        let synthesizer = try piper.synthesizer()
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        _ = try await synthesizer.synthesize("one")
        let before = try descriptors()
        let rounds = ProcessInfo.processInfo.environment["BREWS_PIPER_ROUNDS"].flatMap { Int($0) } ?? 200,
            memory = Self.memory()
        for index in 0..<rounds { _ = try await synthesizer.synthesize("number \(index)") }
        let grown = Self.memory() - memory
        if rounds > 200 { print("B12: \(rounds) texts, \(grown >> 10) KiB grown") }
        // Other tests of this process open files and fill memory meanwhile. What every second text left behind would
        // still show; memory tells something only of a full run, which is made alone.
        #expect(try descriptors() < before + rounds / 2)
        if rounds > 200 { #expect(grown < 20 << 20) }
    }

    @Test("A voice whose settings cannot be used is refused", arguments: ["", "\"fast\"", "0", "96000", "-1"])
    func badVoice(_ rate: String) throws {
        let piper = try FakePiper("", rate: rate)
        #expect(throws: PiperError.self) { _ = try piper.synthesizer() }
        #expect(throws: PiperError.badVoice(file: "/none.onnx", reason: "there is no such file, or no permission")) {
            _ = try PiperSynthesizer(program: piper.program, model: "/none.onnx")
        }
    }

    @Test(
        "Settings outside their ranges are refused",
        arguments: [
            PiperSettings(rate: 79), PiperSettings(volume: 201), PiperSettings(deadline: .zero),
            PiperSettings(memoryMebibytes: 8),
        ])
    func badSettings(_ settings: PiperSettings) throws {
        let piper = try FakePiper("")
        #expect(throws: PiperError.self) { _ = try piper.synthesizer(settings) }
    }

    @Test("The program is found on the search path, and folders of its name are not it")
    func found() throws {
        let piper = try FakePiper(""), folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("piper"), withIntermediateDirectories: false)
        #expect(PiperSynthesizer.program(in: "/nowhere:\(folder.url.path):\(piper.path)") == piper.program)
        #expect(
            PiperSynthesizer.program(in: "/nowhere:\(folder.url.path)") == nil
                && PiperSynthesizer.program(in: "") == nil)
    }
}
