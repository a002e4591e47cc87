// A disk that loses everything but what was synced: each successful sync of a file of the history leaves a copy of what
// the file held when the sync began, under the file's name and `.synced`.
#include "shim.h"

static int sync_and_copy(int file, int (*sync)(int)) {
  char path[4096], part[4200], copy[4200];
  if (!strstr(path_of(file, path), "history.sqlite")) return sync(file);
  snprintf(part, sizeof part, "%s.part%d", path, (int)gettid());
  snprintf(copy, sizeof copy, "%s.synced", path);
  int from = open(path, O_RDONLY), to = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  char bytes[65536];
  long count;
  while ((count = read(from, bytes, sizeof bytes)) > 0) {
    if (write(to, bytes, count) != count) return -1;
  }
  close(to);
  // Closing any descriptor of the database itself would release SQLite's locks on it.
  if (strcmp(path + strlen(path) - 4, "-wal") == 0) close(from);
  int result = sync(file);
  if (result == 0) rename(part, copy);
  return result;
}

int fdatasync(int file) { return sync_and_copy(file, ORIGINAL(fdatasync)); }
int fsync(int file) { return sync_and_copy(file, ORIGINAL(fsync)); }
