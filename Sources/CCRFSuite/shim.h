#ifndef BREWS_CCRFSUITE_SHIM_H
#define BREWS_CCRFSUITE_SHIM_H

/* Upstream's own header, the same file as in the source that scripts/setup builds. The library is opened at run time. */
#include "crfsuite.h"

typedef __typeof__(crfsuite_create_instance) *crfsuite_create_instance_fn;
typedef __typeof__(crfsuite_create_instance_from_file) *crfsuite_create_instance_from_file_fn;

/** Gets each line that the trainer reports, without its line end, on the thread that trains. */
typedef struct {
    void *context;
    void (*line)(void *context, const char *line);
} crfsuite_listener_t;

/* Swift cannot take a va_list on every processor. */
static inline int crfsuite_listener_log(void *user, const char *format, va_list arguments)
{
    const crfsuite_listener_t *listener = (const crfsuite_listener_t *)user;
    char line[256];
    if (vsnprintf(line, sizeof line, format, arguments) > 0) listener->line(listener->context, line);
    return 0;
}

/** The listener must live as long as the trainer reports. */
static inline void crfsuite_listen(crfsuite_trainer_t *trainer, crfsuite_listener_t *listener)
{
    trainer->set_message_callback(trainer, listener, crfsuite_listener_log);
}

#endif
