#ifndef BREWS_CSPEEXDSP_SHIM_H
#define BREWS_CSPEEXDSP_SHIM_H

#include <speex/speex_echo.h>

#endif
