#include "embedded_files.h"
#include "definition.h"

static const uint8_t numberWords[] = {
#embed "../SQLiteOrderStore/Privacy/number-words.json"
};
DEFINE_EMBEDDED_FILE(numberWords)
