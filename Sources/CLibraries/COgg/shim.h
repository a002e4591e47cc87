#ifndef CUEBELL_COGG_SHIM_H
#define CUEBELL_COGG_SHIM_H

#include <ogg/ogg.h>

#endif
