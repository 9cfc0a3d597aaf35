internal import AudioFiles
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

/// `brews order`, from a recording to items, prices and reply.
@Suite(.timeLimit(.minutes(10)))
struct OrderCommandTests {
    @Test("an order goes from speech to items, price and reply")
    func order() throws {
        let folder = try TemporaryFolder()
        let pause = [Int16](repeating: 0, count: SampleRate.speech / 2)
        try WaveFile.write(
            SpokenOrder.largeIcedLatte.samples() + pause + SpokenOrder.threeMuffins.samples(),
            sampleRate: SampleRate.speech, to: folder.path("guest.wav"))
        let run = try Brews.run(["order", "--json", folder.path("guest.wav")])
        #expect(run.code == 0, "\(run.errors)")
        let object = try #require(run.objects.first)
        for key in [
            "file", "transcript", "utterances", "items", "intent", "confidence", "reply", "warnings", "latency",
        ] { #expect(object[key] != nil, "no \(key)") }
        let items = try #require(object["items"] as? [[String: Any]])
        #expect(items.map { $0["itemId"] as? String } == ["latte", "blueberry-muffin"])
        #expect(items.map { $0["quantity"] as? Int } == [1, 3])
        #expect(items.map { $0["unitPrice"] as? Int } == [450 + 100, 350])
        #expect(object["total"] as? Int == 550 + 3 * 350)
        #expect((object["reply"] as? String)?.contains("$16.00") == true)
        let utterance = try #require((object["utterances"] as? [[String: Any]])?.first)
        for key in ["text", "startSeconds", "endSeconds", "reason"] { #expect(utterance[key] != nil, "no \(key)") }
    }

    @Test("the reply is spoken into a file, and is speech")
    func spokenReply() async throws {
        let folder = try TemporaryFolder()
        let run = try Brews.run(["order", "--replies", folder.path("replies"), SpokenOrder.threeMuffins.url.path])
        #expect(run.code == 0, "\(run.errors)")
        let reply = try RecordedAudio.open(
            path: folder.path(
                "replies/\(SpokenOrder.threeMuffins.url.deletingPathExtension().lastPathComponent)-reply.wav"))
        var loudest = 0, samples = 0
        while let frame = try await reply.nextFrame() {
            samples += frame.samples.count
            loudest = max(loudest, frame.samples.map { abs(Int($0)) }.max() ?? 0)
        }
        #expect(samples > 2 * SampleRate.speech && loudest > 3_000)
    }

    @Test("an item in JSON is exactly the documented one")
    func itemContract() throws {
        let run = try Brews.run([
            "parse", "--json", "two large iced lattes with a little bit of brown sugar and no foam",
        ])
        let item = try #require((run.objects.first?["items"] as? [[String: Any]])?.first)
        #expect(
            item["itemId"] as? String == "latte" && item["name"] as? String == "Latte" && item["quantity"] as? Int == 2)
        let options = try #require(item["options"] as? [[String: Any]])
        #expect(options.map { $0["spoken"] as? String } == ["large", "iced", "a little bit of brown sugar", "no foam"])
        #expect(options.map { $0["amount"] as? String } == [nil, nil, "light", "none"])
        #expect(options.map { $0.keys.contains("count") } == [false, false, true, true])
        #expect(options[2]["count"] is NSNull)
        #expect(
            options[2]["id"] as? String == "brown-sugar" && options[2]["group"] as? String == "sweetener"
                && options[2]["name"] as? String == "Brown sugar")
    }

    @Test(
        "a guest who reads the menu for half a minute first is heard whole, in a silent room and in a quiet one",
        arguments: [Int16(0), 3, 30])
    func lateOrder(_ level: Int16) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 11)
        let room = (0..<30 * SampleRate.speech).map { _ in Int16.random(in: -level...level, using: &generator) }
        for order in [SpokenOrder.largeIcedLatte, .threeMuffins] {
            try WaveFile.write(room + order.samples(), sampleRate: SampleRate.speech, to: folder.path("guest.wav"))
            let run = try Brews.run(["order", "--json", folder.path("guest.wav")])
            #expect(
                run.code == 0 && run.objects.first?["transcript"] as? String == order.rawValue,
                "\(run.output)\(run.errors)")
        }
    }

    @Test("a bad recording is named, and the good ones still run")
    func oneBadFile() throws {
        let folder = try TemporaryFolder()
        let run = try Brews.run(["order", "--json", folder.path("missing.wav"), SpokenOrder.threeMuffins.url.path])
        #expect(run.code == 3)
        #expect(run.errors.contains("missing.wav") && run.errors.contains("no such file"))
        #expect(run.objects.count == 1)
    }
}
