package import Speech

/// One recognition: pulls frames, decodes the open utterance repeatedly, and returns results one by one.
package actor SegmentSession {
    private enum Phase {
        case running, finished
    }

    private static let block = SampleCount(seconds: 0.01).samples

    private let input: any AudioInput
    private let decoder: any SegmentDecoder
    private let settings: SegmentSettings
    private let now: @Sendable () -> Duration
    private var phase = Phase.running
    private var gate: any SpeechGate
    private var window: SpeechWindow
    private var timeline: ResultTimeline
    private var unfed: ArraySlice<Int16> = []
    /// Whether the utterance ends after the last sample of `unfed`.
    private var endsAfterUnfed = false
    /// Stable words of the open utterance; those before the window are no longer decoded.
    private var stable: [TranscribedWord] = []
    private var slidWords = 0
    /// Words of the newest hypothesis of the window.
    private var newest: [TranscribedWord] = []

    /// - Parameters:
    ///   - cost: usual duration of a decoding.
    ///   - now: current time.
    package init(
        input: any AudioInput, decoder: any SegmentDecoder, settings: SegmentSettings, gate: any SpeechGate,
        cost: Duration = .zero, now: @escaping @Sendable () -> Duration
    ) {
        self.input = input
        self.decoder = decoder
        self.settings = settings
        self.gate = gate
        self.now = now
        window = SpeechWindow(
            settings: settings, expectedCost: SampleCount(seconds: cost.seconds / settings.maxLoad))
        timeline = ResultTimeline(agreement: LocalAgreement(settings: settings.agreement))
    }

    package func next() async throws -> VoiceTranscriptionResult? {
        while true {
            try Task.checkCancellation()
            if let result = timeline.nextResult() {
                if !result.isVolatile { stable = result.utteranceEnd == nil ? stable + result.words : [] }
                return result
            }
            guard phase == .running else { return nil }
            if unfed.count >= Self.block {
                try await feed()
            } else if endsAfterUnfed {
                endsAfterUnfed = false
                try await end(.endpoint)
            } else if let frame = try await input.nextFrame() {
                unfed = unfed + frame.samples
                endsAfterUnfed = frame.endsUtterance
            } else {
                phase = .finished
                try await end(.endOfInput)
            }
        }
    }

    /// Processes blocks until an action is due.
    private func feed() async throws {
        while unfed.count >= Self.block {
            let block = unfed.prefix(Self.block)
            unfed = unfed.dropFirst(Self.block)
            switch window.process(block, isSpeech: gate.isSpeech(block)) {
            case .none: continue
            case .decode: try await update()
            case .close: try await close(.endpoint)
            case .makeRoom: try await makeRoom()
            }
            return
        }
    }

    /// Ends the utterance on request of the input, with the rest of a block.
    private func end(_ reason: UtteranceEnd) async throws {
        if !unfed.isEmpty { _ = window.process(unfed, isSpeech: window.isOpen) }
        unfed = []
        try await close(reason, isRequested: true)
    }

    /// Decodes the window and updates the results.
    private func update() async throws {
        newest = try await decode(window.audio[...], isFinal: false)
        let words = Array(stable.prefix(slidWords)) + newest
        timeline.update(words: words, timed: words.count, at: window.end)
    }

    private func close(_ reason: UtteranceEnd, isRequested: Bool = false) async throws {
        if !window.isDecoded || settings.decodesEndedUtterances {
            newest = window.isOpen ? try await decode(window.finalAudio, isFinal: true) : []
        }
        timeline.close(
            words: Array(stable.prefix(slidWords)) + newest, at: window.end, reason: reason, isRequested: isRequested)
        window.close()
        newest = []
        slidWords = 0
    }

    /// Slides to the newest stable word if that makes room; an utterance without stable words ends here.
    private func makeRoom() async throws {
        // The last word needs a little audio after it, or its own end would be decoded again.
        let wordEndMargin = SampleCount(seconds: 0.3)
        guard let last = stable.last, last.span.end > window.start, last.span.end + wordEndMargin < window.end else {
            return try await close(.endpoint)
        }
        window.slide(to: last.span.end)
        slidWords = stable.count
    }

    private func decode(_ audio: ArraySlice<Int16>, isFinal: Bool) async throws -> [TranscribedWord] {
        let began = now()
        let (offset, onset, speech) = (window.start, window.onset, window.speech)
        let words = try await decoder.words(audio, onset: onset, speech: speech, isFinal: isFinal)
        let cost = now() - began
        window.recordDecoding(cost: SampleCount(seconds: cost.seconds / settings.maxLoad))
        return words.map { $0.moved(by: offset) }
    }
}

/// A decoder of segments of audio. A session requests one segment at a time.
package protocol SegmentDecoder: Sendable {
    /// Returns the accepted words, with spans counted from the beginning of the audio.
    ///
    /// - Parameters:
    ///   - audio: samples at 16 kHz.
    ///   - onset: samples before the first speech.
    ///   - speech: time from the first sound to the last.
    ///   - isFinal: whether the utterance has ended.
    /// - Throws: the engine's error; `CancellationError` at once when cancelled.
    func words(_ audio: ArraySlice<Int16>, onset: Int, speech: SampleCount, isFinal: Bool) async throws
        -> [TranscribedWord]
}

extension TranscribedWord {
    /// Returns the word with its span, counted from the beginning of a segment, counted from that of the stream.
    ///
    /// - Parameter start: the segment's beginning.
    package func moved(by start: SamplePosition) -> TranscribedWord {
        let moved = SpeechSpan(
            start: start + SampleCount(span.start.samples), end: start + SampleCount(span.end.samples))
        return TranscribedWord(text: text, span: moved, confidence: confidence)
    }
}
