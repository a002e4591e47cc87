#define _GNU_SOURCE
#include <spawn.h>

#include "CSpawn.h"

const short cuebell_spawn_setsid = POSIX_SPAWN_SETSID;

int cuebell_spawn_close_from(void *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}
