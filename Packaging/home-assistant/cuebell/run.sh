#!/bin/sh
# Serves the pages to Home Assistant, and brings the workouts to its broker if it has one.
set -eu
# The history and the tokens stay in the app's own folder; workouts and settings are where users can edit them.
export HOME=/data XDG_CONFIG_HOME=/config
option() { jq --raw-output ".$1 // empty" /data/options.json; }

set --
device=$(option device) latency=$(option latency)
[ -z "$device" ] || set -- "$@" --device "$device"
[ -z "$latency" ] || set -- "$@" --latency "$latency"

authorization="Authorization: Bearer $SUPERVISOR_TOKEN"
address=$(option address)
if broker=$(curl --fail --silent --header "$authorization" http://supervisor/services/mqtt); then
  field() { printf %s "$broker" | jq --raw-output ".data | $1"; }
  (umask 077 && field .password >/data/broker)
  service=$(field '"mqtt\(if .ssl then "s" else "" end)://\(.host):\(.port)"')
  cuebell mqtt --broker "$service" --user "$(field .username)" --password-file /data/broker \
    --node "$(option title | tr '[:upper:] ' '[:lower:]-')" -- "$@" &
fi
# Home Assistant asks for the login, and passes on what comes from there under this address alone.
exec cuebell serve --listen 0.0.0.0:7420 --trusted-proxy 172.30.32.2 --title "$(option title)" \
  ${address:+--host "$address"} -- "$@"
