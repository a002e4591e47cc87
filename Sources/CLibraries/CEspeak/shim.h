#ifndef CUEBELL_CESPEAK_SHIM_H
#define CUEBELL_CESPEAK_SHIM_H

#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>

#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Swift hides fork() because other threads don't survive it; the speech worker has one thread that matters. */
static inline pid_t cuebell_fork(void) { return fork(); }

/* The environment is a mutable global, which Swift's checks refuse to read. */
extern char **environ;
static inline char **cuebell_environment(void) { return environ; }

/* Has a new process start with no descriptor from `first` on; glibc declares the call for GNU programs only. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
static inline int cuebell_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

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

/* A file without a name in memory, closed in programs that are started; glibc declares the call for GNU programs only. */
extern int memfd_create(const char *name, unsigned int flags);
static inline int cuebell_memory_file(const char *name) { return memfd_create(name, 1U /* MFD_CLOEXEC */); }

static inline int cuebell_limit(__rlimit_resource_t what, rlim_t soft, rlim_t hard) {
  struct rlimit limit;
  /* A process may only lower its limits. */
  if (getrlimit(what, &limit) != 0) return -1;
  if (hard < limit.rlim_max) limit.rlim_max = hard;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  return setrlimit(what, &limit);
}

/* Bounds what a forked copy may use, forbids it core dumps and files over a size, and has it die with `parent`.
   Returns 0, or -1 where a limit could not be set or the parent is gone already. */
static inline int cuebell_contain(pid_t parent, rlim_t cpu_seconds, rlim_t memory_bytes, rlim_t file_bytes) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) return -1;
  if (prctl(PR_SET_DUMPABLE, 0) != 0 || cuebell_limit(RLIMIT_CORE, 0, 0) != 0) return -1;
  if (cuebell_limit(RLIMIT_AS, memory_bytes, memory_bytes) != 0) return -1;
  if (cuebell_limit(RLIMIT_FSIZE, file_bytes, file_bytes) != 0) return -1;
  /* At the hard limit the kernel kills without telling why, at the soft one it sends SIGXCPU. */
  return cuebell_limit(RLIMIT_CPU, cpu_seconds, cpu_seconds + 1);
}

#endif
