#ifndef BREWS_CVOSK_SHIM_H
#define BREWS_CVOSK_SHIM_H

/* Ours, and the same file that scripts/setup installs. The library itself is opened at run time. */
#include "vosk_api.h"

#endif
