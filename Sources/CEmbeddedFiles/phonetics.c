#include "embedded_files.h"
#include "definition.h"

static const uint8_t letterToSoundRules[] = {
#embed "../Phonetics/en-sounds.json"
};
DEFINE_EMBEDDED_FILE(letterToSoundRules)
