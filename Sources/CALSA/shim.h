#ifndef BREWS_CALSA_SHIM_H
#define BREWS_CALSA_SHIM_H

#include <alsa/asoundlib.h>

/* ALSA prints its errors to standard error through a variadic callback, which Swift can neither write nor pass.
   Brews reports errors itself, so these two turn the printing off. */
static void brews_alsa_ignore(const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file; (void)line; (void)function; (void)code; (void)format;
}

static inline void brews_alsa_silence(void) {
    snd_lib_error_set_handler(brews_alsa_ignore);
}

#endif
