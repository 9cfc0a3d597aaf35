#include "embedded_files.h"
#include "definition.h"

static const uint8_t transcriptLanguage[] = {
#embed "../Transcription/Language/en.json"
};
DEFINE_EMBEDDED_FILE(transcriptLanguage)

static const uint8_t completionPatterns[] = {
#embed "../Transcription/Language/completion.json"
};
DEFINE_EMBEDDED_FILE(completionPatterns)

static const uint8_t modifierIcons[] = {
#embed "../Transcription/Language/icons.json"
};
DEFINE_EMBEDDED_FILE(modifierIcons)
