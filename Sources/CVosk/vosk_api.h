/*
 * The part of libvosk 0.3.45's C interface that Brews uses.
 *
 * Written for Brews from the behaviour of the library; it is not upstream's
 * header. It declares less than the library exports: speaker models, batch
 * decoding, graphics processors and NLSML output are not needed, and
 * `vosk_recognizer_set_grm` is left out on purpose (see
 * `vosk_recognizer_new_grm`).
 *
 * Rules that hold for every function here
 *
 * - The library checks almost no argument. A null handle, an already freed
 *   handle, a null string or a grammar that is not one ends the process; none
 *   of them is an error value. Only the returns marked nullable can be NULL,
 *   and NULL means failure.
 * - Strings are UTF-8 and end with NUL. What goes in is copied before the
 *   function returns.
 * - Only the functions that make something and the ones that accept audio
 *   contain a C++ exception. Others end the process where one escapes, and
 *   damaged model files can do so in any of them: check a model's files
 *   before handing its folder over.
 * - Nothing here can be cancelled or given a deadline.
 */

#ifndef BREWS_VOSK_API_H
#define BREWS_VOSK_API_H

#if defined(__clang__)
#define VOSK_NULLABLE _Nullable
#pragma clang assume_nonnull begin
#else
#define VOSK_NULLABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The acoustic model, the dictionary and the graph or the parts it is built from.
 *
 * Read-only once loaded: any number of recognizers, on any threads, may share
 * one. It counts its users, and every recognizer is one of them.
 */
typedef struct VoskModel VoskModel;

/**
 * The decoding of one stream of audio.
 *
 * Belongs to one thread at a time: calls on the same recognizer must not
 * overlap, and the library does not look. Different recognizers are
 * independent of each other.
 */
typedef struct VoskRecognizer VoskRecognizer;

/**
 * Loads a model. Blocks while it reads the files, which takes from tens of
 * milliseconds to seconds.
 *
 * @param model_path The model's folder (the one with `am/` or `final.mdl`).
 * @return A model owned by the caller, or NULL when the folder is not there or
 *     a file in it could not be read. Some damaged files are not noticed here
 *     and end the process later, and some load in silence and recognise
 *     nothing: NULL is not a check of the model.
 */
VoskModel *VOSK_NULLABLE vosk_model_new(const char *model_path);

/**
 * Gives up the caller's share of a model. The memory goes when the last
 * recognizer made from it is freed too, so the order of freeing is free.
 */
void vosk_model_free(VoskModel *model);

/**
 * Looks a word up in the model's dictionary. Safe from several threads.
 *
 * @param word One word in the dictionary's spelling: lower case in the usual
 *     English models, and never several words with spaces.
 * @return The word's number, 0 or more, or -1 when the model does not know it.
 */
int vosk_model_find_word(VoskModel *model, const char *word);

/**
 * Makes a recognizer over the model's own language model.
 *
 * @param model Shared, not taken over.
 * @param sample_rate Samples per second of the audio to come, in hertz. Must
 *     be a real rate such as 8000 or 16000: with 0 the library loops for ever,
 *     a negative one is accepted, and nothing compares it with the rate the
 *     model was trained on.
 * @return A recognizer owned by the caller, or NULL.
 */
VoskRecognizer *VOSK_NULLABLE vosk_recognizer_new(VoskModel *model, float sample_rate);

/**
 * Makes a recognizer that hears only the phrases given.
 *
 * Needs a model with a run-time graph (`graph/HCLr.fst` and `graph/Gr.fst`).
 * With a static graph (`graph/HCLG.fst`) the grammar is ignored, with a line on
 * standard error, and the recognizer hears everything.
 *
 * There is no declaration of `vosk_recognizer_set_grm`, which changes the
 * phrases of a living recognizer: when it refuses a grammar, the recognizer
 * goes on with a graph that was already freed. To change the phrases, free the
 * recognizer and make another one, which takes milliseconds.
 *
 * @param sample_rate As in `vosk_recognizer_new`.
 * @param grammar A JSON array of phrases, words separated by one space, for
 *     example `["one flat white", "two", "[unk]"]`. `[unk]` stands for any
 *     other speech; without it such speech is forced onto one of the phrases.
 *     A word that the model does not know is dropped from its phrase with only
 *     a line on standard error: ask `vosk_model_find_word` beforehand. Encode
 *     the array from typed values and never let it be empty: text that is not
 *     a JSON array, and also `[]`, is a segmentation fault.
 * @return A recognizer owned by the caller, or NULL when an element of the
 *     array is not a string.
 */
VoskRecognizer *VOSK_NULLABLE vosk_recognizer_new_grm(
    VoskModel *model, float sample_rate, const char *grammar);

/**
 * Chooses how many readings of an utterance the results carry.
 *
 * @param max_alternatives 0, the default, gives one reading with a confidence
 *     from 0 to 1 for every word. From 1 on, the results have another shape,
 *     an `alternatives` array, whose confidences are weights without an upper
 *     bound and belong to a reading instead of a word.
 */
void vosk_recognizer_set_max_alternatives(VoskRecognizer *recognizer, int max_alternatives);

/**
 * Adds the words with their times, in seconds since the recognizer was made,
 * to `vosk_recognizer_result` and `vosk_recognizer_final_result`.
 *
 * @param words 1 for yes; 0, the default, for no.
 */
void vosk_recognizer_set_words(VoskRecognizer *recognizer, int words);

/**
 * Adds the words with their times to `vosk_recognizer_partial_result`. Costs
 * time with each partial result.
 *
 * @param partial_words 1 for yes; 0, the default, for no.
 */
void vosk_recognizer_set_partial_words(VoskRecognizer *recognizer, int partial_words);

/**
 * Decodes the next stretch of audio. Blocks for as long as that takes.
 *
 * @param data Signed 16-bit mono samples in the machine's byte order, at the
 *     recognizer's rate. Copied.
 * @param length The number of samples (not of bytes). 0 is allowed; a negative
 *     number ends the process.
 * @return 1 when the utterance has ended and `vosk_recognizer_result` has its
 *     text, 0 when it goes on and `vosk_recognizer_partial_result` has what is
 *     known, -1 when decoding failed and the recognizer should be thrown away.
 */
int vosk_recognizer_accept_waveform_s(
    VoskRecognizer *recognizer, const short *data, int length);

/**
 * The text of the utterance that has just ended, and a fresh start for the next.
 *
 * Call it once after `vosk_recognizer_accept_waveform_s` returned 1. Called at
 * another moment it cuts the utterance there.
 *
 * @return A JSON object such as
 *     `{"result": [{"conf": 1.0, "start": 0.12, "end": 0.48, "word": "two"}], "text": "two"}`,
 *     `result` only when words were asked for and heard. The string belongs to
 *     the recognizer and is good until the next call of any kind on it: copy it.
 */
const char *vosk_recognizer_result(VoskRecognizer *recognizer);

/**
 * What has been heard of the utterance so far. All of it may still change.
 *
 * @return A JSON object with `partial` (and `partial_result` when partial
 *     words were asked for). Owned and lasting as with `vosk_recognizer_result`.
 */
const char *vosk_recognizer_partial_result(VoskRecognizer *recognizer);

/**
 * The text of all audio not yet reported, for the end of the input.
 *
 * Decodes the frames that still waited for context, so the last word of a
 * recording without trailing silence is in here and nowhere else.
 *
 * @return As `vosk_recognizer_result`.
 */
const char *vosk_recognizer_final_result(VoskRecognizer *recognizer);

/**
 * Throws the current utterance away. Word times go on counting.
 */
void vosk_recognizer_reset(VoskRecognizer *recognizer);

/**
 * Frees a recognizer. No string got from it may be used afterwards.
 */
void vosk_recognizer_free(VoskRecognizer *recognizer);

/**
 * Sets how much the library writes to standard error, for the whole process.
 *
 * Not synchronised: call it once, before the first model is loaded.
 *
 * @param log_level Below 0 only errors, 0 (the default) also information and
 *     warnings, above 0 ever more detail.
 */
void vosk_set_log_level(int log_level);

/*
 * The type of a pointer to each function, for use with `dlsym`.
 *
 * Brews opens libvosk at run time, so that a machine without it gets a
 * sentence and not an error of the loader. Taking the types from the
 * prototypes keeps the two from drifting apart.
 */
typedef __typeof__(vosk_model_new) *vosk_model_new_fn;
typedef __typeof__(vosk_model_free) *vosk_model_free_fn;
typedef __typeof__(vosk_model_find_word) *vosk_model_find_word_fn;
typedef __typeof__(vosk_recognizer_new) *vosk_recognizer_new_fn;
typedef __typeof__(vosk_recognizer_new_grm) *vosk_recognizer_new_grm_fn;
typedef __typeof__(vosk_recognizer_set_max_alternatives) *vosk_recognizer_set_max_alternatives_fn;
typedef __typeof__(vosk_recognizer_set_words) *vosk_recognizer_set_words_fn;
typedef __typeof__(vosk_recognizer_set_partial_words) *vosk_recognizer_set_partial_words_fn;
typedef __typeof__(vosk_recognizer_accept_waveform_s) *vosk_recognizer_accept_waveform_s_fn;
typedef __typeof__(vosk_recognizer_result) *vosk_recognizer_result_fn;
typedef __typeof__(vosk_recognizer_partial_result) *vosk_recognizer_partial_result_fn;
typedef __typeof__(vosk_recognizer_final_result) *vosk_recognizer_final_result_fn;
typedef __typeof__(vosk_recognizer_reset) *vosk_recognizer_reset_fn;
typedef __typeof__(vosk_recognizer_free) *vosk_recognizer_free_fn;
typedef __typeof__(vosk_set_log_level) *vosk_set_log_level_fn;

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
