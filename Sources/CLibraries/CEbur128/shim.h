#ifndef CUEBELL_CEBUR128_SHIM_H
#define CUEBELL_CEBUR128_SHIM_H

#include <ebur128.h>

#endif
