#include "embedded_files.h"
#include "definition.h"

static const uint8_t parserLanguage[] = {
#embed "../OrderParsing/Language/en.json"
};
DEFINE_EMBEDDED_FILE(parserLanguage)

static const uint8_t shortForms[] = {
#embed "../OrderParsing/Language/short-forms-en.json"
};
DEFINE_EMBEDDED_FILE(shortForms)

static const uint8_t letterToSoundRules[] = {
#embed "../OrderParsing/Matching/en-sounds.json"
};
DEFINE_EMBEDDED_FILE(letterToSoundRules)
