internal import Foundation
internal import TestSupport
internal import Testing

/// `brews voices` by its contract.
@Suite(.timeLimit(.minutes(10)))
struct VoicesCommandTests {
    @Test("voices are listed, all or those of a language, and behind them the profiles")
    func list() throws {
        let folder = try TemporaryFolder()
        let file = ["--profiles", folder.path("voices.json")]
        #expect(
            try Brews.run(["say", "--voice", "en-gb", "--rate", "150", "--save-profile", "counter"] + file).code == 0)
        let all = try Brews.run(["voices", "--json"] + file)
        try #require(all.code == 0 && all.objects.count > 50, "\(all.errors)")
        #expect(all.objects.contains { $0["voice"] as? String == "en-us" && $0["engine"] as? String == "espeak-ng" })
        #expect(all.objects.last?["profile"] as? String == "counter" && all.objects.last?["rate"] as? Int == 150)
        let french = try Brews.run(["voices", "--json", "--locale", "fr", "--profiles", folder.path("none.json")])
        #expect(!french.objects.isEmpty)
        #expect(french.objects.allSatisfy { ($0["language"] as? String)?.hasPrefix("fr") == true })
        let text = try Brews.run(["voices"] + file)
        #expect(text.output.contains("counter") && text.output.contains("150 words a minute"), "\(text.output)")
    }

    @Test("an operand is exit 2, a damaged file of profiles exit 3")
    func errors() throws {
        #expect(try Brews.run(["voices", "french"]).code == 2)
        let folder = try TemporaryFolder()
        try Data("{".utf8).write(to: URL(fileURLWithPath: folder.path("voices.json")))
        let run = try Brews.run(["voices", "--profiles", folder.path("voices.json")])
        #expect(run.code == 3 && run.output.isEmpty && run.errors.contains("voices.json"), "\(run.errors)")
    }
}
