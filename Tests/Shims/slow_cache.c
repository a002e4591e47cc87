// A slow disk under the speech cache: each call of the function named by `SLOW` that concerns a cached phrase appends a
// dot to the file `CALLS` and takes `MICROSECONDS` longer.
#include "shim.h"

static void slow_down(const char *function, const char *path) {
  const char *name = strrchr(path, '/');
  if (!strstr(path, "/cuebell/speech/") || !is_set_to("SLOW", function)) return;
  // The name of a phrase is hexadecimal; that of an unfinished file has a dot in it.
  if (strspn(name + 1, "0123456789abcdef") != strlen(name + 1)) return;
  append("CALLS", ".");
  delay("MICROSECONDS");
}

int open(const char *path, int flags, ...) {
  MODE_AFTER(flags, mode)
  slow_down("open", path);
  return ORIGINAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_AFTER(flags, mode)
  slow_down("open", path);
  return ORIGINAL(open64)(path, flags, mode);
}

int rename(const char *from, const char *to) {
  slow_down("rename", to);
  return ORIGINAL(rename)(from, to);
}

int unlink(const char *path) {
  slow_down("unlink", path);
  return ORIGINAL(unlink)(path);
}
