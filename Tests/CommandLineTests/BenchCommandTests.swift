internal import AudioFiles
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

/// What `brews bench` makes of its options, and of files that it cannot measure with.
@Suite(.timeLimit(.minutes(10)))
struct BenchCommandTests {
    private static let menu = [
        "--menu", Repository.root.appendingPathComponent("benchmarks/menus/coffee-orders.json").path,
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
        return folder.path(name)
    }

    /// A corpus of one order, in the folder itself.
    private func corpus(_ samples: [Int16], labels: String) throws -> String {
        try WaveFile.write(samples, sampleRate: SampleRate.speech, to: folder.path("order.wav"))
        _ = try write(#"{"order.wav": \#(labels)}"#, to: "labels.json")
        return folder.url.path
    }

    /// A line of kept readings, whose two engines heard the same and are sure of it.
    private func reading(of clip: String, _ text: String, condition: String = "clean", seed: Int? = nil) throws
        -> String
    {
        func span(_ start: Int, _ end: Int) -> [String: Any] {
            ["start": ["samples": start * 4_000], "end": ["samples": end * 4_000]]
        }
        let texts = text.split(separator: " ").map(String.init)
        let words = texts.enumerated().map { index, word -> [String: Any] in
            ["text": word, "span": span(index, index + 1), "confidence": 1]
        }
        let step: [String: Any] = ["span": span(0, texts.count), "words": words, "end": "endpoint", "second": words]
        var take: [String: Any] = ["clip": clip, "condition": condition, "steps": [step]]
        if let seed { take["seed"] = seed }
        return String(decoding: try JSONSerialization.data(withJSONObject: take), as: UTF8.self)
    }

    private func twoPass(_ corpus: String, _ readings: [String], _ words: String...) throws -> Brews {
        let file = try write(readings.map { $0 + "\n" }.joined(), to: "readings.jsonl")
        return try Brews.run(["bench", "twopass", corpus, "--json", "--readings", file] + words + Self.menu)
    }

    @Test("kept readings of clips without labels are left out, and it is said how many")
    func otherClips() throws {
        let corpus = try corpus([0, 0], labels: #"{"coffeeDrink": "latte", "size": "large"}"#)
        let other = try reading(of: "elsewhere.wav", "can i get a small mocha")
        let run = try twoPass(corpus, [try reading(of: "order.wav", "can i get a large latte"), other, other])
        #expect(run.code == 0, "\(run.errors)")
        #expect(
            run.objects.count == 1 && run.objects.first?["takes"] as? Int == 1
                && run.objects.first?["first"] as? Int == 1, "\(run.output)")
        #expect(run.errors.contains("2 of 3 readings"), "\(run.errors)")
        let wrong = try twoPass(corpus, [try reading(of: "order.wav", "can i get a small mocha")])
        #expect(
            wrong.objects.first?["first"] as? Int == 0 && wrong.objects.first?["twoPass"] as? Int == 0,
            "\(wrong.output)\(wrong.errors)")
        for readings in [[other], []] {
            let none = try twoPass(corpus, readings)
            #expect(
                none.code == 3 && none.output.isEmpty && none.errors.contains("readings.jsonl"),
                "\(none.code) \(none.errors)")
        }
    }

    @Test("a clip without a single label is no order that is right")
    func noLabels() throws {
        let run = try twoPass(
            try corpus([0, 0], labels: "{}"), [try reading(of: "order.wav", "can i get a large latte")])
        #expect(run.code == 0 && run.objects.first?["first"] as? Int == 0, "\(run.output)\(run.errors)")
    }

    @Test(
        "kept readings are of the noise that is asked for, or refused; where none is asked for, they are what they are")
    func otherNoise() throws {
        let corpus = try corpus([0, 0], labels: #"{"coffeeDrink": "latte"}"#), text = "can i get a latte"
        let clean = try reading(of: "order.wav", text),
            noisy = try reading(of: "order.wav", text, condition: "kitchen 6 dB", seed: 1)
        let old = try reading(of: "order.wav", text, condition: "kitchen 6 dB")
        let unasked = try twoPass(corpus, [clean, noisy]),
            same = try twoPass(corpus, [clean, noisy], "--noise", "kitchen.wav", "--snr", "6")
        for run in [unasked, same] {
            #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect(
                run.objects.compactMap { $0["condition"] as? String } == ["clean", "kitchen 6 dB"], "\(run.output)")
        }
        let untold = try twoPass(corpus, [clean, old], "--noise", "kitchen.wav", "--snr", "6")
        #expect(untold.code == 0 && untold.errors.contains("--seed"), "\(untold.errors)")
        let wrong = [
            try twoPass(corpus, [clean], "--noise", "kitchen.wav", "--snr", "6"),
            try twoPass(corpus, [clean, noisy], "--noise", "kitchen.wav", "--snr", "15"),
            try twoPass(corpus, [clean, noisy], "--noise", "street.wav", "--snr", "6"),
            try twoPass(corpus, [clean, noisy], "--noise", "kitchen.wav", "--snr", "6", "--seed", "2"),
            try twoPass(corpus, [clean, noisy], "--seed", "2"),
        ]
        for (index, run) in wrong.enumerated() {
            #expect(
                run.code == 3 && run.output.isEmpty && run.errors.contains("readings.jsonl holds readings"),
                "\(index): \(run.code) \(run.errors)")
        }
    }

    @Test(
        "an option that cannot be, or that would do nothing, is exit 2 and names what is wrong before anything is read",
        arguments: [
            ("twopass", "--half first", "'first'"), ("twopass", "--snr 6", "--noise"),
            ("twopass", "--noise kitchen.wav", "--snr"),
            ("twopass", "--noise kitchen.wav --snr loud", "'loud'"), ("endpointing", "--snr 6", "--noise"),
            ("endpointing", "--item-silence 50", "'50'"),
            ("endpointing", "--item-silence 500 --item-silence soon", "'soon'"),
            ("spoken", "--recordings /nowhere --snr 6", "--noise"),
            ("orders", "--snr 6", "--noise"), ("orders", "--noise kitchen.wav --snr 6 --seed 1 --seed x", "'x'"),
            ("orders", "--noise kitchen.wav --snr 6 --seed -1", "'-1'"),
        ])
    func wrongOptions(_ benchmark: String, _ options: String, _ says: String) throws {
        let run = try Brews.run(
            ["bench", benchmark, "/nowhere"] + options.split(separator: " ").map(String.init), atMost: 60)
        #expect(run.code == 2 && run.output.isEmpty, "\(run.code) \(run.errors)")
        #expect(run.errors.contains(says) && !run.errors.contains("/nowhere"), "\(run.errors)")
    }

    @Test("endpointing with --json prints one flat object a line and nothing else")
    func endpointing() throws {
        let corpus = try corpus(SpokenOrder.largeIcedLatte.samples(), labels: #"{"coffeeDrink": "latte"}"#)
        let run = try Brews.run(["bench", "endpointing", corpus, "--json", "--engine", "vosk"] + Self.menu)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.objects.count == 6 && run.output.split(separator: "\n").count == 6, "\(run.output)")
        for object in run.objects {
            #expect(
                object["benchmark"] as? String == "endpointing" && object["takes"] as? Int == 1
                    && object["fields"] == nil, "\(object)")
            for key in ["decidedBy", "machine", "command"] { #expect(object[key] is String, "no \(key)") }
        }
    }

    @Test("a recording without a single frame is refused by its name")
    func shortRecording() throws {
        let path = folder.path("click.wav")
        for count in [100, SampleRate.speech / 10 - 1] {
            try WaveFile.write([Int16](repeating: 0, count: count), sampleRate: SampleRate.speech, to: path)
            let run = try Brews.run(["bench", "vad", path, "--minutes", "1"], atMost: 60)
            #expect(
                run.code == 3 && run.output.isEmpty && run.errors.contains("click.wav"), "\(run.code) \(run.errors)")
        }
    }

    @Test(
        "the version is that of brews, with and without a benchmark",
        arguments: [["--version"], ["products", "--version"], ["orders", "--version"]])
    func version(_ words: [String]) throws {
        let run = try Brews.run(["bench"] + words, atMost: 60), own = try Brews.run(["--version"])
        #expect(run.code == 0 && run.output == own.output, "\(run.code) \(run.output)\(run.errors)")
    }

    @Test("parse takes the menu named; what would do nothing is neither shown nor taken")
    func commonOptions() throws {
        let parse = ["bench", "parse", "--utterances", "100"]
        let named = try Brews.run(parse + ["--json"] + Self.menu)
        #expect(
            named.code == 0 && named.objects.first?["menu"] as? String == "coffee-orders"
                && named.objects.first?["items"] as? Int == 10, "\(named.errors)")
        let noMenu = try Brews.run(parse + ["--menu", "/nowhere/menu.json"], atMost: 300)
        #expect(
            noMenu.code == 3 && noMenu.output.isEmpty && noMenu.errors.contains("/nowhere/menu.json"),
            "\(noMenu.code) \(noMenu.errors)")
        for (benchmark, options) in [
            ("parse", ["locale", "model"]), ("products", ["menu", "locale", "model", "config"]),
        ] {
            let page = try Brews.run(["bench", benchmark, "--help"]).output
            #expect(page.contains("--json") && page.contains("--version"), "\(page)")
            for option in options {
                let run = try Brews.run(["bench", benchmark, "--\(option)", "x"], atMost: 300)
                #expect(
                    !page.contains("  --\(option) ") && run.code == 2
                        && run.errors.contains("unknown option --\(option)"), "\(option): \(run.code) \(run.errors)")
            }
        }
    }
}
