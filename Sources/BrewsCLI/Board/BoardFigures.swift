/// What a machine does in which time, measured by `BoardTrial`. Times are wall times.
struct BoardFigures: Encodable, Equatable {
    /// Length of the synthesised recording.
    var audioSeconds = 0.0
    /// Time until the recogniser was ready.
    var loadSeconds = 0.0
    /// Time of the first reading per time of audio.
    var recognitionFactor = 0.0
    /// Time of the slowest of a hundred blocks of 0.1 s.
    var blockMilliseconds = 0.0
    /// Time of the second reading per time of audio; `nil` where it was not measured.
    var secondReadingFactor: Double?
    /// Time for understanding one order.
    var parseMilliseconds = 0.0
    /// Share of a core for the wake phrase in a quiet room; `nil` without a wake phrase.
    var wakeQuietShare: Double?
    /// Share of a core for the wake phrase while people talk.
    var wakeTalkShare: Double?
    /// Longest pause in listening when the wake phrase was said.
    var wakeLookMilliseconds: Double?
    /// The same with `--quick-wake`.
    var quickWakeLookMilliseconds: Double?
    /// Time from a short sentence to its speech with espeak-ng.
    var espeakMilliseconds: Double?
    /// The same with the voice of Piper; `nil` where none is installed.
    var piperMilliseconds: Double?
    /// Greatest memory of the process while it measured.
    var memoryMegabytes = 0.0
}

/// The options that make the kiosk fast enough on a machine.
struct BoardChoice: Encodable, Equatable {
    /// Greatest values with which the kiosk keeps its standard settings.
    enum Limits {
        /// First reading, time per time of audio. Above, speech is understood later than it is said.
        static let recognitionFactor = 0.8
        /// Second reading, time per time of audio: an utterance of 3 s within the 0.4 s that a guest waits for it.
        static let secondReadingFactor = 0.4 / 3
        /// Pause in listening after the wake phrase. The microphone keeps several seconds.
        static let wakeLookMilliseconds = 400.0
        /// First sound of a sentence.
        static let piperMilliseconds = 600.0
    }

    /// Options for `brews kiosk`.
    var options: [String] = []
    /// Why each of them.
    var reasons: [String] = []

    /// Chooses the options for a machine.
    ///
    /// - Parameter voice: espeak-ng's voice in the kiosk's language.
    init(for figures: BoardFigures, voice: String) {
        if figures.recognitionFactor > Limits.recognitionFactor {
            take(["--touch-only"], "speech is understood more slowly than it is said; guests order by touch")
            return
        }
        if let factor = figures.secondReadingFactor,
            factor > Limits.secondReadingFactor
                || figures.recognitionFactor + factor > Limits.recognitionFactor
        {
            take(["--engine", "vosk"], "a second reading would come too late")
        }
        if let look = figures.wakeLookMilliseconds, look > Limits.wakeLookMilliseconds {
            take(["--quick-wake"], "the third look at the wake phrase takes too long; more false alarms are accepted")
        }
        if let piper = figures.piperMilliseconds, piper > Limits.piperMilliseconds {
            take(["--voice", voice], "the voice of Piper begins too late")
        }
    }

    private mutating func take(_ words: [String], _ reason: String) {
        options += words
        reasons.append(reason)
    }
}
