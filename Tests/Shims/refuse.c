// A system that refuses a call. `REFUSE` names the call: `getpwuid_r`, `posix_spawnp`, `fork` or
// `pthread_create`. Of the threads, counted from 0, those from `FROM` on are refused, or those up to `TO`.
#include "shim.h"

#include <pthread.h>
#include <pwd.h>
#include <spawn.h>

int getpwuid_r(uid_t user, struct passwd *entry, char *buffer, size_t size, struct passwd **result) {
  if (is_set_to("REFUSE", "getpwuid_r")) return ENOENT;
  return ORIGINAL(getpwuid_r)(user, entry, buffer, size, result);
}

int posix_spawnp(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[]) {
  if (is_set_to("REFUSE", "posix_spawnp")) return EAGAIN;
  return ORIGINAL(posix_spawnp)(process, path, actions, attributes, arguments, environment);
}

pid_t fork(void) {
  if (is_set_to("REFUSE", "fork")) return errno = EAGAIN, -1;
  return ORIGINAL(fork)();
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  static int count;
  int number = __sync_fetch_and_add(&count, 1);
  const char *from = getenv("FROM"), *to = getenv("TO");
  int is_in_range = from && number >= atoi(from) && (!to || number <= atoi(to));
  if (is_in_range && is_set_to("REFUSE", "pthread_create")) return EAGAIN;
  return ORIGINAL(pthread_create)(thread, attributes, start, argument);
}
