#ifndef BREWS_CESPEAKNG_SHIM_H
#define BREWS_CESPEAKNG_SHIM_H

#include <espeak-ng/speak_lib.h>

#endif
