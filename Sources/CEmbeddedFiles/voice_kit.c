#include "embedded_files.h"
#include "definition.h"

static const uint8_t spokenNumbers[] = {
#embed "../VoiceKit/Numbers/spoken-numbers-en.json"
};
DEFINE_EMBEDDED_FILE(spokenNumbers)

static const uint8_t givenNames[] = {
#embed "../VoiceKit/Names/names-en.json"
};
DEFINE_EMBEDDED_FILE(givenNames)
