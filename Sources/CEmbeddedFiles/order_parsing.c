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

static const uint8_t closedClassWords[] = {
#embed "../OrderParsing/Learned/closed-class-words-en.json"
};
DEFINE_EMBEDDED_FILE(closedClassWords)

static const uint8_t parserModel[] = {
#embed "../OrderParsing/Learned/parser.model"
};
DEFINE_EMBEDDED_FILE(parserModel)
