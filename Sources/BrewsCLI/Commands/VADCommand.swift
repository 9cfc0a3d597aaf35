internal import AudioFiles
internal import Foundation
internal import Speech
internal import VoiceActivity

/// `brews vad`: speech segments of a recording and faults of its signal.
enum VADCommand: Command {
    static let name = "vad"
    static let spec = CommandSpec(
        name: "brews vad", summary: "Finds the stretches of speech in a recording, and what is wrong with its signal.",
        operands: "FILE.wav… | -",
        options: [
            OptionSpec(
                "threshold", value: "DB",
                "how far speech stands out of the noise, 0.5 to 20 (default: \(VoiceActivitySettings().threshold)); "
                    + "lower hears more"
            ),
            OptionSpec(
                "minimum", value: "MS",
                "least speech, 20 to 1000 (default: \(milliseconds(VoiceActivitySettings().minimumSpeech)))"),
            OptionSpec(
                "hang-over", value: "MS",
                "silence that ends speech, 50 to 2000 (default: \(milliseconds(VoiceActivitySettings().hangOver)))"),
            OptionSpec("levels", "print the level 20 times a second as well"),
            OptionSpec("signal", "with --json: print the signal's faults as well"),
            Recordings.rawRate,
        ],
        examples: [
            ("brews vad guest.wav", "where somebody speaks, and the signal's faults"),
            ("brews vad --json *.wav", "one JSON object a stretch of speech"),
            ("arecord -f S16_LE -r 16000 -c 1 | brews vad --levels -", "watch a microphone"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let settings = try settings(arguments)
        return try await Recordings.forEach(arguments, command: spec.name) { file, recording in
            if !setup.json { setup.console.line(setup.console.styled(file == "-" ? "standard input" : file, .bold)) }
            var watch = try VADOutputWriter(
                file: file, settings: settings, showsLevels: arguments.has("levels"),
                showsSignal: arguments.has("signal"), setup)
            while let frame = try await recording.nextFrame() { try watch.take(frame) }
            try watch.finish()
        }
    }

    private static func settings(_ arguments: Arguments) throws(CLIError) -> VoiceActivitySettings {
        var settings = VoiceActivitySettings()
        if let text = arguments.value("threshold") {
            guard let threshold = Double(text) else {
                throw .usage("--threshold takes decibels from 0.5 to 20, not '\(text)'")
            }
            settings.threshold = threshold
        }
        if let minimum = try arguments.integer("minimum", in: 20...1_000) {
            settings.minimumSpeech = SampleCount(seconds: Double(minimum) / 1_000)
        }
        if let hangOver = try arguments.integer("hang-over", in: 50...2_000) {
            settings.hangOver = SampleCount(seconds: Double(hangOver) / 1_000)
        }
        do {
            _ = try EnergyVoiceActivityDetector(settings: settings)
        } catch {
            switch error {
            case .settingOutOfRange(let name, let range): throw .usage("\(name) takes \(range)")
            }
        }
        return settings
    }

    private static func milliseconds(_ count: SampleCount) -> Int { Int((count.seconds * 1_000).rounded()) }
}

/// Prints a recording's speech segments for people or as JSON.
private struct VADOutputWriter {
    private struct Segment: Encodable {
        let file: String
        let startSeconds: Double
        let endSeconds: Double
        let noticedStartSeconds: Double
        let noticedEndSeconds: Double
        let levelDecibels: Double
        let isClipped: Bool
    }

    private struct Fault: Encodable {
        let file: String
        let fault: String
        let isPresent: Bool
        let atSeconds: Double
    }

    private struct Level: Encodable {
        let file: String
        let atSeconds: Double
        let rmsDecibels: Double
        let peakDecibels: Double
    }

    private let file: String
    private let json: Bool
    private let console: Console
    private let showsLevels: Bool
    private let showsSignal: Bool
    private var detector: EnergyVoiceActivityDetector
    private var monitor: SignalMonitor
    private var meter = LevelMeter()
    private var whole = SignalStatistics()
    /// Statistics of the current segment.
    private var statistics = SignalStatistics()
    private var opened: (at: SamplePosition, noticed: SamplePosition)?
    private var segments = 0
    private var speech = SampleCount(0)

    init(file: String, settings: VoiceActivitySettings, showsLevels: Bool, showsSignal: Bool, _ setup: Setup) throws {
        self.file = file
        self.showsLevels = showsLevels
        self.showsSignal = showsSignal || !setup.json
        json = setup.json
        console = setup.console
        detector = try EnergyVoiceActivityDetector(settings: settings)
        monitor = try SignalMonitor()
    }

    mutating func take(_ frame: AudioFrame) throws {
        whole.add(frame.samples)
        if showsLevels { for level in meter.process(frame) { try show(level) } }
        if opened != nil { statistics.add(frame.samples) }
        for event in detector.process(frame) { try show(event) }
        for change in monitor.process(frame) where showsSignal { try show(change) }
    }

    mutating func finish() throws {
        for event in detector.finish() { try show(event) }
        guard !json else { return }
        console.line(
            String(
                format: "  %@ of speech, %.2f s of %.2f s", segments.counted("segment"), speech.seconds,
                whole.samples.seconds))
        console.line(
            String(
                format: "  signal %.1f dBFS, clipped %.2f %%, offset %.2f %%\n", whole.level, 100 * whole.clippedShare,
                100 * whole.offset))
    }

    private mutating func show(_ event: VoiceActivityEvent) throws {
        switch event {
        case .speechStarted(let position, let noticed):
            opened = (position, noticed)
            statistics = SignalStatistics()
        case .speechEnded(let position, let noticed):
            guard let opened else { return }
            self.opened = nil
            segments += 1
            speech = speech + (position - opened.at)
            let isClipped = statistics.clippedShare > SignalLimits().clippedShare
            if json {
                try console.json(
                    Segment(
                        file: file, startSeconds: opened.at.seconds.rounded(places: 3),
                        endSeconds: position.seconds.rounded(places: 3),
                        noticedStartSeconds: opened.noticed.seconds.rounded(places: 3),
                        noticedEndSeconds: noticed.seconds.rounded(places: 3),
                        levelDecibels: statistics.level.rounded(places: 1), isClipped: isClipped))
            } else {
                console.line(
                    String(
                        format: "  speech  %8.2f s … %8.2f s  %6.1f dBFS", opened.at.seconds, position.seconds,
                        statistics.level) + (isClipped ? "  clipped" : ""))
            }
        }
    }

    private func show(_ change: SignalChange) throws {
        if json {
            try console.json(
                Fault(
                    file: file, fault: change.fault.rawValue, isPresent: change.isPresent,
                    atSeconds: change.at.seconds.rounded(places: 3)))
        } else {
            let text = String(format: "  signal  %8.2f s  ", change.at.seconds) + sentence(change)
            console.line(console.styled(text, .yellow))
        }
    }

    private func show(_ level: AudioLevel) throws {
        if json {
            try console.json(
                Level(
                    file: file, atSeconds: level.at.seconds.rounded(places: 3),
                    rmsDecibels: level.rms.rounded(places: 1), peakDecibels: level.peak.rounded(places: 1)))
        } else {
            console.line(
                String(
                    format: "  level   %8.2f s  %6.1f dBFS, peak %6.1f%@", level.at.seconds, level.rms, level.peak,
                    detector.isSpeechDetected ? "  speech" : ""))
        }
    }

    private func sentence(_ change: SignalChange) -> String {
        switch (change.fault, change.isPresent) {
        case (.flatLine, true): "the microphone is silent: no signal for \(Int(monitor.limits.flatTime.seconds)) s"
        case (.flatLine, false): "the microphone gives sound again"
        case (.clipping, true): "too loud: samples are cut off at full scale"
        case (.clipping, false): "no longer cut off"
        case (.offset, true): "the signal has a constant offset"
        case (.offset, false): "the offset is gone"
        }
    }
}
