#include "embedded_files.h"
#include "definition.h"

static const uint8_t modelCatalogue[] = {
#embed "../ModelCatalogue/catalogue.json"
};
DEFINE_EMBEDDED_FILE(modelCatalogue)
