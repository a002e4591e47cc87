#!/bin/sh
# Measures how exactly cues are heard, of Cuebell and of two other timers, on private sound servers without a card, and
# writes the figures to docs/exactness.json, from which the table and the histogram of docs/EXACTNESS.md are made. Each
# measurement that is left out keeps its former figures. Takes six minutes; the results are meaningful only on an idle
# machine.
#
# With REALTIME=1 what is measured and what listens comes before all other programs, as on an idle machine.
#
# usage: Benchmarks/exactness.sh [COMMAND] [live] [words] [day] [termdown] [browser] [soak=SECONDS]
set -eu
cd "$(dirname "$0")/.."
command=$(realpath "${1:-.build/release/cuebell}")
[ $# -eq 0 ] || shift
parts=${*:-live words day termdown browser}
data=docs/exactness.json
clicks=130 seconds=45 rate=50000
first=${REALTIME:+chrt -f 30}

folder=$(mktemp -d)
export HOME="$folder" XDG_RUNTIME_DIR="$folder" XDG_CONFIG_HOME="$folder" XDG_CACHE_HOME="$folder" XDG_STATE_HOME="$folder"
export ALSA_CONFIG_PATH="$folder/alsa.conf" PULSE_SERVER="unix:$folder/pulse/native"
printf '</usr/share/alsa/alsa.conf>\npcm.!default { type pulse handle_underrun 1 }\n' >"$ALSA_CONFIG_PATH"
server="" recorder="" timer=""
stop() {
  for process in $timer $recorder $server; do
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  server="" recorder="" timer=""
}
trap 'stop; rm -rf "$folder"' EXIT

# Starts a server whose null sink has the options $1, and a recorder with a latency of $2 ms. PulseAudio cuts the length
# of what it renders to whole microseconds, so that a null sink at 48 kHz runs fast by up to 30 ppm; at 50 kHz a frame
# lasts 20 µs, and the sink is exact.
listen() {
  rm -rf "$folder/pulse"
  # The server must not connect to itself.
  env -u PULSE_SERVER pulseaudio -n --exit-idle-time=-1 -L "module-native-protocol-unix auth-anonymous=1" \
    -L "module-null-sink sink_name=nul rate=$rate channels=2 format=float32le$1" >/dev/null 2>&1 &
  server=$!
  for _ in $(seq 200); do pactl info >/dev/null 2>&1 && break; sleep 0.05; done
  # It gives itself a priority when it begins.
  if [ "$first" ]; then chrt -a -f -p 30 "$server"; fi
  $first parec -d nul.monitor --format=s16le --rate=$rate --channels=2 --latency-msec="$2" --file-format=wav \
    "$folder/heard.wav" &
  recorder=$!
  # The first sound that it gets is up to 2 s later than what the sink has rendered ahead.
  sleep 4
}

# Ends the recording after what has been rendered ahead, judges it by the plan $2, and stores the figures as $1.
judge() {
  sleep 5
  kill -INT "$recorder"
  wait "$recorder" || true
  recorder=""
  stop
  "$command" judge "$folder/heard.wav" --plan "$2" --json >"$folder/figures.json"
  python3 Benchmarks/exactness.py add "$data" "$1" "$folder/figures.json"
}

# A workout of $1 clicks, every 300 ms.
clicks() {
  cat >"$folder/clicks.json" <<W
{ "name": "Clicks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "woodblock" } ],
  "phases": [ { "sets": $1, "phases": [ { "name": "A", "duration": "300ms" } ] } ] }
W
}

# Plays $2 clicks with the profile $3 on a sink with the options $4, recorded with a latency of $5 ms.
play() {
  listen "$4" "$5"
  clicks "$2"
  $first "$command" run "$folder/clicks.json" --json --require-audio --latency "$3" >"$folder/events.ndjson"
  judge "$1" "$folder/events.ndjson"
}

# A moment each second.
every_second() { seq 0 $((seconds - 1)) >"$folder/seconds.csv"; }

# The sound of other timers.
click() {
  python3 - "$folder/click.wav" <<'P'
import math, struct, sys, wave
with wave.open(sys.argv[1], "wb") as file:
    file.setnchannels(1), file.setsampwidth(2), file.setframerate(48000)
    wave_ = [int(20000 * math.exp(-n / 480) * math.sin(n / 7.6)) for n in range(4800)]
    file.writeframes(struct.pack("<%dh" % len(wave_), *wave_))
P
}

for part in $parts; do
  case $part in
  live)
    play "prompt" "$clicks" normal " norewinds=1" 200
    play "stock" "$clicks" normal "" 2000
    play "power" "$clicks" power " norewinds=1" 200
    ;;
  words)
    # What is rendered is judged: the words in their files are the same live.
    cat >"$folder/words.json" <<'W'
{ "name": "Words", "style": "silent", "cues": [ { "on": "phase", "at": "start", "say": "{phase}" } ],
  "phases": [ { "sets": 20, "phases": [
    { "name": "Three", "duration": "3s" }, { "name": "Two", "duration": "3s" }, { "name": "One", "duration": "3s" },
    { "name": "Work", "duration": "3s" }, { "name": "Rest", "duration": "3s" } ] } ] }
W
    "$command" render "$folder/words.json" -o "$folder/heard.wav" --cues "$folder/words.ndjson" >/dev/null
    "$command" judge "$folder/heard.wav" --plan "$folder/words.ndjson" --json >"$folder/figures.json"
    python3 Benchmarks/exactness.py add "$data" words "$folder/figures.json"
    ;;
  day)
    # A cue every minute of a day, rendered: each frame is counted from the beginning.
    cat >"$folder/day.json" <<'W'
{ "name": "A day", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "woodblock" } ],
  "phases": [ { "sets": 1440, "phases": [ { "name": "A minute", "duration": "1m" } ] } ] }
W
    "$command" render "$folder/day.json" -o "$folder/heard.flac" --cues "$folder/cues.ndjson" >/dev/null
    "$command" judge "$folder/heard.flac" --plan "$folder/cues.ndjson" --json >"$folder/figures.json"
    python3 Benchmarks/exactness.py add "$data" day "$folder/figures.json"
    ;;
  termdown)
    python3 -m venv "$folder/venv" && "$folder/venv/bin/pip" install --quiet termdown==2.0.0
    click && every_second && listen " norewinds=1" 20
    TERM=xterm $first timeout $((seconds + 5)) script -qec \
      "$folder/venv/bin/termdown $seconds --exec-cmd 'paplay $folder/click.wav &'" /dev/null >/dev/null || true
    judge termdown "$folder/seconds.csv"
    ;;
  browser)
    every_second
    cat >"$folder/timer.html" <<'H'
<script>
const audio = new AudioContext()
const beep = () => {
  const [tone, gain] = [audio.createOscillator(), audio.createGain()]
  tone.frequency.value = 1000
  gain.gain.setValueAtTime(0.6, audio.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.08)
  tone.connect(gain).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + 0.08)
}
let left = BEEPS
setTimeout(() => {
  const timer = setInterval(() => {
    beep()
    if (--left === 0) clearInterval(timer)
  }, 1000)
}, 3000)
</script>
H
    sed -i "s/BEEPS/$seconds/" "$folder/timer.html"
    listen " norewinds=1" 20
    $first chromium --headless=new --no-sandbox --disable-gpu --no-first-run --autoplay-policy=no-user-gesture-required \
      --user-data-dir="$folder/profile" "file://$folder/timer.html" >/dev/null 2>&1 &
    timer=$!
    sleep $((seconds + 5))
    judge browser "$folder/seconds.csv"
    ;;
  soak=*)
    play "soak" $((${part#soak=} * 10 / 3)) normal " norewinds=1" 200
    ;;
  esac
done
python3 Benchmarks/exactness.py page "$data" docs/EXACTNESS.md docs/images/exactness.svg
