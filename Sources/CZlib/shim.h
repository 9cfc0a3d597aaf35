#ifndef BREWS_CZLIB_SHIM_H
#define BREWS_CZLIB_SHIM_H

#include <zlib.h>

#endif
