#!/bin/sh
# The job of `cuebell render` beside what others do: they are handed the parts of a workout, ready made, and mix, limit
# and write them; Cuebell begins with the workout itself, once with the phrases that an earlier run has kept, and once
# without. Each gets one core, three tries, and the best one counts.
set -eu
cuebell=$1
workout=$2
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

export XDG_CACHE_HOME="$folder"
"$cuebell" render "$workout" -o "$folder/mix.wav" --stems "$folder" --cues "$folder/cues.ndjson"

# The C mixer has the bed's loop, two seconds of speech, and the frame of each cue.
sox "$folder/bed.wav" -t s16 "$folder/loop.raw" trim 5 30
sox "$folder/speech.wav" -t s16 "$folder/clip.raw" trim 0 2
grep -o '"frame": [0-9]*' "$folder/cues.ndjson" | grep -o '[0-9]*' | sort -n -u > "$folder/cues.txt"
if ! cc -O3 -o "$folder/mixer" "$here/mixer.c" -lm 2>/dev/null; then
  echo "The C mixer is left out: it needs a C compiler and SSE2."
  echo
fi
cat > "$folder/mix.py" <<'PYTHON'
import sys, numpy as np
def read(path):
    data = open(path, "rb").read()
    start = data.index(b"data") + 8
    return np.frombuffer(data[start:start + (len(data) - start) // 8 * 8], dtype="<f4")
mix = sum(read(path) for path in sys.argv[1:4])
peak = np.abs(mix).max()
if peak > 0.891: mix *= 0.891 / peak
noise = np.random.default_rng(1)
mix = mix * 32768 + noise.random(mix.size, dtype=np.float32) - noise.random(mix.size, dtype=np.float32)
samples = np.clip(np.rint(mix), -32768, 32767).astype("<i2")
import wave
with wave.open(sys.argv[4], "wb") as out:
    out.setnchannels(2); out.setsampwidth(2); out.setframerate(48000); out.writeframes(samples.tobytes())
PYTHON

python3 - "$folder" "$cuebell" "$workout" <<'PYTHON'
import os, resource, shutil, subprocess, sys, time
folder, cuebell, workout = sys.argv[1:4]
parts = [f"{folder}/{name}.wav" for name in ("speech", "sounds", "bed")]
seconds = (os.path.getsize(f"{folder}/mix.wav") - 44) / 192000
out = f"{folder}/out.wav"
inputs = [word for part in parts for word in ("-i", part)]
jobs = {
    "cuebell render, WAV": [cuebell, "render", workout, "-o", out],
    "cuebell render, WAV, phrases synthesised again": ["env", "XDG_CACHE_HOME=/dev/null", cuebell, "render", workout, "-o", out],
    "cuebell render, FLAC": [cuebell, "render", workout, "-o", f"{folder}/out.flac"],
    "sox -m, WAV": ["sox", "-V1", "-m", "-v", "1", parts[0], "-v", "1", parts[1], "-v", "1", parts[2], "-b", "16", out],
    "ffmpeg amix, alimiter, WAV": ["ffmpeg", "-v", "error", "-y", *inputs, "-filter_complex",
        "amix=inputs=3:normalize=0,alimiter=limit=0.891:attack=5:release=50:level=0", "-c:a", "pcm_s16le", out],
    "numpy, WAV": [shutil.which("python3"), f"{folder}/mix.py", *parts, out],
}
if os.path.exists(f"{folder}/mixer"):
    jobs["C mixer, WAV"] = [f"{folder}/mixer", *(f"{folder}/{name}" for name in ("loop.raw", "clip.raw", "cues.txt")),
        str(round(seconds * 48000)), out]
print(f"`{os.path.basename(workout)}`, {seconds:.0f} s of stereo at 48 kHz, one core, the best of three runs:\n")
print("| program | seconds | times real time | processor | times real time | memory |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
speeds = {}
for name, words in jobs.items():
    best = None
    for _ in range(3):
        # Each writes a new file: to take an old one's room away is the system's work, not theirs.
        for old in (out, f"{folder}/out.flac"):
            if os.path.exists(old): os.remove(old)
        before = time.perf_counter()
        process = subprocess.Popen(["taskset", "-c", "0", *words])
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - before
        if status: sys.exit(f"{name} failed")
        if best is None or elapsed < best[0]: best = (elapsed, usage)
    elapsed, usage = best
    processor = usage.ru_utime + usage.ru_stime
    speeds[name] = (seconds / elapsed, seconds / processor)
    print(f"| {name} | {elapsed:.3f} | {seconds / elapsed:.0f} | {processor:.3f} | {seconds / processor:.0f} "
          f"| {usage.ru_maxrss / 1024:.0f} MB |")
best = [max(speed[by] for name, speed in speeds.items() if name[:7] != "cuebell" and name != "C mixer, WAV") for by in (0, 1)]
for phrases, name in (("kept", "cuebell render, WAV"), ("synthesised again", "cuebell render, WAV, phrases synthesised again")):
    ratios = [speeds[name][by] / best[by] for by in (0, 1)]
    print(f"\nTo WAV {ratios[0]:.1f} times as fast as the best of the others by the clock with phrases {phrases}, "
          f"{ratios[1]:.1f} times by the processor.")
if "C mixer, WAV" in speeds:
    ratio = 100 * speeds["cuebell render, WAV"][1] / speeds["C mixer, WAV"][1]
    print(f"\nWith phrases kept {ratio:.0f} % of the speed of the C mixer, by the processor.")
PYTHON
