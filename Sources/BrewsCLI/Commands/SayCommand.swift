internal import ALSAAudio
internal import AudioFiles
internal import Foundation
internal import Speech

/// Speech synthesis only.
enum SayCommand: Command {
    static let name = "say"
    static let spec = CommandSpec(
        name: "brews say", summary: "Speaks a text, or writes it to a WAV file.", operands: "TEXT",
        options: [
            OptionSpec("output", value: "FILE.wav", "write to a file instead of the sound card (short: -o)"),
            OptionSpec("voice", value: "NAME", "espeak-ng voice (default: en-us)"),
            OptionSpec("rate", value: "WPM", "words per minute, 80 to 450 (default: 165)"),
            OptionSpec("pitch", value: "N", "0 to 99 (default: 50)"),
            OptionSpec("volume", value: "PERCENT", "0 to 200 (default: 100)"),
            Setup.isolatedOption,
        ],
        examples: [
            ("brews say \"Your latte is ready\"", "speak on the default sound card"),
            ("brews say \"Your latte is ready\" -o ready.wav --rate 140", "write a slower WAV file"),
        ])

    private struct Output: Encodable {
        let seconds: Double
        let voice: String
        let sampleRate: Int
        /// Where the speech went: a path, or the sound card, or nowhere.
        let output: String?
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let text = arguments.operands.joined(separator: " ")
        guard !text.isEmpty else { throw CLIError.usage("\(spec.name) needs a text; see: \(spec.name) --help") }
        let speech = try await setup.speech().synthesize(text)
        let output = try await deliver(speech, text: text, arguments, setup)
        if setup.json {
            try setup.console.json(Output(seconds: speech.seconds.rounded(places: 3), voice: setup.voiceName, sampleRate: speech.sampleRate, output: output))
        } else if let path = arguments.value("output") {
            setup.console.line("\(path): \(String(format: "%.1f", speech.seconds)) s, \(setup.voiceName), \(speech.sampleRate) Hz")
        }
        return 0
    }

    private static func deliver(_ speech: SynthesizedSpeech, text: String, _ arguments: Arguments, _ setup: Setup) async throws -> String? {
        if let path = arguments.value("output") {
            do {
                try WaveFile.write(speech.samples, sampleRate: speech.sampleRate, to: path)
            } catch {
                throw CLIError.input("\(path) cannot be written: \(error.localizedDescription)")
            }
            return path
        }
        do {
            try await ALSAOutput().play(speech.samples, sampleRate: speech.sampleRate)
            return "default"
        } catch let error as ALSAError {
            // Whoever cannot hear the prompt can still read it.
            setup.console.note("brews: no sound: \(error.reason); the text instead:")
            if !setup.json { setup.console.line(text) }
            return nil
        }
    }
}
