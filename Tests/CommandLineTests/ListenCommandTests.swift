internal import Foundation
internal import TestSupport
internal import Testing

/// `brews listen` by its contract.
@Suite(.timeLimit(.minutes(10)))
struct ListenCommandTests {
    private static let yes = Repository.root.appendingPathComponent("Tests/Recordings/yes-please.wav").path
    private static let all = Repository.root.appendingPathComponent("Tests/Recordings/that-s-all.wav").path

    private static func file(_ lines: String, in folder: TemporaryFolder) throws -> String {
        let path = folder.path("list.txt")
        try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("a phrase of the file is heard in a recording, from a file and from standard input, and recorded")
    func command() throws {
        let folder = try TemporaryFolder()
        let phrases = try Self.file("Yes, please!\n\nNo, thank you\nThat's all\n", in: folder)
        let words = ["listen", "--context", "command:" + phrases]
        let text = try Brews.run(words + ["--input", Self.yes])
        #expect(text.code == 0 && text.output == "Yes, please!\n", "\(text.output)\(text.errors)")
        let json = try Brews.run(words + ["--input", Self.all, "--json", "--record", folder.path("kept.wav")])
        try #require(json.code == 0 && json.objects.count == 1, "\(json.errors)")
        let heard = json.objects[0]
        #expect(heard["answer"] as? String == "That's all" && heard["transcript"] as? String == "that's all")
        #expect(heard["context"] as? String == "command" && (heard["confidence"] as? Double ?? 0) > 0.5)
        #expect(["inactivity", "endOfInput"].contains(heard["ending"] as? String ?? ""))
        #expect((heard["words"] as? [[String: Any]])?.count == 2 && (heard["unheard"] as? [String])?.isEmpty == true)
        let kept = try #require(FileManager.default.contents(atPath: folder.path("kept.wav")))
        let seconds = Double(kept.count - 44) / 32_000
        #expect(kept.prefix(4) == Data("RIFF".utf8) && seconds > 0.4)
        #expect(seconds < 0.001 + (heard["seconds"] as? Double ?? 0))
        let piped = try Brews.run(
            words + ["--input", "-"], input: try Data(contentsOf: URL(fileURLWithPath: Self.yes)))
        #expect(piped.code == 0 && piped.output == "Yes, please!\n", "\(piped.errors)")
    }

    @Test("the time-out ends a recording of silence, without an answer")
    func timeout() throws {
        let silence = Data(count: 32_000 * 10)
        let run = try Brews.run(
            ["listen", "--context", "number", "--input", "-", "--timeout", "1.5", "--json"], input: silence)
        try #require(run.code == 0 && run.objects.count == 1, "\(run.errors)")
        #expect(run.objects[0]["ending"] as? String == "timeout" && run.objects[0]["seconds"] as? Double == 1.5)
        #expect(run.objects[0]["answer"] == nil && run.objects[0]["transcript"] as? String == "")
    }

    @Test("free speech, and names with words that the café model lacks, are heard by the recogniser of free speech")
    func freeSpeech() throws {
        let folder = try TemporaryFolder()
        let words = ["listen", "--input", Self.yes, "--json"]
        let free = try Brews.run(words)
        #expect(free.code == 0 && free.objects.first?["transcript"] as? String == "yes please", "\(free.errors)")
        let names = try Brews.run(words + ["--context", "name:" + (try Self.file("Alice\nXanthippe\n", in: folder))])
        #expect(names.code == 0 && names.objects.first?["answer"] == nil, "\(names.output)\(names.errors)")
        #expect((names.objects.first?["unheard"] as? [String])?.isEmpty == true)
        let missing = try Brews.run(words + ["--model", folder.path("none")])
        #expect(missing.code == 4 && missing.errors.contains("none"), "\(missing.errors)")
        let whisper = try Brews.run(words + ["--free-speech", "whisper-none"])
        #expect(whisper.code == 4 && whisper.errors.contains("whisper-none"), "\(whisper.errors)")
    }

    @Test(
        "bad options are exit 2, missing files exit 3, a missing microphone exit 5 with the mending command",
        arguments: [
            (["--context", "poem"], 2), (["--context", "name"], 2), (["--timeout", "0.1"], 2), (["--timeout", "x"], 2),
            (["--inactivity", "99"], 2), (["guest.wav"], 2), (["--raw-rate", "8000"], 2),
            (["--context", "name:/nowhere"], 3), (["--context", "number", "--input", "/nowhere.wav"], 3),
            (["--context", "number", "--microphone", "no-such-device"], 5),
        ] as [([String], Int32)])
    func errors(_ words: [String], _ code: Int32) throws {
        let run = try Brews.run(["listen"] + words, atMost: 60)
        #expect(run.code == code && run.errors.hasPrefix("brews: "), "\(run.code) \(run.errors)")
        if code == 5 { #expect(run.errors.contains("brews doctor"), "\(run.errors)") }
    }

    @Test("the kiosk's own rule holds here too: without --record no file of the audio is left")
    func unrecorded() throws {
        let folder = try TemporaryFolder()
        let run = try Brews.run(
            ["listen", "--context", "number", "--input", Self.yes],
            environment: ["TMPDIR": folder.url.path, "HOME": folder.url.path, "XDG_RUNTIME_DIR": folder.url.path])
        #expect(run.code == 0, "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
}
