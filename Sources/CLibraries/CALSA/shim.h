#ifndef CUEBELL_CALSA_SHIM_H
#define CUEBELL_CALSA_SHIM_H

#include <alsa/asoundlib.h>

/* alsa-lib prints to stderr through a variadic handler, a type Swift can't write. */
static void cuebell_alsa_ignore(const char *file, int line, const char *function, int err, const char *fmt, ...) {
  (void)file; (void)line; (void)function; (void)err; (void)fmt;
}

/* Keeps alsa-lib from writing to the user's terminal; errors still reach us as return values. */
static inline void cuebell_alsa_silence(void) { snd_lib_error_set_handler(cuebell_alsa_ignore); }

#endif
