#ifndef BREWS_CSAMPLERATE_SHIM_H
#define BREWS_CSAMPLERATE_SHIM_H

#include <samplerate.h>

#endif
