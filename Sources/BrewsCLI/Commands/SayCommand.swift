internal import ALSAAudio
internal import AudioFiles
internal import Feedback
internal import Foundation
internal import Speech
internal import SpeechSynthesis

/// `brews say`: text to speech.
enum SayCommand: Command {
    static let name = "say"
    static let spec = CommandSpec(
        name: "brews say", summary: "Speaks a text with sounds and pauses, or writes it to a WAV file.",
        operands: "TEXT",
        options: [
            OptionSpec("output", value: "FILE.wav", "write to a file instead of the sound card (short: -o)"),
            Setup.voiceOption,
            OptionSpec("rate", value: "WPM", "words per minute, 80 to 450 (default: 165)"),
            OptionSpec("pitch", value: "N", "0 to 99 (default: 50); not for Piper's voices"),
            OptionSpec("volume", value: "PERCENT", "0 to 200 (default: 100)"),
        ] + Setup.profileOptions + [
            OptionSpec("save-profile", value: "NAME", "keep voice, rate, pitch and volume under this name"),
            OptionSpec("list-voices", "list the voices, with --locale those of a language"),
            OptionSpec("earcons", value: "DIR", "write the kiosk's ten sounds to DIR as WAV files"),
            Setup.isolatedOption,
        ],
        examples: [
            ("brews say \"Your latte is ready\"", "speak on the default sound card"),
            ("brews say \"Your latte is ready\" -o ready.wav --rate 140", "write a slower WAV file"),
            (
                "brews say \"[sfx:orderConfirmed] Thank you. [pause:300] Number 42.\"",
                "a sound and a pause between words"
            ),
            ("brews say --list-voices --locale fr", "the French voices"),
            (
                "brews say --voice en-gb --rate 150 --save-profile counter",
                "keep how a voice sounds; later: --profile counter"
            ),
            ("brews say --earcons sounds", "the sounds that come without words"),
        ])

    /// Sample rate of sounds without speech, in hertz.
    private static let soundRate = 22_050

    private struct Output: Encodable {
        let seconds: Double
        let voice: String
        let sampleRate: Int
        /// Path of the WAV file, or the sound card; `nil` when it was not played.
        let output: String?
    }

    private struct SoundOutput: Encodable {
        let sound: String
        let file: String
        let seconds: Double
        let sampleRate: Int
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let text = arguments.operands.joined(separator: " ")
        let isTask = ["list-voices", "earcons", "save-profile"].contains(where: arguments.has)
        guard !text.isEmpty || isTask else {
            throw CLIError.usage("\(spec.name) needs a text; see: \(spec.name) --help")
        }
        // An invalid mark is reported before anything is done.
        let queue = try text.isEmpty ? nil : VoiceQueue(text)
        if arguments.has("list-voices") { try await list(arguments, setup) }
        if let folder = arguments.value("earcons") { try writeSounds(to: folder, setup) }
        if let name = arguments.value("save-profile") {
            let path = Setup.profilesPath(arguments)
            // An unknown voice is reported now, not at the counter. The text may have no words.
            _ = try await setup.speech().synthesize("one")
            try VoiceProfilesStore(path: path).save(setup.voiceProfile(), as: name)
            if !setup.json { setup.console.line("\(path): \(name)") }
        }
        if let queue { try await say(queue, arguments, setup) }
        return 0
    }

    private static func say(_ queue: VoiceQueue, _ arguments: Arguments, _ setup: Setup) async throws {
        let speech = try await render(queue, with: setup.speech())
        let words = queue.elements.compactMap { element in
            if case .speak(let sentence) = element { sentence } else { nil }
        }
        let output = try await deliver(speech, text: words.joined(separator: " "), arguments, setup)
        if setup.json {
            try setup.console.json(
                Output(
                    seconds: speech.seconds.rounded(places: 3), voice: setup.voiceName(), sampleRate: speech.sampleRate,
                    output: output))
        } else if let path = arguments.value("output") {
            setup.console.line(
                "\(path): \(String(format: "%.1f", speech.seconds)) s, \(setup.voiceName()), \(speech.sampleRate) Hz")
        }
    }

    /// The queue rendered as one clip at the voice's sample rate.
    static func render(_ queue: VoiceQueue, with synthesizer: any SpeechSynthesizer) async throws -> SynthesizedSpeech {
        let clip = try await QueueRenderer { text, _ in try await synthesizer.synthesize(text) }.clip(of: [queue])
        return SynthesizedSpeech(samples: clip.samples, sampleRate: clip.sampleRate)
    }

    /// Prints the voices, with `--locale` those of a language.
    static func list(_ arguments: Arguments, _ setup: Setup) async throws {
        for voice in try await setup.voices(language: arguments.value("locale")) {
            if setup.json {
                try setup.console.json(voice)
            } else {
                setup.console.line(
                    "\(voice.voice.padded(to: 28))\(voice.language.padded(to: 16))"
                        + "\(voice.engine.padded(to: 12))\(voice.name)"
                )
            }
        }
    }

    private static func writeSounds(to folder: String, _ setup: Setup) throws {
        let earcons = try EarconSynthesizer()
        for sound in VoiceAudioFeedback.allCases {
            let path = "\(folder)/\(sound.rawValue).wav"
            let samples = try earcons.samples(of: sound, sampleRate: soundRate)
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try WaveFile.write(samples, sampleRate: soundRate, to: path)
            } catch let error as AudioFileError {
                throw CLIError.audio(file: path, error)
            } catch {
                throw CLIError.input("\(path) cannot be written: \(error.localizedDescription)")
            }
            let seconds = Double(samples.count) / Double(soundRate)
            if setup.json {
                try setup.console.json(
                    SoundOutput(
                        sound: sound.rawValue, file: path, seconds: seconds.rounded(places: 3), sampleRate: soundRate))
            } else {
                setup.console.line("\(path): \(String(format: "%.2f", seconds)) s")
            }
        }
    }

    private static func deliver(_ speech: SynthesizedSpeech, text: String, _ arguments: Arguments, _ setup: Setup)
        async throws -> String?
    {
        if let path = arguments.value("output") {
            do { try WaveFile.write(speech.samples, sampleRate: speech.sampleRate, to: path) } catch {
                throw CLIError.audio(file: path, error)
            }
            return path
        }
        do {
            try await ALSAOutput().play(speech.samples, sampleRate: speech.sampleRate)
            return "default"
        } catch let error as ALSAError {
            // Without sound the prompt can still be read.
            setup.console.note("brews: no sound: \(error.reason); the text instead:")
            if !setup.json { setup.console.line(text) }
            return nil
        }
    }
}
