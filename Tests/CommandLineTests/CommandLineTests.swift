internal import AudioFiles
internal import Foundation
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

/// The command line's contract: outputs that others read, exit codes, and sentences that name the mending command.
@Suite(.timeLimit(.minutes(10)))
struct CommandLineTests {
    @Test("parse reads a line of standard input for each utterance, whatever its bytes")
    func parseLines() throws {
        let input =
            Data("a latte\n\n".utf8) + Data([0xFF, 0xFE, 0x00, 0x0A])
            + Data(repeating: UInt8(ascii: "x"), count: 1 << 20) + Data("\nhelp".utf8)
        let run = try Brews.run(["parse", "--json", "-"], input: input)
        #expect(run.code == 0)
        #expect(run.objects.map { $0["intent"] as? String } == ["order", "unknown", "unknown", "unknown", "help"])
    }

    @Test("transcribe gives results with spans and words, volatile and stable")
    func transcribe() throws {
        let run = try Brews.run(["transcribe", "--json", SpokenOrder.largeIcedLatte.url.path])
        #expect(run.code == 0, "\(run.errors)")
        #expect(
            run.objects.contains { $0["isVolatile"] as? Bool == true }
                && run.objects.contains { $0["isVolatile"] as? Bool == false })
        let last = try #require(run.objects.last)
        for key in [
            "file", "startSeconds", "endSeconds", "text", "isVolatile", "confidence", "words", "wallMilliseconds",
        ] { #expect(last[key] != nil, "no \(key)") }
        // The result that closes the utterance may hold no new word.
        let word = try #require(run.objects.flatMap { $0["words"] as? [[String: Any]] ?? [] }.last)
        for key in ["text", "startSeconds", "endSeconds", "confidence"] { #expect(word[key] != nil, "no \(key)") }
    }

    @Test("vad gives the stretches of speech, and on request the signal's faults and level")
    func voiceActivity() throws {
        let folder = try TemporaryFolder()
        let silence = [Int16](repeating: 0, count: 12 * SampleRate.speech)
        try WaveFile.write(
            silence + SpokenOrder.threeMuffins.samples(), sampleRate: SampleRate.speech, to: folder.path("guest.wav"))
        let run = try Brews.run(["vad", "--json", folder.path("guest.wav")])
        #expect(run.code == 0, "\(run.errors)")
        let segment = try #require(run.objects.first)
        #expect(
            run.objects.allSatisfy {
                $0["startSeconds"] is Double && $0["endSeconds"] is Double && $0["file"] is String
            })
        #expect((segment["startSeconds"] as? Double).map { $0 > 11.9 && $0 < 13 } == true)
        let more = try Brews.run(["vad", "--json", "--signal", "--levels", folder.path("guest.wav")])
        #expect(more.objects.compactMap { $0["fault"] as? String }.first == "flatLine")
        #expect(more.objects.count { $0["rmsDecibels"] != nil } >= 12 * 20)
        #expect(try Brews.run(["vad", folder.path("guest.wav")]).output.contains("microphone is silent"))
        #expect(try Brews.run(["vad", "--threshold", "99", folder.path("guest.wav")]).code == 2)
    }

    @Test("raw and WAV audio on standard input are heard alike")
    func standardInput() throws {
        let order = SpokenOrder.largeIcedLatte
        // Each sample twice: the same speech at another rate.
        let wave = WaveFile.encode(try order.samples().flatMap { [$0, $0] }, sampleRate: 32_000)
        let asWave = try Brews.run(["order", "--json", "-"], input: wave)
        let asRaw = try Brews.run(["order", "--json", "--raw-rate", "32000", "-"], input: wave.dropFirst(44))
        #expect(asWave.code == 0 && asRaw.code == 0, "\(asWave.errors) \(asRaw.errors)")
        #expect(asWave.objects.first?["transcript"] as? String == order.rawValue)
        #expect(asRaw.objects.first?["transcript"] as? String == order.rawValue)
    }

    @Test("say writes a WAV file; without a sound card the text stands and nothing fails")
    func say() throws {
        let folder = try TemporaryFolder()
        let run = try Brews.run(["say", "--json", "Your latte is ready", "-o", folder.path("out.wav")])
        #expect(run.code == 0)
        #expect(run.objects.first?["sampleRate"] as? Int == 22_050)
        #expect(FileManager.default.contents(atPath: folder.path("out.wav"))?.prefix(4) == Data("RIFF".utf8))
        // ALSA finds no card in an empty configuration, on machines with one as well.
        let silent = try Brews.run(["say", "Your latte is ready"], environment: ["ALSA_CONFIG_PATH": "/dev/null"])
        #expect(silent.code == 0)
        #expect(silent.output.contains("Your latte is ready"))
        #expect(silent.errors.contains("no sound"))
    }

    @Test(
        "every command explains itself with examples",
        arguments: [
            "order", "parse", "transcribe", "say", "vad", "wake", "kiosk", "screen", "menu", "models", "orders",
            "doctor", "replay",
        ])
    func help(_ command: String) throws {
        let run = try Brews.run([command, "--help"])
        #expect(run.code == 0)
        #expect(
            run.output.contains("usage: brews") && run.output.contains("examples:") && run.output.contains("--json"))
        #expect(try Brews.run(["--help"]).output.contains("  \(command)"))
    }

    @Test("bench is brews-bench: its help, its options, and its words as they are")
    func bench() throws {
        #expect(try Brews.run(["--help"]).output.contains("  bench"))
        let page = try Brews.run(["bench", "--help"])
        #expect(page.code == 0 && page.output.contains("usage: brews-bench"), "\(page.output)\(page.errors)")
        let orders = try Brews.run(["bench", "orders", "--help"])
        #expect(
            orders.code == 0 && ["--noise", "--snr"].allSatisfy(orders.output.contains),
            "\(orders.output)\(orders.errors)")
        let mixed = try Brews.run(["bench", "orders", "/nowhere", "--noise", "/nowhere/kitchen.wav", "--snr", "6"])
        #expect(
            mixed.code != 0 && mixed.errors.contains("/nowhere") && !mixed.errors.contains("unknown option"),
            "\(mixed.errors)")
        let dashes = try Brews.run(["bench", "--", "orders"])
        #expect(dashes.code == 2 && dashes.errors.contains("no benchmark '--'"), "\(dashes.errors)")
    }

    @Test("bench without brews-bench beside brews says how to build the one that goes there")
    func benchMissing() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: Brews.path, toPath: folder.path("brews"))
        let errors = try Brews.capture("/bin/sh", ["-c", "'\(folder.path("brews"))' bench orders 2>&1; echo exit $?"])
        #expect(
            errors.contains(folder.path("brews-bench"))
                && errors.contains("swift build -c debug --product brews-bench, and copy it there"), "\(errors)")
        #expect(errors.contains("exit 4"))
    }

    @Test("a kiosk whose recorded guest cannot be heard does not serve: exit 3 for the recording, 2 for its rate")
    func kioskWithoutGuest() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.path("empty.wav")))
        try Data("a latte please, and a muffin".utf8).write(to: URL(fileURLWithPath: folder.path("text.wav")))
        let cases: [(words: [String], code: Int32, says: String)] = [
            (["--input", folder.path("missing.wav")], 3, "missing.wav"),
            (["--input", folder.path("")], 3, folder.url.lastPathComponent),
            (["--input", folder.path("empty.wav")], 3, "empty.wav"),
            (["--input", folder.path("text.wav")], 3, "text.wav"),
            (["--input", "-"], 3, "standard input"),
            (["--input", SpokenOrder.threeMuffins.url.path, "--raw-rate", "5"], 2, "--raw-rate"),
            (["--raw-rate", "5"], 2, "--raw-rate"), (["--raw-rate", "16000"], 2, "--input -"),
        ]
        for (words, code, says) in cases {
            let run = try Brews.run(["kiosk", "--ephemeral", "--mute", "--port", "0"] + words, atMost: 120)
            #expect(
                run.code == code && run.errors.contains(says) && !run.output.contains("is open on"),
                "\(words): \(run.code) \(run.errors)")
        }
    }

    @Test("a missing library or model is a sentence that names the mending command, and exit 4")
    func missingParts() throws {
        let folder = try TemporaryFolder()
        let noModel = try Brews.run(["order", "--model", folder.path("nowhere"), "x.wav"])
        #expect(noModel.code == 4)
        #expect(
            noModel.errors.contains("there is no model") && noModel.errors.contains("brews models list")
                && !noModel.errors.contains("git"), "\(noModel.errors)")
        let mistyped = try Brews.run(["order", "--model", "nope", "x.wav"])
        #expect(
            mistyped.code == 4 && mistyped.errors.contains("no model 'nope'")
                && mistyped.errors.contains("brews models list"), "\(mistyped.errors)")
        #expect(!mistyped.errors.contains("git"))
        let official = try Brews.run(["order", "--model", "vosk-model-small-en-us-0.15", "x.wav"])
        #expect(official.code == 4)
        #expect(official.errors.contains("https://") && official.errors.contains("not bundled"))
    }

    @Test("models list and verify show what is installed; a changed byte is exit 4")
    func models() throws {
        #expect(try Brews.run(["models", "list", "--json"]).objects.first?["installed"] as? Bool == true)
        #expect(try Brews.run(["models", "verify", "--json"]).objects.first?["ok"] as? Bool == true)
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: Repository.models.appendingPathComponent("brews-en"), to: URL(fileURLWithPath: folder.path("copy")))
        try Data("--beam=1\n".utf8).write(to: URL(fileURLWithPath: folder.path("copy/conf/model.conf")))
        let run = try Brews.run(["models", "verify", folder.path("copy"), "--json"])
        #expect(run.code == 4)
        #expect(run.objects.first?["ok"] as? Bool == false)
        #expect(
            run.errors.contains("conf/model.conf") && run.errors.contains("brews models verify \(folder.path("copy"))"),
            "\(run.errors)")
        #expect(!run.errors.contains("git"), "\(run.errors)")
        #expect(try Brews.run(["transcribe", "--model", folder.path("copy"), "x.wav"]).code == 4)
    }

    @Test("a bad menu is exit 3 with file, line and key of every error")
    func badMenu() throws {
        let folder = try TemporaryFolder()
        let text =
            """
            {
             "store": {"name": "X", "currency": "USD"},
             "optionGroups": [],
             "items": [
              {"id": "tea", "name": "Tea", "price": -1, "colour": "green"}
             ]
            }
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("menu.json")))
        let run = try Brews.run(["menu", "check", "--json", folder.path("menu.json")])
        #expect(run.code == 3)
        #expect(run.objects.compactMap { $0["key"] as? String } == ["items[0].colour", "items[0].price"])
        #expect(run.objects.allSatisfy { $0["line"] as? Int == 5 })
        #expect(try Brews.run(["parse", "--menu", folder.path("menu.json"), "tea"]).code == 3)
        #expect(try Brews.run(["parse", "--menu", folder.path("none.json"), "tea"]).code == 3)
        let italian =
            """
            {
             "store": {"name": "X", "currency": "EUR",
              "locale": "it-IT"},
             "optionGroups": [],
             "items": [{"id": "tea", "name": "Tea", "price": 1}]
            }
            """
        try Data(italian.utf8).write(to: URL(fileURLWithPath: folder.path("italian.json")))
        let unspoken = try Brews.run(["menu", "check", "--json", folder.path("italian.json")])
        #expect(unspoken.code == 3)
        #expect(unspoken.objects.map { $0["key"] as? String } == ["store.locale"])
        #expect(unspoken.objects.first?["line"] as? Int == 3)
    }

    @Test("a menu with an allergen that no guest can name is not used: exit 3 with its line and the word to write")
    func unknownAllergen() throws {
        let folder = try TemporaryFolder(), file = folder.path("menu.json")
        let menu = """
            {"store": {"name": "House", "currency": "EUR"}, "optionGroups": [],
             "items": [{"id": "cake", "name": "Cake", "price": 1, "allergens": ["almonds"]}]}
            """
        try Data(menu.utf8).write(to: URL(fileURLWithPath: file))
        for words in [["parse", "--menu", file, "a cake"], ["menu", "check", file]] {
            let run = try Brews.run(words)
            #expect(run.code == 3)
            #expect((run.output + run.errors).contains("menu.json:2:items.cake: "))
            #expect((run.output + run.errors).contains("write 'nuts'"))
        }
        #expect(throws: CLIError.self) { try KioskMenu(path: file, lastGood: nil) }
    }

    @Test("a model of another engine is wrong usage that names the engine, whichever was chosen")
    func otherEngine() throws {
        let recording = SpokenOrder.threeMuffins.url.path
        let whisper = try Brews.run(["transcribe", recording, "--model", "brews-whisper-en"])
        #expect(
            whisper.code == 2
                && whisper.errors.contains(
                    "is for the engine whisper; add --engine whisper, or name another with --model"),
            "\(whisper.errors)")
        let vosk = try Brews.run(["transcribe", recording, "--engine", "whisper", "--model", "brews-en"])
        #expect(
            vosk.code == 2 && vosk.errors.contains("is for the engine vosk; leave out --engine whisper"),
            "\(vosk.errors)")
    }

    @Test("settings come from a file, and its mistakes are named")
    func settingsFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("settings.json")
        try Data(#"{"model": "/nowhere"}"#.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try Brews.run(["models", "list", "--config", path]).code == 0)
        #expect(try Brews.run(["transcribe", "--config", path, "x.wav"]).code == 4)
        try Data(#"{"modle": "x"}"#.utf8).write(to: URL(fileURLWithPath: path))
        let run = try Brews.run(["models", "list", "--config", path])
        #expect(run.code == 3 && run.errors.contains("modle"))
    }

    @Test("the confirmation mode comes from the command line, the settings file, or is always")
    func confirmationMode() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("settings.json")
        try Data(#"{"confirm": "selective"}"#.utf8).write(to: URL(fileURLWithPath: path))
        func mode(_ arguments: [String]) throws -> ConfirmationMode {
            try Setup(Arguments(arguments, spec: KioskCommand.spec)).confirmation
        }
        #expect(try mode([]) == .always)
        #expect(try mode(["--confirm", "auto"]) == .auto)
        #expect(try mode(["--config", path]) == .selective)
        #expect(try mode(["--config", path, "--confirm", "always"]) == .always)
        let run = try Brews.run(["kiosk", "--confirm", "never"])
        #expect(run.code == 2 && run.errors.contains("--confirm is always or selective or auto, not 'never'"))
        #expect(try Brews.run(["kiosk", "--help"]).output.contains("--confirm always|selective|auto"))
    }

    @Test(
        "a setting that is none is exit 3 and names file and key",
        arguments: [
            (#"{"rate": 1.5}"#, "rate must be a whole number"), (#"{"rate": "fast"}"#, "rate must be a whole number"),
            (#"{"pitch": 1e99}"#, "pitch must be a whole number"),
            (#"{"rate": 9}"#, "rate is 9; it must be 80 to 450"),
            (#"{"vocabulary": "x"}"#, "vocabulary must be menu, phrases, model"),
            (#"{"vocabulary": 1}"#, "vocabulary must be menu, phrases, model"),
            (#"{"voice": ["en"]}"#, "voice must be a text"),
            (#"{"confirm": "never"}"#, "confirm must be always, selective, auto"),
            (#"{"confirm": true}"#, "confirm must be always, selective, auto"),
        ])
    func badSetting(_ text: String, _ sentence: String) throws {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("settings.json")))
        let run = try Brews.run(["models", "list", "--config", folder.path("settings.json")])
        #expect(run.code == 3 && run.errors == "brews: \(folder.path("settings.json")): \(sentence)\n", "\(run.errors)")
    }

    @Test("a menu that cannot be read does not keep the others from being checked, and the worst is the exit code")
    func menusAfterAMissingOne() throws {
        let folder = try TemporaryFolder(), good = folder.path("good.json"), bad = folder.path("bad.json")
        try Data(MenuLoader.builtInFile).write(to: URL(fileURLWithPath: good))
        try Data("{}".utf8).write(to: URL(fileURLWithPath: bad))
        let run = try Brews.run(["menu", "check", folder.path("none.json"), good, bad, good])
        #expect(run.code == 3 && run.errors.contains("none.json cannot be read"), "\(run.errors)")
        let sums = run.output.split(separator: "\n").filter { $0.contains(" warning") }
        #expect(
            sums.count == 3 && sums[0].hasPrefix(good) && sums[1].hasPrefix(bad) && sums[2] == sums[0], "\(run.output)")
    }

    @Test(
        "replies that would be one file are refused before anything is heard",
        arguments: [("a/guest.wav", "b/guest.wav"), ("guest.wav", "guest.flac"), ("-", "standard-input.wav")])
    func sameReplies(_ first: String, _ second: String) throws {
        let folder = try TemporaryFolder()
        let run = try Brews.run(["order", "--replies", folder.path("replies"), first, second])
        #expect(
            run.code == 2 && run.errors.contains("the replies to \(first) and \(second) would both be"), "\(run.errors)"
        )
        #expect(run.output.isEmpty && !FileManager.default.fileExists(atPath: folder.path("replies")))
    }
}

struct UsageTests {
    @Test(
        "wrong usage is exit 2 and a sentence",
        arguments: [
            [], ["brew"], ["order"], ["order", "--fast", "x.wav"], ["order", "--engine", "magic", "x.wav"],
            ["order", "--engine", "vosk", "--second", "slow", "x.wav"],
            ["order", "--engine", "twopass", "--second", "third", "x.wav"], ["order", "--engine", "whispers", "x.wav"],
            ["order", "-", "-"],
            ["order", "--vocabulary", "all", "x.wav"], ["parse"], ["parse", "--strategy", "luck", "tea"], ["say"],
            ["say", "--rate", "9", "x"],
            ["say", "--voice", "klingon-x", "hello"],
            ["menu"], ["menu", "burn"], ["menu", "check"], ["models"], ["models", "eat"], ["doctor", "now"],
            ["transcribe", "--raw-rate", "fast", "-"],
            ["order", "--json=1", "x.wav"], ["order", "--json=", "x.wav"], ["order", "--model"],
            ["parse", "--=", "tea"],
        ])
    func usage(_ words: [String]) throws {
        let run = try Brews.run(words)
        #expect(run.code == 2, "\(words): \(run.code) \(run.errors)")
        #expect(run.errors.contains("brews"))
    }

    @Test(
        "an empty value is refused by its option's name, and no other word takes its place",
        arguments: ["--menu=", "--strategy=", "--rate="])
    func emptyValue(_ option: String) throws {
        let run = try Brews.run([option == "--rate=" ? "say" : "parse", option, "tea"])
        #expect(
            run.code == 2 && run.errors.contains(option.dropLast() + " needs a value, which is empty"), "\(run.errors)")
    }

    @Test("two passes are the default, and --second says who reads again")
    func secondReader() throws {
        let spec = CommandSpec(
            name: "hear", summary: "Hears.", operands: "", options: [Setup.engineOption, Setup.secondOption],
            examples: [])
        let setup = try Setup(try Arguments([], spec: spec)),
            other = try Setup(try Arguments(["--second", "vosk"], spec: spec))
        #expect(setup.engineChoice == .twopass && setup.secondEngine == .slow)
        #expect(other.engineChoice == .twopass && other.secondEngine == .vosk)
    }

    @Test(
        "bad audio is exit 3 and names the file",
        arguments: [Data(), Data("hello".utf8), Data("OggS............".utf8), Data("RIFF".utf8)])
    func badAudio(_ bytes: Data) throws {
        let folder = try TemporaryFolder()
        try bytes.write(to: URL(fileURLWithPath: folder.path("guest.wav")))
        let run = try Brews.run(["order", folder.path("guest.wav")])
        #expect(run.code == 3)
        #expect(run.errors.contains("guest.wav"))
    }
}
