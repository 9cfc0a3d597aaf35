#ifndef BREWS_IMPORTS_H
#define BREWS_IMPORTS_H

#include <stdbool.h>

/*
 * Has a library that is open call `function` where it calls `symbol`: writes the address into the library's table of imports
 * (System V ABI, "Procedure Linkage Table"). Other libraries and `dlsym` still find what they found before.
 *
 * library: from dlopen, with RTLD_NOW. A call that another thread makes at this moment is the one's or the other's.
 * False, and nothing changed: the library does not import the symbol so, or its table is read-only.
 */
bool brews_replace_import(void *library, const char *symbol, void *function);

#endif
