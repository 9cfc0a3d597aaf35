internal import OrderParsing
internal import Ordering
internal import Speech
internal import Testing

@testable internal import Transcription

struct UtteranceCompletionTests {
    /// A moment in an utterance, times in seconds.
    private static func moment(
        _ detector: inout UtteranceCompletionDetector, _ text: String, unchanged: Double, silence: Double?,
        turn: Double = 0, start: Double? = nil, shape: UtteranceShape
    ) -> UtteranceAnalysis {
        detector.analyze(
            text, isSpeechDetected: silence == nil, timeSinceLastUpdate: .seconds(unchanged),
            timeSinceLastSpeech: .seconds(silence ?? 0), turnDuration: .seconds(turn),
            startedAt: start.map(SamplePosition.init(seconds:)), shape: shape)
    }

    private static func shape(_ text: String, _ expected: UtteranceShape.Expected) throws -> UtteranceShape {
        UtteranceShape(try Cafe.open().parser.parse(text), expecting: expected)
    }

    @Test(
        "Each sentence ends when people have finished it, and not before",
        arguments: [
            // Text, open question, silence after which it is complete, why.
            ("a large latte", .nothing, 0.4, .stableTranscript),
            ("can i get two mochas and a blueberry muffin", .nothing, 0.4, .stableTranscript),
            ("a large latte please", .nothing, 0.4, .endOfItemKeyword),
            ("a large latte to go", .nothing, 0.4, .endOfItemKeyword),
            ("a large latte with", .nothing, 3, .silenceTimeout), ("a large latte and a", .nothing, 3, .silenceTimeout),
            ("can i get a large", .nothing, 3, .silenceTimeout),
            ("can i get", .nothing, 3, .silenceTimeout), ("what is the weather", .nothing, 1.5, .silenceTimeout),
            ("that's all", .nothing, 0.4, .orderEndingPhrase),
            ("a latte and that's all thank you", .nothing, 0.4, .orderEndingPhrase),
            ("yes", .yesOrNo, 0.4, .confirmationKeyword),
            ("no thanks", .yesOrNo, 0.4, .confirmationKeyword),
            ("yes", .nothing, 1.5, .silenceTimeout), ("no", .nothing, 1.5, .silenceTimeout),
            ("yes and a muffin", .yesOrNo, 0.4, .stableTranscript),
            ("a large", .detail, 0.4, .stableTranscript),
            ("two", .detail, 0.4, .stableTranscript), ("remove the latte", .nothing, 0.4, .stableTranscript),
            ("read my order", .nothing, 0.4, .stableTranscript),
        ] as [(String, UtteranceShape.Expected, Double, CompletionReason)])
    func ends(_ text: String, _ expected: UtteranceShape.Expected, _ seconds: Double, _ reason: CompletionReason) throws
    {
        var detector = try UtteranceCompletionDetector()
        let shape = try Self.shape(text, expected)
        var last = Duration.seconds(100), confidence = 0.0
        for step in 0..<Int((seconds * 10).rounded()) {
            let analysis = Self.moment(
                &detector, text, unchanged: Double(step) / 10, silence: Double(step) / 10, shape: shape)
            #expect(!analysis.isComplete)
            #expect(analysis.reason == .notReady)
            let countdown = try #require(analysis.processingCountdown)
            #expect(countdown < last)
            #expect(analysis.confidence >= confidence && analysis.confidence < 1)
            #expect(
                abs(countdown / .seconds(1) - (seconds - Double(step) / 10)) < 1e-6, "The countdown tells the moment.")
            (last, confidence) = (countdown, analysis.confidence)
        }
        let analysis = Self.moment(&detector, text, unchanged: seconds, silence: seconds, shape: shape)
        #expect(analysis.isComplete)
        #expect(analysis.reason == reason)
        #expect(analysis.processingCountdown == .zero)
        #expect(analysis.confidence > 0 && analysis.confidence <= 1)
        #expect(
            Self.moment(&detector, text, unchanged: seconds + 1, silence: seconds + 1, shape: shape).reason
                == .alreadyProcessed)
    }

    @Test(
        "While the guest speaks nothing ends but what says so itself, unless the speech is noise or the turn too long")
    func whileSpeaking() throws {
        var detector = try UtteranceCompletionDetector()
        let latte = try Self.shape("a large latte", .nothing)
        #expect(!Self.moment(&detector, "a large latte", unchanged: 1, silence: nil, shape: latte).isComplete)
        #expect(
            Self.moment(&detector, "a large latte", unchanged: 3, silence: nil, shape: latte).processingCountdown
                == .seconds(1))
        #expect(
            Self.moment(&detector, "a large latte", unchanged: 4, silence: nil, shape: latte).reason
                == .stableTranscript)
        detector.fullReset()
        #expect(
            Self.moment(
                &detector, "that's all", unchanged: 0.4, silence: nil, shape: try Self.shape("that's all", .nothing)
            ).reason == .orderEndingPhrase)
        detector.fullReset()
        let unfinished = try Self.shape("a large latte with", .nothing)
        #expect(
            !Self.moment(&detector, "a large latte with", unchanged: 10, silence: nil, turn: 14.9, shape: unfinished)
                .isComplete)
        #expect(
            Self.moment(&detector, "a large latte with", unchanged: 0, silence: nil, turn: 15, shape: unfinished).reason
                == .hardTimeout)
        detector.fullReset()
        #expect(
            Self.moment(&detector, "a large latte with", unchanged: 15, silence: nil, shape: unfinished).reason
                == .hardTimeout, "C9: speech that never ends")
    }

    @Test("Text that still changes is not complete, however long the silence")
    func changing() throws {
        var detector = try UtteranceCompletionDetector()
        for count in 1...20 {
            let text = Array(repeating: "latte", count: count).joined(separator: " ")
            #expect(
                !Self.moment(&detector, text, unchanged: 0.1, silence: 5, shape: UtteranceShape(hasCompleteItem: true))
                    .isComplete)
        }
    }

    @Test("The same text again does not begin the wait anew")
    func repeatedUpdates() throws {
        var tracker = TranscriptStabilityTracker()
        tracker.observe("a latte", timeSinceLastUpdate: .seconds(0.3))
        #expect(!tracker.isStable)
        tracker.observe("a latte", timeSinceLastUpdate: .zero)
        tracker.observe("a latte", timeSinceLastUpdate: .seconds(0.2))
        #expect(tracker.unchangedFor == .seconds(0.5))
        #expect(tracker.isStable && tracker.stabilityCount == 1 && tracker.timeUntilStable == .zero)
        tracker.observe("a latte with", timeSinceLastUpdate: .seconds(0.1))
        #expect(tracker.timeUntilStable == .seconds(0.3))
        tracker.reset()
        #expect(tracker == TranscriptStabilityTracker())
        var twice = TranscriptStabilityTracker(interval: .seconds(0.4), requiredCount: 2)
        twice.observe("a latte", timeSinceLastUpdate: .seconds(0.7))
        #expect(!twice.isStable && twice.stabilityCount == 1)
        twice.observe("a latte", timeSinceLastUpdate: .seconds(0.8))
        #expect(twice.isStable)
    }

    @Test("Without words there is nothing to complete", arguments: ["", " ", "…", "\u{200B}"])
    func empty(_ text: String) throws {
        var detector = try UtteranceCompletionDetector()
        #expect(
            Self.moment(&detector, text, unchanged: 100, silence: 100, turn: 100, shape: UtteranceShape()).reason
                == .empty)
        let analysis = detector.stop(text)
        #expect(
            analysis == UtteranceAnalysis(isComplete: false, confidence: 0, reason: .empty, processingCountdown: nil))
    }

    @Test("A text that was complete is complete again only in a new utterance")
    func already() throws {
        var detector = try UtteranceCompletionDetector()
        let shape = UtteranceShape(hasCompleteItem: true)
        func look(_ text: String, _ start: Double? = nil) -> CompletionReason {
            Self.moment(&detector, text, unchanged: 1, silence: 1, start: start, shape: shape).reason
        }
        #expect(look("a latte", 1) == .stableTranscript)
        #expect(look("a latte", 1) == .alreadyProcessed)
        #expect(detector.stop("a latte").reason == .alreadyProcessed)
        detector.reset()
        #expect(look("a latte", 1) == .alreadyProcessed, "The text is shown still.")
        #expect(look("a latte", 3) == .stableTranscript, "Said again, elsewhere.")
        #expect(look("a latte and a muffin", 3) == .stableTranscript)
        #expect(look("") == .empty)
        #expect(look("a latte and a muffin") == .stableTranscript, "After nothing, a new utterance.")
        detector.fullReset()
        #expect(look("a latte and a muffin") == .stableTranscript)
    }

    @Test("Stopping ends whatever was said")
    func stop() throws {
        var detector = try UtteranceCompletionDetector()
        _ = Self.moment(
            &detector, "a large latte with", unchanged: 0, silence: nil, shape: UtteranceShape(isUnfinished: true))
        #expect(
            detector.stop("a large latte with")
                == UtteranceAnalysis(isComplete: true, confidence: 1, reason: .explicitStop, processingCountdown: .zero)
        )
    }

    @Test(
        "Orders end in the phrases of the language, and in the English ones in every language",
        arguments: [
            ("en-US", "no that's all for now thanks", true), ("en-GB", "nothing else", true),
            ("en", "is that all the milk", false),
            ("es-MX", "eso es todo, gracias", true),
            ("es", "nada más", true), ("fr-FR", "ce sera tout, merci", true), ("fr", "c’est tout", true),
            ("de-DE", "das wär's, danke", true),
            ("de", "Das ist alles.", true),
            ("de", "das ist alles mit milch", false), ("en", "das ist alles", false), ("xx", "that's all", true),
            ("", "that's all", true), ("de", "no that's all thanks", true), ("es-MX", "nothing else", true),
            ("fr", "that's everything", true), ("xx", "das ist alles", false), ("fr", "das ist alles", false),
        ])
    func languages(_ locale: String, _ text: String, _ isEnd: Bool) throws {
        var detector = try UtteranceCompletionDetector(locale: locale)
        let analysis = Self.moment(&detector, text, unchanged: 0.4, silence: 0.4, shape: UtteranceShape())
        #expect((analysis.reason == .orderEndingPhrase) == isEnd)
        #expect(analysis.isComplete == isEnd)
    }

    @Test(
        "No input of times traps",
        arguments: [Duration.seconds(-1), .zero, .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1)])
    func wildTimes(_ wild: Duration) throws {
        var detector = try UtteranceCompletionDetector()
        for text in ["a", "a latte", "a latte", ""] {
            for isSpeech in [true, false] {
                let analysis = detector.analyze(
                    text, isSpeechDetected: isSpeech, timeSinceLastUpdate: wild, timeSinceLastSpeech: wild,
                    turnDuration: wild)
                #expect(analysis.processingCountdown ?? .zero >= .zero)
                #expect((0...1).contains(analysis.confidence))
            }
        }
    }

    @Test(
        "Settings outside their range are refused by name",
        arguments: [
            ("silenceThreshold", 0.2), ("stabilityInterval", 0), ("requiredStabilityCount", 0), ("hardTimeout", 100),
            ("completeItemSilence", 2),
            ("unfinishedSilence", 1),
            ("noiseTimeout", 0),
        ])
    func settings(_ name: String, _ value: Double) {
        var settings = CompletionSettings()
        switch name {
        case "silenceThreshold": settings.silenceThreshold = .seconds(value)
        case "stabilityInterval": settings.stabilityInterval = .seconds(value)
        case "requiredStabilityCount": settings.requiredStabilityCount = Int(value)
        case "hardTimeout": settings.hardTimeout = .seconds(value)
        case "completeItemSilence": settings.completeItemSilence = .seconds(value)
        case "unfinishedSilence": settings.unfinishedSilence = .seconds(value)
        default: settings.noiseTimeout = .seconds(value)
        }
        let error = #expect(throws: TranscriptionError.self) { try UtteranceCompletionDetector(settings: settings) }
        guard case .settingOutOfRange(let refused, _) = error else { return }
        #expect(refused == name)
    }

    @Test(
        "Everything ends: whatever the shape, a text that no longer changes is complete by the hard time-out",
        arguments: 0..<16)
    func everythingEnds(_ bits: Int) throws {
        let shape = UtteranceShape(
            hasCompleteItem: bits & 1 > 0, isUnfinished: bits & 2 > 0, endsOrder: bits & 4 > 0, isAnswer: bits & 8 > 0)
        for silence in [nil, 0.0] {
            var detector = try UtteranceCompletionDetector()
            var time = 0.0, steps = 0
            while steps < 5 {
                let analysis = Self.moment(
                    &detector, "words", unchanged: time, silence: silence.map { $0 + time }, turn: time, shape: shape)
                if analysis.isComplete { break }
                time += try #require(analysis.processingCountdown) / .seconds(1) + 1e-9
                steps += 1
            }
            #expect(steps == 1, "The countdown is right at once.")
            #expect(time <= 15.001)
        }
    }
}
