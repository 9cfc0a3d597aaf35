#ifndef BREWS_CPROCESS_SHIM_H
#define BREWS_CPROCESS_SHIM_H

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* prctl is variadic, which Swift cannot call. */
static inline int brews_set_dumpable(int is_dumpable) { return prctl(PR_SET_DUMPABLE, is_dumpable, 0, 0, 0); }
static inline int brews_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }

/* memfd_create(2), which the C library declares for GNU sources only; closed on exec. */
static inline int brews_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }

#endif
