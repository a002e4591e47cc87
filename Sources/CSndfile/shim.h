#ifndef CUEBELL_CSNDFILE_SHIM_H
#define CUEBELL_CSNDFILE_SHIM_H

#include <sndfile.h>

#endif
