#include "embedded_files.h"
#include "definition.h"

static const uint8_t demonstrationBooks[] = {
#embed "../Catalogue/Demonstration/books.csv"
};
DEFINE_EMBEDDED_FILE(demonstrationBooks)
