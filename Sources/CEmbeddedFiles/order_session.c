#include "embedded_files.h"
#include "definition.h"

static const uint8_t keywordsEnglish[] = {
#embed "../OrderSession/Confirmation/Keywords/en.json"
};
DEFINE_EMBEDDED_FILE(keywordsEnglish)

static const uint8_t keywordsSpanish[] = {
#embed "../OrderSession/Confirmation/Keywords/es.json"
};
DEFINE_EMBEDDED_FILE(keywordsSpanish)

static const uint8_t keywordsFrench[] = {
#embed "../OrderSession/Confirmation/Keywords/fr.json"
};
DEFINE_EMBEDDED_FILE(keywordsFrench)

static const uint8_t keywordsGerman[] = {
#embed "../OrderSession/Confirmation/Keywords/de.json"
};
DEFINE_EMBEDDED_FILE(keywordsGerman)

static const uint8_t keywordsKorean[] = {
#embed "../OrderSession/Confirmation/Keywords/ko.json"
};
DEFINE_EMBEDDED_FILE(keywordsKorean)
