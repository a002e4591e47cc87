#ifndef CUEBELL_CQRENCODE_SHIM_H
#define CUEBELL_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
