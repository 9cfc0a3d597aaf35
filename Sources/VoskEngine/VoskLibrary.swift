internal import CVosk
internal import PlatformSupport

/// The functions of libvosk, resolved when the library is opened.
struct VoskLibrary: Sendable {
    // The function types come from CVosk's header, so a call cannot disagree with the prototype.
    let modelNew: vosk_model_new_fn
    let modelFree: vosk_model_free_fn
    let modelFindWord: vosk_model_find_word_fn
    let recognizerNew: vosk_recognizer_new_fn
    let recognizerNewGrammar: vosk_recognizer_new_grm_fn
    let recognizerSetWords: vosk_recognizer_set_words_fn
    let recognizerSetPartialWords: vosk_recognizer_set_partial_words_fn
    let recognizerAccept: vosk_recognizer_accept_waveform_s_fn
    let recognizerResult: vosk_recognizer_result_fn
    let recognizerPartialResult: vosk_recognizer_partial_result_fn
    let recognizerFinalResult: vosk_recognizer_final_result_fn
    let recognizerFree: vosk_recognizer_free_fn

    /// Library names, in the order in which they are tried.
    static let names = ["libvosk.so", "/usr/local/lib/libvosk.so"]

    /// Opens the library.
    ///
    /// - Throws: `VoskError.libraryMissing` when libvosk is not installed or has another version.
    static func open() throws(VoskError) -> VoskLibrary {
        do {
            let library = try DynamicLibrary(names)
            let setLogLevel = try library.function("vosk_set_log_level", as: vosk_set_log_level_fn.self)
            setLogLevel(-1)
            MatrixProducts.install(in: library)
            return VoskLibrary(
                modelNew: try library.function("vosk_model_new", as: vosk_model_new_fn.self),
                modelFree: try library.function("vosk_model_free", as: vosk_model_free_fn.self),
                modelFindWord: try library.function("vosk_model_find_word", as: vosk_model_find_word_fn.self),
                recognizerNew: try library.function("vosk_recognizer_new", as: vosk_recognizer_new_fn.self),
                recognizerNewGrammar: try library.function(
                    "vosk_recognizer_new_grm", as: vosk_recognizer_new_grm_fn.self),
                recognizerSetWords: try library.function(
                    "vosk_recognizer_set_words", as: vosk_recognizer_set_words_fn.self),
                recognizerSetPartialWords: try library.function(
                    "vosk_recognizer_set_partial_words", as: vosk_recognizer_set_partial_words_fn.self),
                recognizerAccept: try library.function(
                    "vosk_recognizer_accept_waveform_s", as: vosk_recognizer_accept_waveform_s_fn.self),
                recognizerResult: try library.function("vosk_recognizer_result", as: vosk_recognizer_result_fn.self),
                recognizerPartialResult: try library.function(
                    "vosk_recognizer_partial_result", as: vosk_recognizer_partial_result_fn.self),
                recognizerFinalResult: try library.function(
                    "vosk_recognizer_final_result", as: vosk_recognizer_final_result_fn.self),
                recognizerFree: try library.function("vosk_recognizer_free", as: vosk_recognizer_free_fn.self))
        } catch {
            throw .libraryMissing(reason: error.reason)
        }
    }
}

/// An error of the Vosk engine. Each case names the failed step.
public enum VoskError: Error, Equatable, Sendable {
    /// libvosk cannot be opened; `reason` is the loader's message.
    case libraryMissing(reason: String)
    /// `vosk_model_new` rejected the directory.
    case modelRefused(directory: String)
    /// The model was trained for `model` hertz, but Brews requires `required` hertz.
    case sampleRateMismatch(model: Int, required: Int)
    /// A grammar was given to a model with a static decoding graph.
    case grammarNotSupported
    /// A file of the decoding graph cannot be read, or the graph of a menu cannot be written.
    case graphUnreadable(file: String, reason: String)
    /// `vosk_recognizer_new` or `vosk_recognizer_new_grm` returned no recogniser.
    case recognizerRefused
    /// The loaded model does not recognise the text of its own test recording.
    case selfTestFailed(heard: String, expected: String)
    /// `vosk_recognizer_accept_waveform_s` failed on `samples` samples.
    case decodingFailed(samples: Int)
}
