#include "embedded_files.h"
#include "definition.h"

static const uint8_t cafeMenu[] = {
#embed "../Ordering/Menu/BuiltIn/cafe.json"
};
DEFINE_EMBEDDED_FILE(cafeMenu)

static const uint8_t speechCorrections[] = {
#embed "../Ordering/Words/en-corrections.json"
};
DEFINE_EMBEDDED_FILE(speechCorrections)

static const uint8_t ownerEnglish[] = {
#embed "../Ordering/Menu/owner-en.json"
};
DEFINE_EMBEDDED_FILE(ownerEnglish)

static const uint8_t serviceWords[] = {
#embed "../Ordering/Words/service-words.json"
};
DEFINE_EMBEDDED_FILE(serviceWords)
