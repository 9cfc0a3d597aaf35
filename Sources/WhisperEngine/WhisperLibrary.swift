internal import CWhisper
internal import PlatformSupport

/// The functions of libwhisper, resolved when the library is opened.
struct WhisperLibrary: Sendable {
    // The function types come from CWhisper's header, so a call cannot disagree with the prototype.
    let contextDefaultParams: whisper_context_default_params_fn
    let initFromFile: whisper_init_from_file_with_params_no_state_fn
    let initState: whisper_init_state_fn
    let free: whisper_free_fn
    let freeState: whisper_free_state_fn
    let vocabularySize: whisper_number_fn
    let audioContext: whisper_number_fn
    let textContext: whisper_number_fn
    let isMultilingual: whisper_number_fn
    let tokenize: whisper_tokenize_fn
    let languageID: whisper_lang_id_fn
    let endOfText: whisper_token_fn
    let tokenText: whisper_token_to_str_fn
    let fullDefaultParams: whisper_full_default_params_fn
    let full: whisper_full_with_state_fn
    let segmentCount: whisper_state_number_fn
    let tokenCount: whisper_full_n_tokens_from_state_fn
    let tokenData: whisper_full_get_token_data_from_state_fn
    let noSpeechProbability: whisper_segment_probability_fn
    let logits: whisper_get_logits_from_state_fn
    /// The library's version, for example `1.8.5`.
    let version: String

    /// Opens the library.
    ///
    /// - Throws: `WhisperError.libraryMissing` when libwhisper is not installed or has another interface.
    static func open() throws(WhisperError) -> WhisperLibrary {
        let library: WhisperLibrary
        do {
            let handle = try DynamicLibrary(["libwhisper.so.1", "/usr/local/lib/libwhisper.so.1", "libwhisper.so"])
            WhisperLog.redirect(try handle.function("whisper_log_set", as: whisper_log_set_fn.self))
            let version = try handle.function("whisper_version", as: whisper_version_fn.self)
            library = WhisperLibrary(
                contextDefaultParams: try handle.function(
                    "whisper_context_default_params", as: whisper_context_default_params_fn.self),
                initFromFile: try handle.function(
                    "whisper_init_from_file_with_params_no_state",
                    as: whisper_init_from_file_with_params_no_state_fn.self),
                initState: try handle.function("whisper_init_state", as: whisper_init_state_fn.self),
                free: try handle.function("whisper_free", as: whisper_free_fn.self),
                freeState: try handle.function("whisper_free_state", as: whisper_free_state_fn.self),
                vocabularySize: try handle.function("whisper_n_vocab", as: whisper_number_fn.self),
                audioContext: try handle.function("whisper_n_audio_ctx", as: whisper_number_fn.self),
                textContext: try handle.function("whisper_n_text_ctx", as: whisper_number_fn.self),
                isMultilingual: try handle.function("whisper_is_multilingual", as: whisper_number_fn.self),
                tokenize: try handle.function("whisper_tokenize", as: whisper_tokenize_fn.self),
                languageID: try handle.function("whisper_lang_id", as: whisper_lang_id_fn.self),
                endOfText: try handle.function("whisper_token_eot", as: whisper_token_fn.self),
                tokenText: try handle.function("whisper_token_to_str", as: whisper_token_to_str_fn.self),
                fullDefaultParams: try handle.function(
                    "whisper_full_default_params", as: whisper_full_default_params_fn.self),
                full: try handle.function("whisper_full_with_state", as: whisper_full_with_state_fn.self),
                segmentCount: try handle.function(
                    "whisper_full_n_segments_from_state", as: whisper_state_number_fn.self),
                tokenCount: try handle.function(
                    "whisper_full_n_tokens_from_state", as: whisper_full_n_tokens_from_state_fn.self),
                tokenData: try handle.function(
                    "whisper_full_get_token_data_from_state", as: whisper_full_get_token_data_from_state_fn.self),
                noSpeechProbability: try handle.function(
                    "whisper_full_get_segment_no_speech_prob_from_state", as: whisper_segment_probability_fn.self),
                logits: try handle.function("whisper_get_logits_from_state", as: whisper_get_logits_from_state_fn.self),
                version: version().map { String(cString: $0) } ?? "unknown")
        } catch {
            throw .libraryMissing(reason: error.reason)
        }
        guard library.hasExpectedLayout else {
            throw .libraryMissing(
                reason: "version \(library.version) has another interface than 1.8.5, for which this program was made")
        }
        return library
    }

    /// Whether the library's parameter structures match our header. They are passed by value and grow from version to
    /// version. Documented default values at the offsets of our header, up to the last field, show that the layout is
    /// the same.
    private var hasExpectedLayout: Bool {
        let context = contextDefaultParams()
        let full = fullDefaultParams(WHISPER_SAMPLING_GREEDY)
        return context.dtw_n_top == -1 && context.dtw_mem_size == 128 << 20
            && full.n_max_text_ctx == 16_384 && full.entropy_thold == 2.4 && full.logprob_thold == -1
            && full.no_speech_thold == 0.6
            && full.beam_search.patience == -1 && full.grammar_rules == nil && full.grammar_penalty == 100
            && full.vad_params.threshold == 0.5 && full.vad_params.min_speech_duration_ms == 250
            && full.vad_params.speech_pad_ms == 30
    }
}
