internal import PlatformSupport
internal import Speech

/// One recognition: pulls frames, reads the open utterance again and again, and hands out results one by one.
actor WhisperSession {
    private enum Phase {
        case running, finished
    }

    private static let block = SampleCount(seconds: 0.01).samples

    private let input: any AudioInput
    private let reader: any WindowDecoder
    private let settings: WhisperSettings
    private let now: @Sendable () -> Duration
    private var phase = Phase.running
    private var gate: any SpeechGate
    private var window: SpeechWindow
    private var timeline: ResultTimeline
    private var unfed: ArraySlice<Int16> = []
    /// The utterance is over with the last of `unfed`.
    private var endIsDue = false
    /// Words of the open utterance that are stable; those before the window are no longer read.
    private var stable: [TranscribedWord] = []
    private var slidWords = 0
    /// Words of the newest reading of the window.
    private var newest: [TranscribedWord] = []

    init(
        input: any AudioInput, reader: any WindowDecoder, settings: WhisperSettings, gate: any SpeechGate,
        now: @escaping @Sendable () -> Duration
    ) {
        self.input = input
        self.reader = reader
        self.settings = settings
        self.gate = gate
        self.now = now
        window = SpeechWindow(settings: settings)
        timeline = ResultTimeline(agreement: LocalAgreement(settings: settings.agreement))
    }

    func next() async throws -> VoiceTranscriptionResult? {
        while true {
            try Task.checkCancellation()
            if let result = timeline.nextResult() {
                if !result.isVolatile { stable = result.utteranceEnd == nil ? stable + result.words : [] }
                return result
            }
            guard phase == .running else { return nil }
            if unfed.count >= Self.block {
                try await feed()
            } else if endIsDue {
                endIsDue = false
                try await end(.endpoint)
            } else if let frame = try await input.nextFrame() {
                unfed = unfed + frame.samples
                endIsDue = frame.endsUtterance
            } else {
                phase = .finished
                try await end(.endOfInput)
            }
        }
    }

    /// Takes blocks until something has to be done.
    private func feed() async throws {
        while unfed.count >= Self.block {
            let block = unfed.prefix(Self.block)
            unfed = unfed.dropFirst(Self.block)
            switch window.take(block, isSpeech: gate.isSpeech(block)) {
            case .none: continue
            case .read: try await update()
            case .close: try await close(.endpoint)
            case .makeRoom: try await makeRoom()
            }
            return
        }
    }

    /// Ends the utterance where the source says so, with what is left of a block.
    private func end(_ reason: UtteranceEnd) async throws {
        if !unfed.isEmpty { _ = window.take(unfed, isSpeech: window.isOpen) }
        unfed = []
        try await close(reason, isRequested: true)
    }

    /// Reads the window and shows what is new.
    private func update() async throws {
        newest = try await read(window.audio[...], isFinal: false)
        let words = Array(stable.prefix(slidWords)) + newest
        timeline.update(words: words, timed: words.count, at: window.end)
    }

    private func close(_ reason: UtteranceEnd, isRequested: Bool = false) async throws {
        if !window.isRead || settings.beams > 1 {
            newest = window.isOpen ? try await read(window.finalAudio, isFinal: true) : []
        }
        timeline.close(
            words: Array(stable.prefix(slidWords)) + newest, at: window.end, reason: reason, isRequested: isRequested)
        window.close()
        newest = []
        slidWords = 0
    }

    /// Slides to the newest stable word, if that makes room; an utterance in which nothing is stable ends here.
    private func makeRoom() async throws {
        // The last word needs a little audio after it, or its own end would be read again.
        let slack = SampleCount(seconds: 0.3)
        guard let last = stable.last, last.span.end > window.start, last.span.end + slack < window.end else {
            return try await close(.endpoint)
        }
        window.slide(to: last.span.end)
        slidWords = stable.count
    }

    private func read(_ audio: ArraySlice<Int16>, isFinal: Bool) async throws -> [TranscribedWord] {
        let began = now()
        let (offset, onset, speech) = (window.start, window.onset, window.speech)
        let words = try await reader.words(audio, onset: onset, speech: speech, isFinal: isFinal)
        let cost = now() - began
        window.didRead(cost: SampleCount(seconds: cost.seconds * Self.margin))
        return words.map { word in
            let span = SpeechSpan(
                start: offset + SampleCount(word.span.start.samples), end: offset + SampleCount(word.span.end.samples))
            return TranscribedWord(text: word.text, span: span, confidence: word.confidence)
        }
    }

    /// Readings take at most four fifths of the time, so that a machine which is just fast enough catches up.
    private static let margin = 1.25
}

/// Reads stretches of audio. A session asks for one stretch at a time.
protocol WindowDecoder: Sendable {
    /// The words that are believed, with spans counted from the beginning of the audio.
    ///
    /// - Parameters:
    ///   - onset: samples to where speech begins.
    ///   - speech: how much of the audio is speech, from its first sound to its last.
    ///   - isFinal: whether the utterance is over.
    /// - Throws: the engine's error; `CancellationError` at once when cancelled.
    func words(_ audio: ArraySlice<Int16>, onset: Int, speech: SampleCount, isFinal: Bool) async throws
        -> [TranscribedWord]
}

/// Reads with libwhisper on a worker of its own and says what of it is believed.
final class WhisperWindowDecoder: WindowDecoder {
    private let decoder: WhisperDecoder
    private let guide: VocabularyGuide
    private let worker: SerialWorker
    private let check: HypothesisFilter
    private let record: @Sendable (Duration, SampleCount) -> Void

    init(
        decoder: WhisperDecoder, guide: VocabularyGuide, worker: SerialWorker, check: HypothesisFilter,
        record: @escaping @Sendable (Duration, SampleCount) -> Void
    ) {
        self.decoder = decoder
        self.guide = guide
        self.worker = worker
        self.check = check
        self.record = record
    }

    /// Cancelled, the caller goes on at once, and libwhisper stops at its next step: it asks after the encoder and
    /// after each token.
    func words(_ audio: ArraySlice<Int16>, onset: Int, speech: SampleCount, isFinal: Bool) async throws
        -> [TranscribedWord]
    {
        let abort = AbortFlag()
        let (decoder, guide, check, record) = (decoder, guide, check, record)
        return try await withTaskCancellationHandler {
            try await worker.run {
                let clock = ContinuousClock()
                let began = clock.now
                let reading = try decoder.read(audio, guide: guide, isFinal: isFinal, abort: abort)
                record(clock.now - began, SampleCount(audio.count))
                let words = reading.words(onset: onset)
                return check.doubt(reading, words: words, speech: speech) == nil ? words : []
            }
        } onCancel: {
            abort.raise()
        }
    }
}
