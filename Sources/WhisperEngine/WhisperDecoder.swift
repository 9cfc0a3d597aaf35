internal import CWhisper
internal import PlatformSupport
internal import SegmentStreaming
internal import Speech

/// A decoder state of libwhisper for one recognition. It exists only with a valid handle, so no call can pass NULL.
///
/// Not thread-safe: its owner calls it from one serial worker.
final class WhisperDecoder: @unchecked Sendable {
    // Sendable: passed to its owner's SerialWorker, the only caller of its methods.
    private let model: WhisperModel
    private let state: OpaquePointer
    private let settings: WhisperSettings

    /// Creates a state.
    ///
    /// - Throws: `WhisperError.stateRefused` when memory is short.
    init(model: WhisperModel, settings: WhisperSettings) throws(WhisperError) {
        guard let state = model.library.initState(model.context) else { throw .stateRefused }
        self.model = model
        self.state = state
        self.settings = settings
    }

    deinit { model.library.freeState(state) }

    /// Shortest audio that is decoded: libwhisper rejects less than 100 ms.
    static let minSamples = SampleCount(seconds: 0.1).samples
    /// Length to which shorter audio is padded with silence, because libwhisper mirrors the first 200 samples without
    /// checking that they exist.
    private static let paddedSamples = SampleCount(seconds: 0.3).samples
    /// Samples per encoder position, 20 ms.
    static let samplesPerPosition = 320
    private static let contextStep = 64

    /// Decodes audio (`whisper_full_with_state`).
    ///
    /// - Parameters:
    ///   - samples: at most `WhisperModel.longestAudio`; less than 0.1 s gives no words.
    ///   - guide: prompt or grammar.
    ///   - isFinal: whether the utterance has ended, so that beam search may be used.
    ///   - abort: polled after each step of encoder and decoder; when raised, the call throws `CancellationError`.
    /// - Throws: `WhisperError.decodingFailed` or `.utteranceTooLong`, or `CancellationError`.
    func decode(_ samples: ArraySlice<Int16>, guide: VocabularyGuide, isFinal: Bool, abort: AbortFlag) throws
        -> SegmentHypothesis
    {
        guard samples.count >= Self.minSamples else { return SegmentHypothesis() }
        guard samples.count <= model.longestAudio.samples else {
            throw WhisperError.utteranceTooLong(samples: samples.count, limit: model.longestAudio.samples)
        }
        var audio = samples.map { Float($0) / 32_768 }
        if audio.count < Self.paddedSamples { audio += repeatElement(0, count: Self.paddedSamples - audio.count) }
        let callbacks = DecodingCallbacks(
            abort: abort, limit: maxTokens(samples: audio.count), model: model, bias: guide.bias)
        let status = withExtendedLifetime((callbacks, guide)) {
            settings.language.withCString { language in
                guide.tokens.withUnsafeBufferPointer { prompt in
                    var parameters = parameters(samples: audio.count, isFinal: isFinal)
                    parameters.language = language
                    parameters.prompt_tokens = prompt.isEmpty ? nil : prompt.baseAddress
                    parameters.prompt_n_tokens = Int32(prompt.count)
                    guide.grammar?.apply(to: &parameters)
                    callbacks.install(in: &parameters)
                    return audio.withUnsafeBufferPointer { buffer in
                        buffer.baseAddress.map {
                            model.library.full(model.context, state, parameters, $0, Int32(buffer.count))
                        } ?? 0
                    }
                }
            }
        }
        if abort.isRaised { throw CancellationError() }
        guard status == 0 else { throw WhisperError.decodingFailed(code: Int(status), samples: samples.count) }
        var hypothesis = hypothesis(samples: samples.count)
        hypothesis.isValid = callbacks.isOutputValid
        return hypothesis
    }

    private func parameters(samples: Int, isFinal: Bool) -> whisper_full_params {
        let beams = isFinal ? settings.beams : 1
        var parameters = model.library.fullDefaultParams(
            beams > 1 ? WHISPER_SAMPLING_BEAM_SEARCH : WHISPER_SAMPLING_GREEDY)
        parameters.n_threads = Int32(settings.threads)
        parameters.no_context = true
        parameters.no_timestamps = true
        parameters.single_segment = true
        parameters.print_progress = false
        parameters.print_realtime = false
        parameters.print_timestamps = false
        parameters.temperature = 0
        parameters.temperature_inc = 0
        parameters.greedy.best_of = 1
        parameters.beam_search.beam_size = Int32(beams)
        // Blank suppression would forbid an empty transcript, which is the right one for noise.
        parameters.suppress_blank = false
        parameters.suppress_nst = true
        // `HypothesisFilter` decides alone what is rejected.
        parameters.no_speech_thold = 2
        let positions = samples / Self.samplesPerPosition + 1
        let wanted = max(settings.minAudioContext ?? model.minAudioContext, positions)
        parameters.audio_ctx = Int32(
            min((wanted + Self.contextStep - 1) / Self.contextStep * Self.contextStep, model.audioContext))
        return parameters
    }

    /// Largest number of tokens that can be spoken in this time. A looping model is stopped there.
    private func maxTokens(samples: Int) -> Int {
        let minimum = 12, perSecond = 12
        return min(minimum + perSecond * samples / SampleRate.speech, model.textContext / 2 - 8)
    }

    private func hypothesis(samples: Int) -> SegmentHypothesis {
        let library = model.library
        let endOfText = library.endOfText(model.context)
        var tokens: [SegmentHypothesis.Token] = []
        var noSpeech = 0.0
        for segment in 0..<library.segmentCount(state) {
            noSpeech = max(noSpeech, Double(library.noSpeechProbability(state, segment)))
            for index in 0..<library.tokenCount(state, segment) {
                let data = library.tokenData(state, segment, index)
                guard data.id < endOfText, let text = library.tokenText(model.context, data.id) else { continue }
                tokens.append(
                    SegmentHypothesis.Token(
                        bytes: WhisperModel.bytes(text),
                        logProbability: min(0, Double(data.plog)),
                        end: data.t_dtw < 0 ? nil : Int(data.t_dtw) * SampleRate.speech / 100))
            }
        }
        return SegmentHypothesis(
            tokens: tokens, noSpeech: noSpeech, samples: samples, language: settings.language)
    }
}
