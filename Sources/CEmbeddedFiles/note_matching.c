#include "embedded_files.h"
#include "definition.h"

static const uint8_t noteWords[] = {
#embed "../NoteMatching/words-en.json"
};
DEFINE_EMBEDDED_FILE(noteWords)
