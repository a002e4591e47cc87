// A call that never returns. `HANG` names it: `stdout` (writing to it), or `open`, `write` or `sync` of the history.
// The file named by `HANGING` is created when the call hangs.
#include "shim.h"

static void hang_if(int matches, const char *call) {
  if (!matches || !is_set_to("HANG", call)) return;
  append("HANGING", "");
  for (;;) pause();
}

static int is_history(const char *path) { return strstr(path, "history.sqlite") != 0; }

static int is_history_file(int file) {
  char path[4096];
  return is_history(path_of(file, path));
}

ssize_t write(int file, const void *bytes, size_t count) {
  hang_if(file == STDOUT_FILENO, "stdout");
  return ORIGINAL(write)(file, bytes, count);
}

int open64(const char *path, int flags, ...) {
  MODE_AFTER(flags, mode)
  hang_if(is_history(path), "open");
  return ORIGINAL(open64)(path, flags, mode);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  hang_if(is_history_file(file), "write");
  return ORIGINAL(pwrite64)(file, bytes, count, offset);
}

int fdatasync(int file) {
  hang_if(is_history_file(file), "sync");
  return ORIGINAL(fdatasync)(file);
}
