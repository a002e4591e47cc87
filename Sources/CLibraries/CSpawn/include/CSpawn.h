#ifndef CUEBELL_CSPAWN_H
#define CUEBELL_CSPAWN_H

/* What Swift can't import from the C library: calls for _GNU_SOURCE only, and fork. */

/* The flag of posix_spawnattr_setflags for a session of its own. */
extern const short cuebell_spawn_setsid;

/* posix_spawn_file_actions_addclosefrom_np(actions, from). */
int cuebell_spawn_close_from(void *actions, int from);

/* fork(), which other threads don't survive. */
int cuebell_fork(void);

/* A file without a name in memory, closed in programs that are started. */
int cuebell_memory_file(const char *name);

/* A descriptor that is readable once a child has ended; -1 on kernels before 5.3. */
int cuebell_process_descriptor(int process);

/* Bounds what a forked copy may use, forbids it core dumps and files over a size, and has it die with `parent`.
   Returns 0, or -1 where a limit could not be set or the parent is gone already. */
int cuebell_contain(int parent, unsigned long cpu_seconds, unsigned long memory_bytes, unsigned long file_bytes);

#endif
