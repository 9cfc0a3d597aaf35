#ifndef BREWS_CWHISPER_SHIM_H
#define BREWS_CWHISPER_SHIM_H

/* Upstream's own header (MIT, The ggml authors), the same file that scripts/setup installs. The library is opened at run time. */
#include "whisper.h"

typedef __typeof__(whisper_version) *whisper_version_fn;
typedef __typeof__(whisper_log_set) *whisper_log_set_fn;
typedef __typeof__(whisper_context_default_params) *whisper_context_default_params_fn;
typedef __typeof__(whisper_init_from_file_with_params_no_state) *whisper_init_from_file_with_params_no_state_fn;
typedef __typeof__(whisper_init_state) *whisper_init_state_fn;
typedef __typeof__(whisper_free) *whisper_free_fn;
typedef __typeof__(whisper_free_state) *whisper_free_state_fn;
typedef __typeof__(whisper_n_vocab) *whisper_number_fn;
typedef __typeof__(whisper_tokenize) *whisper_tokenize_fn;
typedef __typeof__(whisper_lang_id) *whisper_lang_id_fn;
typedef __typeof__(whisper_token_eot) *whisper_token_fn;
typedef __typeof__(whisper_token_to_str) *whisper_token_to_str_fn;
typedef __typeof__(whisper_full_default_params) *whisper_full_default_params_fn;
typedef __typeof__(whisper_full_with_state) *whisper_full_with_state_fn;
typedef __typeof__(whisper_full_n_segments_from_state) *whisper_state_number_fn;
typedef __typeof__(whisper_full_n_tokens_from_state) *whisper_full_n_tokens_from_state_fn;
typedef __typeof__(whisper_full_get_token_data_from_state) *whisper_full_get_token_data_from_state_fn;
typedef __typeof__(whisper_full_get_segment_no_speech_prob_from_state) *whisper_segment_probability_fn;
typedef __typeof__(whisper_get_logits_from_state) *whisper_get_logits_from_state_fn;

#endif
