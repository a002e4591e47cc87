#!/bin/sh
# What `cuebell show` takes for workouts of more sets than anyone does: it should depend on the rows shown alone; what one
# scenario of such a workout takes, whose memory should not depend on its length; and a render of 24 hours to stdout. One
# core, three tries, and the best one counts.
set -eu
cuebell=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 - "$folder" "$cuebell" <<'PYTHON'
import json, os, subprocess, sys, time
folder, cuebell = sys.argv[1:3]
print("| program | sets | seconds | processor | memory |")
print("| --- | ---: | ---: | ---: | ---: |")
def measure(name, words, sets, tries=3):
    best = None
    for _ in range(tries):
        before = time.perf_counter()
        process = subprocess.Popen(["taskset", "-c", "0", cuebell, *words], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - before
        if status: sys.exit(f"{words} failed")
        if best is None or elapsed < best[0]: best = (elapsed, usage)
    elapsed, usage = best
    print(f"| cuebell {name} | {sets:,} | {elapsed:.3f} | {usage.ru_utime + usage.ru_stime:.3f} "
          f"| {usage.ru_maxrss / 1024:.0f} MB |")
for sets in (10_000, 50_000):
    phases = [{"name": name, "intensity": intensity, "duration": length}
        for name, intensity, length in (("Work", "high", "400ms"), ("Rest", "rest", "200ms"))]
    nodes = [{"sets": sets // 10_000, "phases": [{"sets": 10_000, "phases": phases}]}]
    path = f"{folder}/{sets}.json"
    with open(path, "w") as file: json.dump({"name": "Long", "phases": nodes}, file)
    for words in (["check"], ["show"], ["show", "--json"]): measure(" ".join(words), [*words, path], sets)
    measure("simulate", ["simulate", "--workout", path, "--seeds", "1"], sets, tries=1)
phases = [{"name": name, "intensity": intensity, "duration": length}
    for name, intensity, length in (("Work", "high", "200s"), ("Rest", "rest", "100s"))]
day = {"name": "Day", "ambient": {"sound": "rain"}, "phases": [{"sets": 288, "phases": phases}]}
with open(f"{folder}/day.json", "w") as file: json.dump(day, file)
measure("render -o -, 24 hours", ["render", f"{folder}/day.json", "-o", "-"], 288)
PYTHON
