#!/bin/sh
# Plays a workout on private sound servers, without a card, and prints the cost: wake-ups, processor time, memory, and the
# numbers of underruns and of losses of sound. One server fetches in small blocks, the other has the defaults of PulseAudio's
# null sink: it first fetches up to 2 s after the start. Nothing follows the run, as in a service. The results are meaningful
# only on an idle machine.
#
# usage: Benchmarks/measure-live.sh [low|normal|power] [SECONDS] [COMMAND]
set -eu
profile=${1:-normal} seconds=${2:-600} command=${3:-.build/release/cuebell}

folder=$(mktemp -d)
export HOME="$folder" XDG_RUNTIME_DIR="$folder" XDG_CONFIG_HOME="$folder" XDG_CACHE_HOME="$folder"
export ALSA_CONFIG_PATH="$folder/alsa.conf"
export PULSE_SERVER="unix:$folder/pulse/native"
run="" server=""
end() {
  for process in $run $server; do
    kill "$process" 2>/dev/null || true
    wait "$process" || true
  done
  run="" server=""
}
trap 'end; rm -rf "$folder"' EXIT

printf '</usr/share/alsa/alsa.conf>\npcm.!default { type pulse handle_underrun 1 }\n' >"$ALSA_CONFIG_PATH"
cat >"$folder/workout.json" <<'W'
{ "name": "Measured", "ambient": { "sound": "rain" }, "phases": [ { "sets": 1000, "phases": [
  { "name": "Work", "intensity": "high", "duration": "40s" }, { "name": "Rest", "duration": "20s" } ] } ] }
W

# The wake-ups of all threads but those with the name $1.
wakeups() {
  for task in /proc/"$run"/task/*; do
    case $(cat "$task/comm") in "${1:-}") ;; *) sed -n 's/^voluntary_ctxt_switches:\t//p' "$task/status" ;; esac
  done | awk '{ sum += $1 } END { print sum }'
}
ticks() { awk '{ print $14 + $15 }' /proc/"$run"/stat; }

# Plays on a null sink with the options $1, which $2 describes.
measure() {
  echo "$2, $profile:"
  rm -rf "$folder/pulse"
  # The server must not connect to itself.
  env -u PULSE_SERVER pulseaudio -n --exit-idle-time=-1 -L "module-native-protocol-unix auth-anonymous=1" \
    -L "module-null-sink sink_name=nul rate=48000 channels=2 format=float32le$1" >/dev/null 2>&1 &
  server=$!
  for _ in $(seq 200); do pactl info >/dev/null 2>&1 && break; sleep 0.05; done
  "$command" run "$folder/workout.json" --latency "$profile" </dev/null >"$folder/lines" 2>&1 &
  run=$!
  for _ in $(seq 400); do grep -q Work "$folder/lines" && break; sleep 0.05; done
  sleep 5
  # The sound server causes those of its client's thread, not the command.
  before="$(wakeups threaded-ml) $(wakeups) $(ticks)"
  sleep "$seconds"
  echo "$before $(wakeups threaded-ml) $(wakeups) $(ticks)" | awk -v seconds="$seconds" -v hertz="$(getconf CLK_TCK)" \
    '{ printf "  wake-ups: %.1f a second, %.1f with the client of the sound server\n  processor: %.2f %%\n",
      ($4 - $1) / seconds, ($5 - $2) / seconds, 100 * ($6 - $3) / hertz / seconds }'
  sed -n 's/^VmRSS:[ \t]*/  memory: /p; s/^VmHWM:[ \t]*/  memory at most: /p' /proc/"$run"/status
  echo "  ran dry: $("$command" ctl status --json | sed -n 's/.*"xruns":\([0-9]*\).*/\1/p') times"
  echo "  lost the sound: $(grep -c 'in silence' "$folder/lines" || true) times"
  end
}

measure " norewinds=1" "a null sink that fetches in small blocks"
measure "" "PulseAudio's default null sink"
