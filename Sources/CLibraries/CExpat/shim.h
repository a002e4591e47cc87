#ifndef CUEBELL_CEXPAT_SHIM_H
#define CUEBELL_CEXPAT_SHIM_H

#include <expat.h>

#endif
