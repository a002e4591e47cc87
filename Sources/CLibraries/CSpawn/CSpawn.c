#define _GNU_SOURCE
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CSpawn.h"

const short cuebell_spawn_setsid = POSIX_SPAWN_SETSID;

int cuebell_spawn_close_from(void *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

int cuebell_fork(void) { return fork(); }

int cuebell_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int cuebell_process_descriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

static int limit_to(__rlimit_resource_t what, rlim_t soft, rlim_t hard) {
  struct rlimit limit;
  /* A process may only lower its limits. */
  if (getrlimit(what, &limit) != 0) return -1;
  if (hard < limit.rlim_max) limit.rlim_max = hard;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  return setrlimit(what, &limit);
}

int cuebell_contain(int parent, unsigned long cpu_seconds, unsigned long memory_bytes, unsigned long file_bytes) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) return -1;
  if (prctl(PR_SET_DUMPABLE, 0) != 0 || limit_to(RLIMIT_CORE, 0, 0) != 0) return -1;
  if (limit_to(RLIMIT_AS, memory_bytes, memory_bytes) != 0) return -1;
  if (limit_to(RLIMIT_FSIZE, file_bytes, file_bytes) != 0) return -1;
  /* At the hard limit the kernel kills without telling why, at the soft one it sends SIGXCPU. */
  return limit_to(RLIMIT_CPU, cpu_seconds, cpu_seconds + 1);
}
