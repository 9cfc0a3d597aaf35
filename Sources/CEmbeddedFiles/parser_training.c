#include "embedded_files.h"
#include "definition.h"

static const uint8_t parserTraining[] = {
#embed "../ParserTraining/training-en.json"
};
DEFINE_EMBEDDED_FILE(parserTraining)
