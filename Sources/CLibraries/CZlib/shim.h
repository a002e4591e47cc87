#ifndef CUEBELL_CZLIB_SHIM_H
#define CUEBELL_CZLIB_SHIM_H

#include <zlib.h>

#endif
