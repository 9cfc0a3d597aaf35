internal import Foundation
internal import TestSupport
internal import Testing

/// `brews doctor`: its checks, their mending commands and its exit codes.
@Suite(.timeLimit(.minutes(10)))
struct DoctorCommandTests {
    @Test("doctor finds this machine ready and names each check")
    func doctor() throws {
        let run = try Brews.run(["doctor", "--json"])
        #expect(run.code == 0, "\(run.output)")
        let names = run.objects.compactMap { $0["check"] as? String }
        let parts = ["libvosk", "libwhisper", "espeak-ng", "model", "recognition"]
        for check in parts + ["microphone", "loudspeaker", "menu", "language", "disk", "clock"] {
            #expect(names.contains(check))
        }
    }

    @Test("doctor checks the engine that the kiosk is to run with, and takes the option that it advises")
    func doctorEngine() throws {
        func recognition(_ words: [String]) throws -> [String: Any]? {
            try Brews.run(["doctor", "--json"] + words).objects.first { $0["check"] as? String == "recognition" }
        }
        #expect(try recognition(["--engine", "vosk"])?["status"] as? String == "ok")
        let advised = try recognition(["--model", "brews-whisper-en"])?["detail"] as? String
        #expect(advised?.contains("add --engine whisper") == true)
        // Small as it is, it may or may not hear the sentence; if not, a larger one is what helps.
        let whisper = try recognition(["--model", "brews-whisper-en", "--engine", "whisper"])
        #expect(
            whisper?["status"] as? String == "ok"
                || whisper?["mend"] as? String == "brews models fetch whisper-base-q8_0", "\(whisper ?? [:])")
    }

    @Test("doctor tells one cause by one check, does not check what rests on it, and ends with its exit code")
    func doctorCauses() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: Repository.models.appendingPathComponent("brews-en"), to: URL(fileURLWithPath: folder.path("copy")))
        try Data("--beam=1\n".utf8).write(to: URL(fileURLWithPath: folder.path("copy/conf/model.conf")))
        let cases: [(words: [String], code: Int32, cause: String, notChecked: [String])] = [
            (["--menu", "/nonexist"], 3, "menu", ["recognition", "language"]),
            (["--model", folder.path("copy")], 4, "model", ["recognition", "menu"]),
            (["--locale", "zz"], 2, "language", []),
            (["--model", "brews-whisper-en"], 2, "recognition", ["menu"]),
        ]
        for (words, code, cause, notChecked) in cases {
            let run = try Brews.run(["doctor", "--json"] + words)
            #expect(run.code == code, "\(words): \(run.code) \(run.output)")
            func names(_ isWanted: ([String: Any]) -> Bool) -> [String] {
                run.objects.filter(isWanted).compactMap { $0["check"] as? String }
            }
            #expect(names { $0["status"] as? String == "error" } == [cause], "\(words): \(run.output)")
            let skipped = run.objects.filter { ($0["detail"] as? String)?.contains("not checked") == true }
            #expect(skipped.compactMap { $0["check"] as? String } == notChecked, "\(words): \(run.output)")
            #expect(
                skipped.allSatisfy {
                    $0["mend"] == nil && ($0["detail"] as? String)?.contains("\(cause) failed") == true
                }, "\(words): \(run.output)")
        }
    }
}
