#ifndef CUEBELL_CESPEAK_SHIM_H
#define CUEBELL_CESPEAK_SHIM_H

#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>

#include <math.h>

/* The part of glibc's Dl_info that matters; it shows the type, and the call, to GNU programs only. */
struct cuebell_library_info { const char *path; void *base; const char *symbol; void *address; };
extern int cuebell_dladdr(const void *address, struct cuebell_library_info *info) __asm__("dladdr");

/* The path of the library that has something at `address`; NULL where there is none. */
static inline const char *cuebell_library(const void *address) {
  struct cuebell_library_info info = {0};
  return cuebell_dladdr(address, &info) != 0 ? info.path : (const char *)0;
}

/* The path of the library of mathematics; NULL where it is part of the program. */
static inline const char *cuebell_mathematics(void) { return cuebell_library((const void *)&sin); }

#endif
