#!/bin/sh
# How fast `cuebell render` is with the author's own beds and tracks, and with other outputs, beside the built-in bed: 45
# minutes on one core, the best of three runs each. The ratio is to the built-in bed, by the processor.
set -eu
cuebell=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

export XDG_CACHE_HOME="$folder/cache"
cd "$folder"
# Less than two minutes, and as long as the workout.
sox -n -r 48000 -c 2 -b 16 bed.wav synth 100 pinknoise vol 0.3
sox -n -r 48000 -c 2 -b 16 track.wav synth 2700 pinknoise vol 0.3
sox bed.wav -r 44100 bed-44100.wav
for format in mp3:libmp3lame flac:flac ogg:libvorbis opus:libopus; do
  ffmpeg -v error -i bed.wav -c:a "${format#*:}" "bed.${format%:*}"
done
for bed in bed.wav bed-44100.wav bed.mp3 bed.flac bed.ogg bed.opus track.wav; do
  sed "s/\"rain\"/\"$bed\"/" "$here/forty-five-minutes.json" > "$bed.json"
done
cp "$here/forty-five-minutes.json" rain.json
cat > track.json <<'JSON'
{ "name": "Track", "phases": [{ "name": "Sit", "duration": "45m", "track": "track.wav" }] }
JSON
python3 - <<'PYTHON'
import json, random
words = "push pull squat lunge hold breathe left right arm leg slowly faster again keep your back straight".split()
random.seed(1)
cues = [[{"on": "phase", "at": "start+1s", "say": " ".join(random.choices(words, k=9)) + f" {n}"}] for n in range(1000)]
phases = [{"name": f"P {n}", "duration": "5s", "cues": cues[n]} for n in range(1000)]
with open("phrases.json", "w") as file: json.dump({"name": "Phrases", "style": "silent", "phases": phases}, file)
PYTHON

python3 - "$cuebell" <<'PYTHON'
import os, shutil, subprocess, sys, time
cuebell = sys.argv[1]
wav = ["-o", "out.wav"]
minutes = 2710
jobs = [("built-in rain", "rain.json", wav, minutes)]
jobs += [(f"own bed, {name}", f"{file}.json", wav, minutes) for name, file in (
    ("WAV 48 kHz", "bed.wav"), ("WAV 44.1 kHz", "bed-44100.wav"), ("MP3", "bed.mp3"), ("FLAC", "bed.flac"),
    ("Ogg Vorbis", "bed.ogg"), ("Opus", "bed.opus"), ("WAV of 45 minutes", "track.wav"))]
jobs += [("own track, WAV of 45 minutes", "track.json", wav, minutes),
    ("to stdout", "rain.json", ["-o", "-"], minutes),
    ("with --picture", "rain.json", wav + ["--picture", "out.svg"], minutes),
    ("with --stems", "rain.json", wav + ["--stems", "stems"], minutes),
    ("to FLAC", "rain.json", ["-o", "out.flac"], minutes), ("to Opus", "rain.json", ["-o", "out.opus"], minutes),
    ("1,000 different phrases in 83 minutes, cached", "phrases.json", wav, 5000)]
print("45 minutes, one core, the best of three runs:\n")
print("| render | seconds | times real time | processor | times real time | of the built-in bed |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
built_in = None
for name, workout, options, length in jobs:
    best = None
    for _ in range(3):
        shutil.rmtree("stems", ignore_errors=True)
        for old in ("out.wav", "out.flac", "out.opus", "out.svg"):
            if os.path.exists(old): os.remove(old)
        before = time.perf_counter()
        process = subprocess.Popen(["taskset", "-c", "0", cuebell, "render", workout, *options],
            stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - before
        if status: sys.exit(f"{name} failed")
        processor = usage.ru_utime + usage.ru_stime
        if best is None or processor < best[1]: best = (elapsed, processor)
    elapsed, processor = best
    built_in = built_in or processor
    print(f"| {name} | {elapsed:.3f} | {length / elapsed:.0f} | {processor:.3f} | {length / processor:.0f} "
          f"| {processor / built_in:.2f} times |")
PYTHON
