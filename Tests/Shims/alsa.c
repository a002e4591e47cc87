// Faults of an ALSA device, in place of functions of alsa-lib.
//
// BUSY_WHILE   the device cannot be opened while this file exists
// OPENED       parameters are accepted only if ALSA converts nothing; this file has a line for each way of opening
// STUCK_WHILE  while this file exists, the device fails as STUCK_BY says:
//              `nothing`: it accepts no frame; `later`: each write is refused; `full`: so is the question for room
// FETCHED      this file tells how many frames the device had fetched when it was first asked for its delay
// CARD         one process at a time can have the device open, as with a bare card; this file is locked meanwhile
#include "shim.h"

#include <sys/file.h>

// SND_PCM_NO_AUTO_RESAMPLE, SND_PCM_NO_AUTO_CHANNELS and SND_PCM_NO_AUTO_FORMAT.
enum { NO_CONVERSION = 0x70000 };
static int converts_nothing = 1;
static int card = -1;

int snd_pcm_open(void **pcm, const char *name, int stream, int mode) {
  if (exists("BUSY_WHILE")) return -EBUSY;
  converts_nothing = (mode & NO_CONVERSION) == NO_CONVERSION;
  append("OPENED", converts_nothing ? "plain\n" : "converted\n");
  const char *path = getenv("CARD");
  int lock = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (path && flock(lock, LOCK_EX | LOCK_NB) != 0) return close(lock), -EBUSY;
  int status = ORIGINAL(snd_pcm_open)(pcm, name, stream, mode);
  if (lock >= 0 && status < 0) close(lock);
  if (lock >= 0 && status >= 0) card = lock;
  return status;
}

int snd_pcm_close(void *pcm) {
  int status = ORIGINAL(snd_pcm_close)(pcm);
  if (card >= 0) {
    flock(card, LOCK_UN);
    close(card);
    card = -1;
  }
  return status;
}

int snd_pcm_hw_params(void *pcm, void *parameters) {
  if (getenv("OPENED") && !converts_nothing) return -EINVAL;
  return ORIGINAL(snd_pcm_hw_params)(pcm, parameters);
}

static long written;

static int is_stuck(const char *how) { return exists("STUCK_WHILE") && is_set_to("STUCK_BY", how); }

long snd_pcm_writei(void *pcm, const void *bytes, unsigned long frames) {
  if (is_stuck("nothing")) return 0;
  if (is_stuck("later")) return -EAGAIN;
  long count = ORIGINAL(snd_pcm_writei)(pcm, bytes, frames);
  if (count > 0) written += count;
  return count;
}

long snd_pcm_avail_update(void *pcm) {
  if (is_stuck("full")) return -EAGAIN;
  return ORIGINAL(snd_pcm_avail_update)(pcm);
}

int snd_pcm_get_params(void *pcm, unsigned long *buffer, unsigned long *period);

int snd_pcm_delay(void *pcm, long *frames) {
  static int is_known;
  unsigned long buffer, period;
  if (!is_known && getenv("FETCHED") && snd_pcm_get_params(pcm, &buffer, &period) == 0) {
    char text[32];
    is_known = 1;
    snprintf(text, sizeof text, "%ld\n", written - ((long)buffer - snd_pcm_avail_update(pcm)));
    append("FETCHED", text);
  }
  return ORIGINAL(snd_pcm_delay)(pcm, frames);
}
