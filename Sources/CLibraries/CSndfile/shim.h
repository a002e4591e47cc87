#ifndef CUEBELL_CSNDFILE_SHIM_H
#define CUEBELL_CSNDFILE_SHIM_H

#include <sndfile.h>

#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Opens `path` below the folder `base`; a link may be followed as long as it stays below. glibc has no wrapper for
   this call. */
static inline int cuebell_open_beneath(int base, const char *path, int flags) {
  struct open_how how = {.flags = (unsigned)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, base, path, &how, sizeof how);
}

#endif
