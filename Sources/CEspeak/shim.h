#ifndef CUEBELL_CESPEAK_SHIM_H
#define CUEBELL_CESPEAK_SHIM_H

#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>

#endif
