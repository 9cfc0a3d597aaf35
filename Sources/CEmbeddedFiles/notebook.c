#include "embedded_files.h"
#include "definition.h"

static const uint8_t defaultQuestions[] = {
#embed "../Notebook/default-questions.json"
};
DEFINE_EMBEDDED_FILE(defaultQuestions)
