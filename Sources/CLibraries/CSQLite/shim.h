#ifndef CUEBELL_CSQLITE_SHIM_H
#define CUEBELL_CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLite copies the text; the macro that asks for that is a cast, which Swift doesn't import. */
static inline int cuebell_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
  return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

/* Has the last connection leave the files beside the database; sqlite3_file_control takes variable things. */
static inline int cuebell_keep_wal(sqlite3 *database) {
  int kept = 1;
  return sqlite3_file_control(database, (const char *)0, SQLITE_FCNTL_PERSIST_WAL, &kept);
}

#endif
