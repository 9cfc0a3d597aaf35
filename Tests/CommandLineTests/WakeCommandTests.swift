internal import Foundation
internal import SpeechAssembly
internal import TestSupport
internal import Testing
internal import VoskEngine

@testable internal import BrewsCLI
@testable internal import WakeWord

/// `brews wake` by its contract.
@Suite(.timeLimit(.minutes(10)))
struct WakeCommandTests {
    @Test("a spoken wake phrase is a detection, then a line for the file")
    func detection() throws {
        let folder = try TemporaryFolder()
        #expect(try Brews.run(["say", "hey brews, a latte please", "-o", folder.path("guest.wav")]).code == 0)
        let run = try Brews.run(["wake", "--json", folder.path("guest.wav")])
        #expect(run.code == 0, "\(run.errors)")
        try #require(run.objects.count == 2)
        #expect(run.objects[0]["phrase"] as? String == "hey brews" && (run.objects[0]["score"] as? Double ?? 0) > 5)
        #expect((0.0...1.0).contains(run.objects[0]["timeSeconds"] as? Double ?? -1))
        #expect(run.objects[1]["detections"] as? Int == 1 && (run.objects[1]["seconds"] as? Double ?? 0) > 1)
        #expect(run.objects.allSatisfy { $0["file"] as? String == folder.path("guest.wav") })
    }

    @Test("other phrases, phones and thresholds are taken; bad ones are refused with exit code 2")
    func options() throws {
        let recording = SpokenOrder.threeMuffins.url.path
        let phrase = ["wake", "--json", "--phrase", "three blueberry muffins"]
        let cases = [
            (phrase, 1), (phrase + ["--threshold", "60"], 0),
            (phrase + ["--phones", "B L UW B EH R IY", "--threshold", "1"], 1),
            (["wake", "--json", "--threshold", "5"], 0),
        ]
        for (words, count) in cases {
            let found = try Brews.run(words + [recording])
            #expect(
                found.code == 0 && found.objects.last?["detections"] as? Int == count,
                "\(words): \(found.output)\(found.errors)")
            if count == 1 { #expect(found.objects.first?["phrase"] as? String == "three blueberry muffins") }
        }
        for words in [
            ["--threshold", "-1"], ["--threshold", "x"], ["--phrase", "?!"], ["--phrase", "a"], ["--phones", "HH QQ"],
        ] {
            let run = try Brews.run(["wake"] + words + [recording])
            #expect(run.code == 2 && run.errors.hasPrefix("brews: "), "\(words): \(run.errors)")
        }
        #expect(try Brews.run(["wake"]).code == 2)
        #expect(try Brews.run(["wake", "nowhere.wav"]).code == 3)
    }

    @Test(
        "A phrase is distinguished from near words of the model's list; without a valid list, from all near words",
        arguments: [
            ("latte 1\nbrew 2\n", 1), ("latte 1\nbrew 2\nbruce 3\n", 2), ("latte 1\n", 0), (nil, 2), ("latte\n", 2),
        ] as [(String?, Int)])
    func nearWords(list: String?, count: Int) async throws {
        let folder = try TemporaryFolder()
        if let list {
            try FileManager.default.createDirectory(atPath: folder.path("graph"), withIntermediateDirectories: true)
            try Data(list.utf8).write(to: URL(fileURLWithPath: folder.path("graph/words.txt")))
        }
        let model = VoskModelDescription(directory: folder.url.path, sampleRate: 16_000, runtimeGraph: true)
        let told = try await WakePhrase.spoken("hey brews").limitingConfusables(to: model)
        #expect(told.confusables.count == count)
    }
}
