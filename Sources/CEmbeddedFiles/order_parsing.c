#include "embedded_files.h"
#include "definition.h"

static const uint8_t parserEnglish[] = {
#embed "../OrderParsing/Language/en.json"
};
DEFINE_EMBEDDED_FILE(parserEnglish)

static const uint8_t parserGerman[] = {
#embed "../OrderParsing/Language/de.json"
};
DEFINE_EMBEDDED_FILE(parserGerman)

static const uint8_t parserKorean[] = {
#embed "../OrderParsing/Language/ko.json"
};
DEFINE_EMBEDDED_FILE(parserKorean)

static const uint8_t shortForms[] = {
#embed "../OrderParsing/Language/short-forms-en.json"
};
DEFINE_EMBEDDED_FILE(shortForms)

static const uint8_t menuSearchEnglish[] = {
#embed "../OrderParsing/Language/menu-search-en.json"
};
DEFINE_EMBEDDED_FILE(menuSearchEnglish)
