#include "embedded_files.h"
#include "definition.h"

static const uint8_t phoneBigram[] = {
#embed "../WakeWord/Spotting/phone-bigram.json"
};
DEFINE_EMBEDDED_FILE(phoneBigram)

static const uint8_t commonWords[] = {
#embed "../WakeWord/Spotting/common-words.txt"
};
DEFINE_EMBEDDED_FILE(commonWords)
