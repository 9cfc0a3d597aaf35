internal import Foundation
internal import Speech
internal import WakeWord

/// `brews wake`: finds the wake phrase in recordings.
enum WakeCommand: Command {
    static let name = "wake"
    static let spec = CommandSpec(
        name: "brews wake", summary: "Finds the wake phrase in recordings.", operands: "FILE.wav… | -",
        options: [
            OptionSpec("phrase", value: "TEXT", "the phrase (default: \(WakeWordSpotter.defaultPhrase))"),
            OptionSpec(
                "phones", value: "PHONES",
                "how the phrase is spoken, as in \"HH EY | B R UW Z\"; without it espeak-ng says"),
            WakePhrases.thresholdOption("threshold"),
            Recordings.rawRate,
        ],
        examples: [
            ("brews wake kiosk.wav", "list where “hey brews” is said"),
            ("brews wake --json --phrase \"good morning\" --threshold 6 kiosk.wav", "another phrase, as JSON"),
        ])

    private struct Detection: Encodable {
        let file: String
        let phrase: String
        let timeSeconds: Double
        let endSeconds: Double
        let score: Double
    }

    private struct Summary: Encodable {
        let file: String
        let detections: Int
        let seconds: Double
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        _ = try Recordings.names(arguments, command: spec.name)
        let settings = SpottingSettings(threshold: try WakePhrases.threshold(arguments, "threshold"))
        let phrase = try await WakePhrases.phrase(
            arguments.value("phrase") ?? WakeWordSpotter.defaultPhrase, phones: arguments.value("phones"))
        let spotter = try await setup.wakeWordSpotter(for: [phrase], settings: settings)
        return try await Recordings.forEach(arguments, command: spec.name) { file, recording in
            let counted = CountedInput(recording)
            var count = 0
            for try await detection in spotter.detections(in: counted) {
                count += 1
                try report(detection, file, setup)
            }
            let seconds = await counted.seconds
            if setup.json {
                try setup.console.json(Summary(file: file, detections: count, seconds: seconds.rounded(places: 3)))
            } else {
                setup.console.line(
                    "\(file): \(count == 1 ? "1 detection" : "\(count) detections") in "
                        + "\(String(format: "%.1f", seconds)) s"
                )
            }
        }
    }

    private static func report(_ detection: WakeWordDetection, _ file: String, _ setup: Setup) throws {
        let span = detection.span
        if setup.json {
            try setup.console.json(
                Detection(
                    file: file, phrase: detection.phrase, timeSeconds: span.start.seconds.rounded(places: 3),
                    endSeconds: span.end.seconds.rounded(places: 3),
                    score: detection.score.rounded(places: 2)))
        } else {
            setup.console.line(
                String(format: "%7.2f s  ", span.start.seconds) + detection.phrase
                    + String(format: "  score %.1f", detection.score))
        }
    }
}

/// Passes an input on and measures its length.
private actor CountedInput: AudioInput {
    private let input: any AudioInput
    private var end = SamplePosition.zero

    init(_ input: any AudioInput) { self.input = input }

    var seconds: Double { end.seconds }

    func nextFrame() async throws -> AudioFrame? {
        let frame = try await input.nextFrame()
        if let frame { end = frame.end }
        return frame
    }
}
