#include "embedded_files.h"
#include "definition.h"

static const uint8_t earcons[] = {
#embed "../Feedback/Earcons/earcons.json"
};
DEFINE_EMBEDDED_FILE(earcons)

static const uint8_t promptsEnglish[] = {
#embed "../Feedback/Language/en.json"
};
DEFINE_EMBEDDED_FILE(promptsEnglish)

static const uint8_t promptsSpanish[] = {
#embed "../Feedback/Language/es.json"
};
DEFINE_EMBEDDED_FILE(promptsSpanish)

static const uint8_t promptsFrench[] = {
#embed "../Feedback/Language/fr.json"
};
DEFINE_EMBEDDED_FILE(promptsFrench)

static const uint8_t promptsGerman[] = {
#embed "../Feedback/Language/de.json"
};
DEFINE_EMBEDDED_FILE(promptsGerman)
