#!/bin/sh
# How many generated scenarios of a workout `cuebell simulate` judges in a second: on one core, and on all of them.
set -eu
python3 - "$1" "$2" <<'PYTHON'
import os, subprocess, sys, time
cuebell, workout = sys.argv[1:3]
seeds = 2000
cores = len(os.sched_getaffinity(0))
print(f"`simulate --workout {os.path.basename(workout)} --seeds {seeds}`, the best of three runs:\n")
print("| threads | seconds | judged a second | processor | judged a second a core | memory |")
print("| ---: | ---: | ---: | ---: | ---: | ---: |")
for jobs in sorted({1, cores}):
    best = None
    for _ in range(3):
        before = time.perf_counter()
        words = [cuebell, "simulate", "--workout", workout, "--seeds", str(seeds), "--jobs", str(jobs)]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - before
        if status: sys.exit("simulate failed")
        if best is None or elapsed < best[0]: best = (elapsed, usage)
    elapsed, usage = best
    processor = usage.ru_utime + usage.ru_stime
    print(f"| {jobs} | {elapsed:.3f} | {seeds / elapsed:.0f} | {processor:.3f} | {seeds / processor:.0f} "
          f"| {usage.ru_maxrss / 1024:.0f} MB |")
PYTHON
