#ifndef BREWS_DEFINITION_H
#define BREWS_DEFINITION_H

/* #embed is of C23, which Clang has as an extension of older C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* Defines what EMBEDDED_FILE declares, from an array of the same name. */
#define DEFINE_EMBEDDED_FILE(name) \
    struct EmbeddedFile brews_embedded_##name(void) { return (struct EmbeddedFile){name, sizeof name}; }

#endif
