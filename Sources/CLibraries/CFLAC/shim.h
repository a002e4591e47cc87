#ifndef CUEBELL_CFLAC_SHIM_H
#define CUEBELL_CFLAC_SHIM_H

#include <FLAC/metadata.h>

#endif
