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

/* Has the disk take a stretch of a file, and waits for it if asked; glibc declares the call for GNU programs only. */
extern int sync_file_range(int file, long start, long count, unsigned flags);
static inline void cuebell_push(int file, long start, long count, int waits) {
  sync_file_range(file, start, count, waits ? 7 /* WAIT_BEFORE | WRITE | WAIT_AFTER */ : 2 /* WRITE */);
}

#endif
