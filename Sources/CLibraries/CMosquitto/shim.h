#ifndef CUEBELL_CMOSQUITTO_SHIM_H
#define CUEBELL_CMOSQUITTO_SHIM_H

#include <mosquitto.h>

#endif
