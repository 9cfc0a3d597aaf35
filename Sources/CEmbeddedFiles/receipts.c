#include "embedded_files.h"
#include "definition.h"

static const uint8_t receiptWords[] = {
#embed "../Receipts/words.json"
};
DEFINE_EMBEDDED_FILE(receiptWords)
