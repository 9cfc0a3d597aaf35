internal import AudioFiles
internal import Foundation
internal import Speech

/// `brews transcribe`: speech to text.
enum TranscribeCommand: Command {
    static let name = "transcribe"
    static let spec = CommandSpec(
        name: "brews transcribe", summary: "Recognises speech and prints results as they come.",
        operands: "FILE.wav… | -",
        options: [
            Setup.freeOption,
            Setup.engineOption, Setup.secondOption,
            Setup.vocabularyOption,
            OptionSpec("realtime", "feed the recording at the speed it was spoken"),
            Setup.isolatedOption,
            Recordings.rawRate,
        ],
        examples: [
            ("brews transcribe guest.wav", "print what was said"),
            ("brews transcribe --free speech.wav", "a text of any kind"),
            ("brews transcribe --json --realtime guest.wav", "every result as JSON, as a microphone would give it"),
            ("arecord -f S16_LE -r 16000 -c 1 | brews transcribe -", "listen to a microphone"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        _ = try Recordings.names(arguments, command: spec.name)
        let engine = try setup.recognition()
        let vocabulary = arguments.has("free") ? nil : try setup.vocabulary(for: try setup.menu(), heardBy: engine)
        let clock = ContinuousClock()
        return try await Recordings.forEach(arguments, command: spec.name) { file, recording in
            let input: any AudioInput = arguments.has("realtime") ? PacedInput(recording, clock: clock) : recording
            let start = clock.now
            for try await result in try await engine.startListening(to: input, vocabulary: vocabulary) {
                if setup.json {
                    try setup.console.json(TranscriptionOutput(result, file: file, wall: clock.now - start))
                } else if !result.text.isEmpty {
                    setup.console.line(line(result, setup.console))
                }
            }
        }
    }

    private static func line(_ result: VoiceTranscriptionResult, _ console: Console) -> String {
        let time = String(format: "%7.2f s  ", result.span.end.seconds)
        return time + (result.isVolatile ? console.styled("… " + result.text, .faint) : "  " + result.text)
    }
}
