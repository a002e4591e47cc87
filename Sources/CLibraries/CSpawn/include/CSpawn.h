#ifndef CUEBELL_CSPAWN_H
#define CUEBELL_CSPAWN_H

/* What <spawn.h> declares for _GNU_SOURCE only, which the module of the C library is built without. */

/* The flag of posix_spawnattr_setflags for a session of its own. */
extern const short cuebell_spawn_setsid;

/* posix_spawn_file_actions_addclosefrom_np(actions, from). */
int cuebell_spawn_close_from(void *actions, int from);

#endif
