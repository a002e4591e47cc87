#!/usr/bin/env python3
"""Runs check, show, render and one simulated seed on random and mutated workout files, and check on programmes.

Each command must end by itself, or within 0.5 s of a SIGTERM that comes after ten seconds; it must end with a status
that the command documents, and take no more than 200 MB. A file that breaks this is kept as fuzz-SEED.json.

usage: Scripts/fuzz.py CUEBELL [FILES [SEED]]
"""

import glob
import json
import os
import random
import signal
import subprocess
import sys
import time

PATIENCE = 10.0
GRACE = 0.5
MEMORY = 200 * 1024  # in KiB
STATUSES = {"check": {0, 65}, "show": {0, 65}, "render": {0, 65, 69}, "simulate": {0, 65}}

NAMES = ["Work", "Rest", "12 squats", "Plank", "★★★", "a." * 60, "x" * 120, "Long name " * 12, "Ünïcödé 🏋"]
LENGTHS = [0, 1e-9, 0.001, 0.5, 1, 3, 3.2, 5, 8, 10, 20, 45, "1m", "1:30", "PT2M", "250ms", 86400]
TOTALS = ["10s", "30s", "90s", "12m", "2h"]
SAYS = ["Go", "{phase}", "{next} next", "{remaining} left", "{elapsed} gone", "{workout}", "🏋"]
MOMENTS = ["start", "end", "half", "start+1s", "end-3s", "end-5s", "every 1s", "every 7s", "random 3", "end-250ms"]
WRONG = ["", "90", "1e9", -1, 90_000, "{nothing}", "{set}", "never", "end+5s", None, True, [], {}, 10**12, 1e300, "x" * 301]


class Maker:
    def __init__(self, seed, shipped, programmes):
        self.random = random.Random(seed)
        self.shipped = shipped
        self.programmes = programmes

    def text(self):
        if self.rare(0.1):
            programme = self.random.choice(self.programmes)
            return json.dumps(self.mutated(json.loads(programme))) if self.rare(0.6) else self.damaged(programme)
        kind = self.random.random()
        if kind < 0.35:
            return json.dumps(self.workout())
        if kind < 0.7:
            return json.dumps(self.mutated(json.loads(self.random.choice(self.shipped))))
        return self.damaged(self.random.choice(self.shipped))

    def pick(self, values):
        return self.random.choice(WRONG if self.rare(0.002) else values)

    def rare(self, chance=0.2):
        return self.random.random() < chance

    def workout(self):
        pick = self.pick
        workout = {"name": pick(NAMES), "style": pick(["hiit", "boxing", "meditation", "silent"])}
        if self.rare():
            workout["voice"] = {"language": pick(["en", "de", "fr", "xx"]), "rate": pick([80, 165, 450])}
        if self.rare(0.5):
            workout["ambient"] = {"sound": pick(["rain", "ocean", "drone"]), "fade": pick(LENGTHS)}
        if self.rare(0.5):
            workout["cues"] = [self.rule() for _ in range(self.random.randrange(1, 4))]
        workout["phases"] = self.nodes(0)
        return workout

    def nodes(self, depth):
        count = self.random.choice([1, 1, 2, 3, 5])
        return [self.group(depth) if depth < 8 and self.rare(0.25) else self.phase() for _ in range(count)]

    def group(self, depth):
        pick = self.pick
        group = {"phases": self.nodes(depth + 1)}
        if self.rare():
            group["for"] = pick(TOTALS)
        else:
            group["sets"] = pick([1, 2, 3, 8, 100, 1000])
            if self.rare(0.1):
                group["every"] = pick(TOTALS)
        if self.rare():
            group["name"] = pick(NAMES)
        if self.rare():
            group["cues"] = [self.rule()]
        return group

    def phase(self):
        pick = self.pick
        phase = {"name": pick(NAMES), "intensity": pick(["prepare", "high", "low", "rest", "sit", "cooldown"])}
        if self.rare(0.15):
            phase.update(open=True, reps=pick([1, 10, 10_000]))
            if self.rare(0.5):
                phase["cap"] = pick(LENGTHS)
        else:
            phase["duration"] = pick(LENGTHS)
        if self.rare():
            phase["say"] = pick(SAYS[:1] + SAYS[2:])
        if self.rare(0.1):
            phase["cues"] = [self.rule()]
        return phase

    def rule(self):
        pick = self.pick
        rule = {"on": pick(["phase", "set", "workout"]), "at": pick(MOMENTS)}
        if self.rare() and not rule["at"] in ("every 1s", "every 7s", "random 3"):
            rule["count"] = pick([1, 3, 10])
        else:
            rule["say"] = pick(SAYS)
            if self.rare(0.5):
                rule["sound"] = pick(["gong", "bowl", "tick"])
        if self.rare(0.3):
            rule["align"] = "end"
        if self.rare(0.3):
            rule["class"] = pick(["start", "warning", "countdown", "info", "completion"])
        return rule

    def mutated(self, value):
        if isinstance(value, dict):
            result = {key: self.mutated(item) for key, item in value.items() if not self.rare(0.02)}
            if "phases" in result and self.rare(0.1):
                result["phases"] = result["phases"] + self.nodes(3)
            return result
        if isinstance(value, list):
            return [self.mutated(item) for item in value for _ in range(2 if self.rare(0.03) else 1)]
        if not self.rare(0.02):
            return value
        return self.random.choice(WRONG + (LENGTHS if isinstance(value, (int, float)) else SAYS + LENGTHS))

    def damaged(self, text):
        data = bytearray(text.encode())
        for _ in range(self.random.randrange(1, 6)):
            place = self.random.randrange(len(data))
            kind = self.random.randrange(3)
            if kind == 0:
                data[place] = self.random.randrange(256)
            elif kind == 1:
                del data[place : place + self.random.randrange(1, 20)]
            else:
                data[place:place] = data[place : place + self.random.randrange(1, 40)]
            if not data:
                break
        return bytes(data)


def run(command, path):
    """The status of a command, how long it lived after a SIGTERM (None without), and its memory in KiB."""
    begin = time.monotonic()
    with open(os.devnull, "r+") as null:
        process = subprocess.Popen(command + [path], stdin=null, stdout=null, stderr=null)
    told = None
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status), told and time.monotonic() - told, usage.ru_maxrss
        now = time.monotonic()
        if told is None and now - begin > PATIENCE:
            process.send_signal(signal.SIGTERM)
            told = now
        elif told is not None and now - told > 20:
            process.kill()
        time.sleep(0.002)


def texts(folder):
    paths = sorted(glob.glob(os.path.join(folder, "*.json")))
    return [open(path, encoding="utf-8").read() for path in paths]


def main():
    cuebell, files, seed = sys.argv[1], int((sys.argv + [1000])[2]), int((sys.argv + [0, 1])[3])
    folder = os.path.join(os.path.dirname(__file__), "..", "Workouts")
    shipped = texts(folder)
    programmes = [text for text in texts(os.path.join(folder, "programmes")) if '"programme/1"' in text]
    commands = {
        "check": [cuebell, "check"],
        "show": [cuebell, "show"],
        "render": [cuebell, "render", "--no-speech", "-o", "-"],
        "simulate": [cuebell, "simulate", "--seeds", "1", "--seed", str(seed), "--out", ".", "--workout"],
    }
    broken, accepted, stopped, most = 0, 0, 0, {name: 0 for name in commands}
    for number in range(seed, seed + files):
        text = Maker(number, shipped, programmes).text()
        path = f"fuzz-{number}.json"
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        complaints = []
        for name, command in commands.items():
            status, left, memory = run(command, path)
            most[name] = max(most[name], memory)
            stopped += left is not None
            if name == "check" and status == 0:
                accepted += 1
            if left is not None and (left > GRACE or status not in (143, 0)):
                complaints.append(f"{name}: status {status}, {left:.2f} s after SIGTERM")
            elif left is None and status not in STATUSES[name]:
                complaints.append(f"{name}: status {status}")
            if memory > MEMORY:
                complaints.append(f"{name}: {memory // 1024} MB")
            if name == "check" and status != 0:
                break
        if complaints:
            broken += 1
            print(f"{path}: " + "; ".join(complaints), flush=True)
        else:
            os.remove(path)
    peaks = ", ".join(f"{name} {memory // 1024} MB" for name, memory in most.items())
    print(f"{files} files, {accepted} accepted, {stopped} commands stopped after {PATIENCE:.0f} s, {broken} broken; {peaks}")
    sys.exit(1 if broken else 0)


main()
