#include "embedded_files.h"
#include "definition.h"

static const uint8_t searchEnglish[] = {
#embed "../VoiceSearch/Query/search-en.json"
};
DEFINE_EMBEDDED_FILE(searchEnglish)
