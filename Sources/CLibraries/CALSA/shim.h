#ifndef CUEBELL_CALSA_SHIM_H
#define CUEBELL_CALSA_SHIM_H

#include <alsa/asoundlib.h>
#include <stdarg.h>
#include <stdio.h>

/* alsa-lib prints to stderr through a variadic handler, a type Swift can't write. */
static void cuebell_alsa_ignore(const char *file, int line, const char *function, int err, const char *fmt, ...) {
  (void)file; (void)line; (void)function; (void)err; (void)fmt;
}

/* Keeps alsa-lib from writing to the user's terminal; errors still reach us as return values. */
static inline void cuebell_alsa_silence(void) { snd_lib_error_set_handler(cuebell_alsa_ignore); }

/* Swift cannot receive a va_list on every processor, so messages are formatted here. Only a static variable with a
   value is part of the object file. */
static void (*cuebell_alsa_listener)(const char *text) = NULL;

static void cuebell_alsa_format(
    const char *file, int line, const char *function, int err, const char *fmt, va_list arguments) {
  (void)file; (void)line; (void)function; (void)err;
  char text[512];
  if (fmt && vsnprintf(text, sizeof text, fmt, arguments) > 0) cuebell_alsa_listener(text);
}

/* Sends the messages of this thread to a function; NULL ends that. */
static inline void cuebell_alsa_listen(void (*listener)(const char *text)) {
  cuebell_alsa_listener = listener;
  snd_lib_error_set_local(listener ? cuebell_alsa_format : NULL);
}

#endif
