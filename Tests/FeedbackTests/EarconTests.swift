internal import Foundation
internal import Ordering
internal import Testing

@testable internal import Feedback

/// Measurements of the samples of the ten sounds.
struct EarconTests {
    private static let synthesizer = Result { () throws(FeedbackError) in try EarconSynthesizer() }
    private static let rate = 22_050

    private static func samples(_ sound: VoiceAudioFeedback, _ rate: Int = rate) throws -> [Double] {
        try synthesizer.get().samples(of: sound, sampleRate: rate).map { Double($0) / 32_767 }
    }

    private static func spec(_ sound: VoiceAudioFeedback) throws -> EarconSynthesizer.Spec.Sound {
        try #require(synthesizer.get().spec.sounds[sound.rawValue])
    }

    /// Share of a range's energy at one frequency, 0…1 (Goertzel).
    private static func share(of hertz: Double, in samples: ArraySlice<Double>, rate: Int = rate) -> Double {
        let coefficient = 2 * cos(2 * .pi * hertz / Double(rate))
        var one = 0.0, two = 0.0, energy = 0.0
        for sample in samples {
            (one, two) = (sample + coefficient * one - two, one)
            energy += sample * sample
        }
        return energy > 0 ? 2 * (one * one + two * two - coefficient * one * two) / (energy * Double(samples.count)) : 0
    }

    @Test("A sound is soft, without offset, and as long as a word", arguments: VoiceAudioFeedback.allCases)
    func level(_ sound: VoiceAudioFeedback) throws {
        let samples = try Self.samples(sound)
        let peak = samples.map(abs).max() ?? 0
        let decibels = 20 * log10(peak), specified = try Self.spec(sound).peakDecibels
        #expect(decibels <= -6 && decibels >= -20)
        #expect(abs(decibels - specified) < 0.1)
        let mean = samples.reduce(0, +) / Double(samples.count)
        #expect(abs(mean) < 0.000_5, "offset")
        let seconds = Double(samples.count - 1) / Double(Self.rate)
        #expect(seconds >= 0.080 && seconds <= 0.5)
    }

    @Test("A sound begins and ends at zero and has no step in it", arguments: VoiceAudioFeedback.allCases)
    func clicks(_ sound: VoiceAudioFeedback) throws {
        let samples = try Self.samples(sound)
        #expect(samples.first == 0 && samples.last == 0)
        let peak = samples.map(abs).max() ?? 0
        // Half a millisecond from silence the sound is almost inaudible.
        let edge = Self.rate / 2_000
        #expect((samples.prefix(edge) + samples.suffix(edge)).allSatisfy { abs($0) < peak * 0.02 })
        // The steepest slope is that of its own tones: the highest fundamental with its harmonics.
        let spec = try Self.synthesizer.get().spec
        let highest = try Self.spec(sound).notes.map(\.hertz).max() ?? 0
        let steepest =
            spec.partials.enumerated().reduce(0.0) { $0 + $1.element * Double($1.offset + 1) } * 2 * .pi * highest
            / Double(Self.rate)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($1 - $0) <= peak * steepest })
    }

    @Test("No sound startles: its loudest 10 ms come after the first 5 ms", arguments: VoiceAudioFeedback.allCases)
    func attack(_ sound: VoiceAudioFeedback) throws {
        let samples = try Self.samples(sound)
        let peak = samples.map(abs).max() ?? 0
        #expect((samples.prefix(Self.rate * 2 / 1_000).map(abs).max() ?? 0) < peak * 0.3)
    }

    @Test(
        "Each note sounds at its time: its frequency dominates there, and neighbouring semitones do not",
        arguments: VoiceAudioFeedback.allCases)
    func frequencies(_ sound: VoiceAudioFeedback) throws {
        let samples = try Self.samples(sound)
        let notes = try Self.spec(sound).notes
        for (index, note) in notes.enumerated() {
            // Where it sounds alone, or with its chord.
            let next =
                notes.dropFirst(index + 1).map(\.at).filter { $0 > note.at + 40 }.min() ?? note.at + note.milliseconds
            let from = Int((note.at + 15) / 1_000 * Double(Self.rate)),
                to = Int(min(next, note.at + note.milliseconds - 20) / 1_000 * Double(Self.rate))
            let stretch = samples[from..<min(to, samples.count)]
            let own = Self.share(of: note.hertz, in: stretch)
            #expect(own > 0.12, "\(note.hertz) Hz: \(own)")
            let isChord = notes.contains { $0.hertz != note.hertz && abs($0.at - note.at) < 60 }
            if !isChord {
                #expect(
                    own > 0.5 && own > Self.share(of: note.hertz * 1.19, in: stretch) * 3, "\(note.hertz) Hz: \(own)")
            }
        }
    }

    @Test("Sounds of success rise, those of endings and errors fall, and all intervals are consonant")
    func intervals() throws {
        func pitches(_ sound: VoiceAudioFeedback) throws -> [Double] { try Self.spec(sound).notes.map(\.hertz) }
        for sound in [
            VoiceAudioFeedback.wakeWordDetected, .itemAdded, .orderConfirmed, .clarificationNeeded, .errorRecovery,
        ] {
            let hertz = try pitches(sound)
            #expect(zip(hertz, hertz.dropFirst()).allSatisfy { $0 < $1 }, "\(sound)")
        }
        for sound in [VoiceAudioFeedback.stopped, .error] {
            let hertz = try pitches(sound)
            #expect(zip(hertz, hertz.dropFirst()).allSatisfy { $0 > $1 }, "\(sound)")
        }
        // Unison, thirds, fourth, fifth, octave.
        let consonant: Set = [0, 3, 4, 5, 7, 12]
        for sound in VoiceAudioFeedback.allCases {
            let hertz = try pitches(sound)
            for (low, high) in zip(hertz, hertz.dropFirst()) {
                #expect(consonant.contains(abs(Int((12 * log2(high / low)).rounded()))), "\(sound)")
            }
        }
    }

    @Test("No two sounds have the same tones at the same times")
    func different() throws {
        let pitches = try Set(VoiceAudioFeedback.allCases.flatMap { try Self.spec($0).notes.map(\.hertz) }).sorted()
        // Energy by pitch in four quarters of half a second.
        func features(_ sound: VoiceAudioFeedback) throws -> [Double] {
            let samples = try Self.samples(sound, 8_000) + [Double](repeating: 0, count: 4_000)
            let all = (0..<4).flatMap { quarter in
                let stretch = samples[quarter * 1_000..<(quarter + 1) * 1_000]
                let energy = stretch.reduce(0) { $0 + $1 * $1 }
                return pitches.map { (energy * Self.share(of: $0, in: stretch, rate: 8_000)).squareRoot() }
            }
            let norm = all.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return all.map { $0 / norm }
        }
        let all = try VoiceAudioFeedback.allCases.map { ($0, try features($0)) }
        for (index, one) in all.enumerated() {
            for other in all.dropFirst(index + 1) {
                let likeness = zip(one.1, other.1).reduce(0) { $0 + $1.0 * $1.1 }
                #expect(likeness < 0.8, "\(one.0) and \(other.0): \(likeness)")
            }
        }
    }

    @Test("A sound is the same at every rate", arguments: [8_000, 16_000, 22_050, 24_000, 44_100, 48_000])
    func rates(_ rate: Int) throws {
        for sound in VoiceAudioFeedback.allCases {
            let samples = try Self.synthesizer.get().samples(of: sound, sampleRate: rate)
            #expect(samples == (try Self.synthesizer.get().samples(of: sound, sampleRate: rate)))
            #expect(
                abs(Double(samples.count) / Double(rate) - Double(try Self.samples(sound).count) / Double(Self.rate))
                    < 0.001)
            #expect(samples.first == 0 && samples.last == 0 && samples.allSatisfy { abs(Int($0)) < 16_500 })
        }
    }

    @Test("A rate out of range is an error", arguments: [0, -1, 7_999, 48_001, Int.max])
    func badRate(_ rate: Int) throws {
        #expect(throws: FeedbackError.self) { _ = try Self.synthesizer.get().samples(of: .error, sampleRate: rate) }
    }

    @Test(
        "An invalid earcon file is refused",
        arguments: [
            ("\"peakDecibels\": -10", "\"peakDecibels\": -3"), ("\"itemAdded\"", "\"itemsAdded\""),
            ("\"hertz\": 440", "\"hertz\": 4"),
            ("\"level\": 1}", "\"level\": 2}"),
            ("\"milliseconds\": 245", "\"milliseconds\": 2450"),
            ("\"attackMilliseconds\": 9", "\"attackMilliseconds\": 0"), ("[1, 0.28", "[0, 0.28"), ("{", ""),
        ])
    func badFile(_ old: String, _ new: String) throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Sources/Feedback/Earcons/earcons.json")
        let text = try String(contentsOf: path.standardizedFileURL, encoding: .utf8)
        #expect(throws: Never.self) { _ = try EarconSynthesizer(json: Array(text.utf8)) }
        #expect(text.contains(old))
        #expect(throws: FeedbackError.self) {
            _ = try EarconSynthesizer(json: Array(text.replacing(old, with: new, maxReplacements: 1).utf8))
        }
    }
}

struct FeedbackCueTests {
    @Test("Every event and every prompt has the cue of this table")
    func table() {
        let expected: [(FeedbackEvent, VoiceAudioFeedback?, VoiceHapticFeedback?)] = [
            (.wakeWordHeard, .wakeWordDetected, .wakeWord), (.listeningStarted, .listening, nil),
            (.listeningStopped, .stopped, nil), (.touched, nil, .selection),
            (.questionAnswered, .clarificationReceived, .selection), (.orderPlaced, .orderConfirmed, .orderConfirmed),
            (.failed, .error, .error),
            (.recovered, .errorRecovery, nil),
            (.timeRunsOut, nil, .warning),
        ]
        #expect(expected.map(\.0) == FeedbackEvent.allCases)
        for (event, sound, haptic) in expected {
            #expect(FeedbackCue(event) == FeedbackCue(sound: sound, haptic: haptic))
        }
        let prompts: [(String, VoiceAudioFeedback?)] = [
            ("added", .itemAdded), ("accepted", .itemAdded), ("anythingElse", nil),
            ("whichOption", .clarificationNeeded),
            ("unavailable", .clarificationNeeded),
            ("removed", .clarificationReceived),
            ("notInOrder", .clarificationNeeded), ("whatAbout", .clarificationNeeded),
            ("cleared", .clarificationReceived), ("cart", nil), ("confirm", nil),
            ("confirmAgain", nil),
            ("useTouch", .clarificationNeeded), ("confirmed", .orderConfirmed), ("declined", nil), ("whatElse", nil),
            ("help", .helpProvided), ("cancelled", .stopped),
            ("notUnderstood", .error), ("cartIsEmpty", nil), ("welcome", nil), ("placed", .orderConfirmed),
            ("noted", .helpProvided),
            ("notPlaced", .error), ("restored", .errorRecovery),
            ("items", .helpProvided), ("mayCancel", .clarificationNeeded), ("questionAgain", .clarificationNeeded),
            ("leftOut", .clarificationReceived), ("nothingChanged", nil), ("confirmChoices", .clarificationNeeded),
            ("askStaff", .clarificationNeeded), ("staffCalled", .clarificationNeeded),
            ("staffComing", .clarificationNeeded), ("youAreWelcome", nil), ("takeaway", nil),
            ("stillThere", .clarificationNeeded),
        ]
        for (name, sound) in prompts {
            #expect(
                Cafes.prompts.first { $0.name == name }.map { FeedbackCue($0.prompt)?.sound == sound } == true,
                "\(name)")
        }
    }

    @Test("Every sound and every haptic is used")
    func used() {
        let cues = FeedbackEvent.allCases.map { FeedbackCue($0) } + Cafes.prompts.compactMap { FeedbackCue($0.prompt) }
        #expect(Set(cues.compactMap(\.sound)) == Set(VoiceAudioFeedback.allCases))
        #expect(Set(cues.compactMap(\.haptic)) == Set(VoiceHapticFeedback.allCases))
    }

    @Test("A reply has one cue: the most important one")
    func reply() {
        let total = Money.zero
        let question = Prompt.question(Clarification(line: 1, itemId: "latte", topic: .option(group: "size")))
        #expect(FeedbackCue([.added([Cafes.latte]), .anythingElse(total: total)])?.sound == .itemAdded)
        #expect(FeedbackCue([.accepted([Cafes.latte]), question])?.sound == .clarificationNeeded)
        #expect(FeedbackCue([.removed([Cafes.latte]), .confirmed(total: total)])?.sound == .orderConfirmed)
        #expect(FeedbackCue([.anythingElse(total: total)]) == nil && FeedbackCue([Prompt]()) == nil)
    }
}
