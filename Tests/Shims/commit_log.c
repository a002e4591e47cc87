// Faults of the disk under the history's commit log, the file that ends in `-wal`. Times are microseconds.
//
// BROKEN_WHILE   writes and syncs of the log fail while this file exists
// SYNC_TIME      how much longer each sync of any file takes
// SYNCED_LENGTH  this file holds the log's length at the beginning of its last successful sync
#include "shim.h"

static int is_log(int file) {
  char path[4096];
  size_t length = strlen(path_of(file, path));
  return length > 4 && strcmp(path + length - 4, "-wal") == 0;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  if (is_log(file) && exists("BROKEN_WHILE")) return errno = EIO, -1;
  return ORIGINAL(pwrite64)(file, bytes, count, offset);
}

static void record_length(long long length) {
  const char *path = getenv("SYNCED_LENGTH");
  if (!path) return;
  char text[32];
  int record = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  // Always of the same length, so that one write replaces it.
  int count = snprintf(text, sizeof text, "%020lld", length);
  if (ORIGINAL(pwrite64)(record, text, count, 0) != count) abort();
  close(record);
}

int fdatasync(int file) {
  struct stat status;
  int log = is_log(file);
  if (log && exists("BROKEN_WHILE")) return errno = EIO, -1;
  fstat(file, &status);
  delay("SYNC_TIME");
  int result = ORIGINAL(fdatasync)(file);
  if (result == 0 && log) record_length(status.st_size);
  return result;
}
