#ifndef BREWS_CWHISPER_GGML_H
#define BREWS_CWHISPER_GGML_H

/* The three types of ggml that whisper.h speaks of; the rest of ggml is the library's own affair. */

#include <stdbool.h>

enum ggml_log_level {
    GGML_LOG_LEVEL_NONE  = 0,
    GGML_LOG_LEVEL_DEBUG = 1,
    GGML_LOG_LEVEL_INFO  = 2,
    GGML_LOG_LEVEL_WARN  = 3,
    GGML_LOG_LEVEL_ERROR = 4,
    GGML_LOG_LEVEL_CONT  = 5,
};

typedef void (*ggml_log_callback)(enum ggml_log_level level, const char *text, void *user_data);
typedef bool (*ggml_abort_callback)(void *data);

#endif
