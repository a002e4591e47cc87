// What the libraries of this folder share. Tests compile each of them and preload it into the command, where its
// functions replace those of the system. What they do is set by environment variables; a function whose variables are
// not set calls the original.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The original of `function`, with its type.
#define ORIGINAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

/// The mode that follows the flags of an `open`, where there is one.
#define MODE_AFTER(flags, mode) \
  int mode = 0; \
  if (flags & O_CREAT) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, int); \
    va_end(rest); \
  }

/// Whether an environment variable has this value.
static inline int is_set_to(const char *variable, const char *value) {
  const char *actual = getenv(variable);
  return actual && strcmp(actual, value) == 0;
}

/// Whether an environment variable names a file that exists.
static inline int exists(const char *variable) {
  const char *path = getenv(variable);
  return path && access(path, F_OK) == 0;
}

/// Appends a text to the file that an environment variable names, if it is set; creates the file.
static inline void append(const char *variable, const char *text) {
  const char *path = getenv(variable);
  if (!path) return;
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (write(file, text, strlen(text)) < 0) abort();
  close(file);
}

/// Sleeps for the microseconds in an environment variable, if it is set.
static inline void delay(const char *variable) {
  const char *microseconds = getenv(variable);
  if (microseconds) usleep(atoi(microseconds));
}

/// The path of an open file; empty if it has none.
static inline const char *path_of(int file, char path[4096]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long length = readlink(link, path, 4095);
  path[length < 0 ? 0 : length] = 0;
  return path;
}
