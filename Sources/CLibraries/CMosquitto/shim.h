#ifndef CUEBELL_CMOSQUITTO_SHIM_H
#define CUEBELL_CMOSQUITTO_SHIM_H

#include <mosquitto.h>
#include <mqtt_protocol.h>

#endif
