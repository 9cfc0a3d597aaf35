internal import Foundation
internal import TestSupport
internal import Testing

/// `--isolated`: engines in a child process of the same binary, and nothing else different.
@Suite(.timeLimit(.minutes(10)))
struct IsolatedCommandTests {
    @Test("transcribe gives the same results with the engine in a child")
    func transcribe() throws {
        let recordings = [SpokenOrder.largeIcedLatte.url.path, SpokenOrder.threeMuffins.url.path]
        func results(_ options: [String]) throws -> [String] {
            let run = try Brews.run(["transcribe", "--json"] + options + recordings)
            #expect(run.code == 0, "\(run.errors)")
            return try run.objects.map { object in
                let steady = object.filter { $0.key != "wallMilliseconds" }
                return String(
                    decoding: try JSONSerialization.data(withJSONObject: steady, options: .sortedKeys), as: UTF8.self)
            }
        }
        let isolated = try results(["--isolated"])
        #expect(isolated == (try results([])) && isolated.count > 4)
    }

    @Test("say writes the same samples with the voice in a child, at the pitch and rate asked for")
    func say() throws {
        let folder = try TemporaryFolder()
        let words = ["say", "Your latte is ready", "--rate", "200", "--pitch", "70", "-o"]
        #expect(try Brews.run(words + [folder.path("a.wav")]).code == 0)
        let run = try Brews.run(words + [folder.path("b.wav"), "--isolated"])
        #expect(run.code == 0, "\(run.errors)")
        let samples = try #require(FileManager.default.contents(atPath: folder.path("a.wav")))
        #expect(samples.count > 10_000 && FileManager.default.contents(atPath: folder.path("b.wav")) == samples)
    }

    @Test("B9: a model that cannot be used has the same sentence and exit code from a child")
    func badModel() throws {
        let recording = SpokenOrder.largeIcedLatte.url.path
        let direct = try Brews.run(["order", "--model", "/nowhere", recording]),
            isolated = try Brews.run(["order", "--isolated", "--model", "/nowhere", recording])
        #expect(direct.code == 4 && isolated.code == 4)
        #expect(!direct.errors.isEmpty && isolated.errors == direct.errors)
    }

    @Test("engine-host is started by Brews alone: by hand it is wrong usage, and no list of commands has it")
    func byHand() throws {
        let run = try Brews.run(["engine-host", "--serve", "recognition"])
        #expect(run.code == 2 && run.errors.contains("started by Brews itself"))
        #expect(try !Brews.run(["--help"]).output.contains("engine-host"))
    }
}
