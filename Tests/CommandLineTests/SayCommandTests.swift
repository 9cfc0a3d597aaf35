internal import AudioFiles
internal import BrewsCLI
internal import Feedback
internal import Foundation
internal import Speech
internal import SpeechSynthesis
internal import TestSupport
internal import Testing

/// `brews say` with sounds, pauses, voices and profiles, and sentences in other languages.
@Suite(.timeLimit(.minutes(10)))
struct SayCommandTests {
    private static func seconds(_ run: Brews) -> Double { run.objects.first?["seconds"] as? Double ?? -1 }

    @Test("sounds and pauses stand where the text has them")
    func marks() throws {
        let folder = try TemporaryFolder()
        let plain = try Brews.run(["say", "--json", "A latte.", "-o", folder.path("a.wav")])
        let marked = try Brews.run([
            "say", "--json", "[sfx:orderConfirmed] A latte. [pause:1000]", "-o", folder.path("b.wav"),
        ])
        #expect(plain.code == 0 && marked.code == 0, "\(marked.errors)")
        #expect(abs(Self.seconds(marked) - Self.seconds(plain) - 1.5) < 0.1)
        let alone = try Brews.run(["say", "--json", "[pause:250]", "-o", folder.path("c.wav")])
        #expect(alone.code == 0 && Self.seconds(alone) == 0.25)
    }

    @Test(
        "a mark that is none is exit 2 and a sentence with those there are",
        arguments: [("[sfx:boom]", "itemAdded"), ("[pause:99999]", "5000"), ("[pause:x]", "milliseconds")])
    func badMarks(_ text: String, _ words: String) throws {
        let run = try Brews.run(["say", text])
        #expect(run.code == 2 && run.errors.contains(words))
    }

    @Test("the text is shown without its marks where there is no sound card")
    func shown() throws {
        let run = try Brews.run(
            ["say", "[sfx:error]Your latte [pause:100]is ready."], environment: ["ALSA_CONFIG_PATH": "/dev/null"])
        #expect(run.code == 0 && run.output == "Your latte is ready.\n")
    }

    @Test("the ten sounds are written as WAV files")
    func earcons() throws {
        let folder = try TemporaryFolder()
        let run = try Brews.run(["say", "--json", "--earcons", folder.path("sounds")])
        #expect(
            run.code == 0
                && run.objects.compactMap { $0["sound"] as? String } == VoiceAudioFeedback.allCases.map(\.rawValue))
        for sound in VoiceAudioFeedback.allCases {
            let bytes = try #require(FileManager.default.contents(atPath: folder.path("sounds/\(sound.rawValue).wav")))
            #expect(bytes.prefix(4) == Data("RIFF".utf8) && bytes.count > 44 + 2 * 22_050 * 8 / 100)
        }
        #expect(try Brews.run(["say", "--earcons", "/proc/none"]).code == 3)
    }

    @Test("voices are listed, all or those of a language, and the language chooses one")
    func voices() throws {
        let folder = try TemporaryFolder()
        let all = try Brews.run(["say", "--list-voices", "--json"]),
            french = try Brews.run(["say", "--list-voices", "--json", "--locale", "fr-CA"])
        #expect(all.objects.count > 50 && all.objects.contains { $0["voice"] as? String == "en-us" })
        #expect(
            !french.objects.isEmpty
                && french.objects.allSatisfy { ($0["language"] as? String)?.hasPrefix("fr") == true })
        for (locale, voice) in [("fr-FR", "fr-fr"), ("de", "de"), ("en-GB", "en-gb"), ("es-MX", "es-419")] {
            let run = try Brews.run(["say", "--json", "--locale", locale, "ok", "-o", folder.path("a.wav")])
            #expect(run.code == 0 && run.objects.first?["voice"] as? String == voice, "\(locale): \(run.errors)")
        }
    }

    @Test("a profile keeps how a voice sounds; options go before it")
    func profiles() throws {
        let folder = try TemporaryFolder()
        let file = ["--profiles", folder.path("kept/voices.json")]
        #expect(try Brews.run(["say", "--voice", "en-gb", "--rate", "300", "--save-profile", "fast"] + file).code == 0)
        #expect(try Brews.run(["say", "--rate", "90", "--save-profile", "slow"] + file).code == 0)
        let store = VoiceProfilesStore(path: folder.path("kept/voices.json"))
        #expect(
            try store.profiles() == [
                "fast": TTSVoiceProfile(voice: "en-gb", rate: 300), "slow": TTSVoiceProfile(rate: 90),
            ])
        func seconds(_ words: [String]) throws -> Double {
            Self.seconds(
                try Brews.run(
                    ["say", "--json", "Two lattes and a mocha, please.", "-o", folder.path("a.wav")] + words + file))
        }
        let fast = try seconds(["--profile", "fast"]), slow = try seconds(["--profile", "slow"]),
            changed = try seconds(["--profile", "slow", "--rate", "300"])
        #expect(fast > 0 && slow > 1.8 * fast && changed < 1.2 * fast)
        let unknown = try Brews.run(["say", "--profile", "none", "x"] + file)
        #expect(unknown.code == 2 && unknown.errors.contains("fast, slow"))
        // A voice that is none, and a mark that is none, leave nothing behind, whether there is anything to say or not.
        for words in [
            ["--voice", "klingon-x"], ["--voice", "klingon-x", "hello"], ["--voice", "klingon-x", "[pause:10]"],
            ["[sfx:boom]"],
        ] {
            #expect(
                try Brews.run(["say", "--save-profile", "bad", "-o", folder.path("b.wav")] + words + file).code == 2,
                "\(words)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("b.wav")), "\(words)")
        }
        #expect(try store.profiles().count == 2)
    }

    @Test(
        "a damaged file of profiles is exit 3 and stays as it is",
        arguments: ["", "{", "[]", #"{"profiles": {"a": {"voice": "en", "rate": 5, "pitch": 50, "volume": 100}}}"#])
    func damagedProfiles(_ text: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("voices.json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        for words in [["--profile", "a", "x"], ["--save-profile", "a"]] {
            let run = try Brews.run(["say", "--profiles", path] + words)
            #expect(run.code == 3 && run.errors.contains("voices.json"), "\(run.errors)")
        }
        #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
    }

    @Test("E5: killed while it saves, the profiles are the old ones or the new ones")
    func killedSaving() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("voices.json"),
            rounds = ProcessInfo.processInfo.environment["BREWS_PROFILE_KILLS"].flatMap { Int($0) } ?? 20
        let store = VoiceProfilesStore(path: path)
        var rate = 165, saved = 0
        try store.save(TTSVoiceProfile(rate: rate), as: "counter")
        for round in 0..<rounds {
            let next = 80 + round % 300
            let delay = 0.02 + 0.16 * Double(round % 37) / 37
            _ = try Brews.capture(
                "/usr/bin/timeout",
                [
                    "-s", "KILL", String(delay), Brews.path, "say", "--rate", "\(next)", "--save-profile", "counter",
                    "--profiles", path,
                ],
                environment: ProcessInfo.processInfo.environment)
            let found = try #require(try store.profiles()["counter"]).rate
            #expect(found == rate || found == next)
            if found == next { saved += 1 }
            rate = found
        }
        if rounds > 20 { print("E5: \(rounds) kills while profiles were saved, \(saved) saved before, 0 mixed") }
    }

    @Test("Piper's program speaks where it is asked for, and its absence is exit 4")
    func piper() throws {
        let folder = try TemporaryFolder()
        let model = folder.path("voice.onnx"), program = folder.path("piper")
        try ScriptedPiper.write(to: program, voice: model, samples: 16_000, sampleRate: 16_000)
        let words = ["say", "--json", "--voice", "piper:\(model)", "Hello.", "-o", folder.path("a.wav")]
        let run = try Brews.run(words, environment: ["PATH": folder.url.path + ":/usr/bin:/bin"])
        #expect(
            run.code == 0 && Self.seconds(run) == 1 && run.objects.first?["sampleRate"] as? Int == 16_000,
            "\(run.errors)")
        let missing = try Brews.run(words, environment: ["PATH": "/nowhere"])
        #expect(missing.code == 4 && missing.errors.contains("piper"))
        let none = try Brews.run(["say", "--voice", "piper:none", "x"], environment: ["PATH": folder.url.path])
        #expect(none.code == 4 && none.errors.contains("brews say --list-voices"), "\(none.errors)")
        try Data("#!/bin/sh\necho no weights >&2; exit 1\n".utf8).write(to: URL(fileURLWithPath: program))
        let broken = try Brews.run(words, environment: ["PATH": folder.url.path + ":/usr/bin:/bin"])
        #expect(broken.code == 4 && broken.errors.contains("no weights"))
    }

    @Test("a voice of Piper that its owner put into a models folder is listed and used by its name and its path")
    func ownVoice() throws {
        let folder = try TemporaryFolder()
        let voices = folder.path("models/joe")
        try FileManager.default.createDirectory(atPath: voices, withIntermediateDirectories: true)
        try ScriptedPiper.write(to: folder.path("piper"), voice: voices + "/en_US-joe-medium.onnx", samples: 22_050)
        let environment = ["PATH": folder.url.path + ":/usr/bin:/bin", "BREWS_MODELS": folder.path("models")]
        let list = try Brews.run(["say", "--list-voices", "--json", "--locale", "en"], environment: environment)
        let listed = list.objects.first { $0["voice"] as? String == "piper:en_US-joe-medium" }
        #expect(listed?["language"] as? String == "en-US" && listed?["engine"] as? String == "piper", "\(list.errors)")
        for name in ["en_US-joe-medium", "joe", voices, voices + "/en_US-joe-medium.onnx"] {
            let run = try Brews.run(
                ["say", "--json", "--voice", "piper:" + name, "Hello.", "-o", folder.path("a.wav")],
                environment: environment)
            #expect(run.code == 0 && Self.seconds(run) == 1, "\(name): \(run.errors)")
        }
        try FileManager.default.removeItem(atPath: voices + "/en_US-joe-medium.onnx.json")
        for name in ["joe", voices, voices + "/en_US-joe-medium.onnx"] {
            let run = try Brews.run(["say", "--voice", "piper:" + name, "Hello."], environment: environment)
            #expect(run.code == 4 && run.errors.contains("brews "), "\(name): \(run.errors)")
        }
    }

    @Test("B12: a program of Piper that hangs ends with the kiosk's program, also when that is killed")
    func killedSpeaking() throws {
        let folder = try TemporaryFolder()
        let model = folder.path("voice.onnx")
        let hang = "cp \"$here/speech.wav\" \"$folder\"; sleep 1000"
        try ScriptedPiper.write(hang, to: folder.path("piper"), voice: model)
        _ = try Brews.capture(
            "/usr/bin/timeout", ["-s", "KILL", "3", Brews.path, "say", "--voice", "piper:" + model, "Hello."],
            environment: ["PATH": folder.url.path + ":/usr/bin:/bin"])
        func note(_ name: String) -> String {
            FileManager.default.contents(atPath: folder.path(name)).map {
                String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines)
            } ?? ""
        }
        let process = note("started"), left = note("folder")
        #expect(!process.isEmpty && left.hasPrefix("/dev/shm/"))
        func isGone() -> Bool {
            FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.isEmpty != false
                && !FileManager.default.fileExists(atPath: left)
        }
        for _ in 0..<500 where !isGone() { usleep(10_000) }
        #expect(isGone())
    }

    @Test(
        "the kiosk's sentences are in the language asked for",
        arguments: [
            ("de", "Insgesamt macht das 4,00\u{A0}$"), ("fr", "Le total est de 4,00\u{A0}$"),
            ("es", "El total es de 4,00\u{A0}$"), ("en-GB", "Your total is $4.00. Anything else?"),
        ])
    func locale(_ locale: String, _ words: String) throws {
        let folder = try TemporaryFolder()
        try Data(#"{"items": []}"#.utf8).write(to: URL(fileURLWithPath: folder.path("cart.json")))
        let run = try Brews.run([
            "parse", "--json", "--locale", locale, "--cart", folder.path("cart.json"), "two bottled waters",
        ])
        let reply = run.objects.first?["reply"] as? String ?? ""
        #expect(run.code == 0 && reply.contains(words), "\(reply) \(run.errors)")
        let unknown = try Brews.run(["parse", "--locale", "it-IT", "tea"])
        #expect(unknown.code == 2 && unknown.errors.contains("en, es, fr, de"))
    }
}
