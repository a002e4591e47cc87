#!/usr/bin/env python3
"""Keeps the figures of docs/exactness.json, and makes the table and the histogram of docs/EXACTNESS.md from them.

usage: exactness.py add DATA NAME FIGURES     stores what `cuebell judge --json` has printed
       exactness.py page DATA PAGE PICTURE    replaces the table of the page, and draws the histogram
"""
import json
import sys

NAMES = {
    "prompt": "Cuebell, a sink that fetches in small blocks",
    "stock": "Cuebell, PulseAudio's default sink",
    "power": "Cuebell, `--latency power`",
    "soak": "Cuebell, a long run",
    "words": "Cuebell, words in a render",
    "day": "Cuebell, a day, rendered",
    "browser": "a page with `setInterval`",
    "termdown": "termdown 2.0.0 with `--exec-cmd`",
}
# The upper bounds of the histogram in nanoseconds, and what they are called.
BOUNDS = [(20_000, "20 µs"), (50_000, "50 µs"), (100_000, "0.1 ms"), (300_000, "0.3 ms"), (1_000_000, "1 ms"),
          (3_000_000, "3 ms"), (10_000_000, "10 ms"), (30_000_000, "30 ms"), (100_000_000, "0.1 s")]
# What the histogram shows, and in which colour: Cuebell's, and those of others.
DRAWN = {"prompt": "#2a6f97", "stock": "#2a6f97", "soak": "#2a6f97", "words": "#2a6f97",
         "browser": "#d08a00", "termdown": "#d08a00"}
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"


def milliseconds(nanoseconds):
    return "–" if nanoseconds is None else f"{nanoseconds / 1e6:.3f} ms"


def row(name, figures):
    # Older figures have no standard error.
    error = f" ± {figures['driftError']:.1f}" if figures.get("driftError") is not None else ""
    drift = "–" if figures["drift"] is None else f"{figures['drift']:+.1f}{error} ppm"
    jitter = " | ".join(milliseconds(figures["jitter"][part]) for part in ("p50", "p99", "max"))
    return (f"| {NAMES[name]} | {figures['heard']} of {figures['planned']} | {figures['length']} s | {jitter} | {drift} | "
            f"{figures['extra']} |")


def table(data):
    head = ["| timer | cues heard | over | p50 | p99 | max | drift | extra |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    return "\n".join(head + [row(name, data[name]) for name in NAMES if name in data]) + "\n"


def histogram(data):
    rows = [name for name in DRAWN if name in data]
    width, left, top, band = 1200, 24, 96, 150
    height = top + band * len(rows) + 50
    slot = (width - 2 * left) / (len(BOUNDS) + 1)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
             'font-family="\'DejaVu Sans\', Verdana, sans-serif">',
             f'<rect width="{width}" height="{height}" fill="#fff"/>',
             f'<text x="{left}" y="42" font-size="28" font-weight="bold" fill="#1d232b">'
             'How far cues lie beside their plan</text>']
    for index, name in enumerate(rows):
        figures, base = data[name], top + band * (index + 1) - 24
        title = NAMES[name].replace("`", "")
        parts.append(f'<text x="{left}" y="{base - 96}" font-size="19" fill="#1d232b">{title}: '
                     f'p99 {milliseconds(figures["jitter"]["p99"])}</text>')
        most = max(figures["histogram"])
        for place, count in enumerate(figures["histogram"]):
            tall = count and max(2, 80 * count / most)
            x = left + place * slot
            parts.append(f'<rect x="{x:.1f}" y="{base - tall:.1f}" width="{slot - 10:.1f}" height="{tall:.1f}" '
                         f'fill="{DRAWN[name]}"><title>{count} cues</title></rect>')
        parts.append(f'<line x1="{left}" x2="{width - left}" y1="{base}" y2="{base}" stroke="#c4ccd6"/>')
    for place in range(len(BOUNDS) + 1):
        label = f"≤ {BOUNDS[place][1]}" if place < len(BOUNDS) else "more"
        parts.append(f'<text x="{left + place * slot + slot / 2 - 5:.1f}" y="{height - 28}" font-size="19" '
                     f'text-anchor="middle" fill="#667080">{label}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def read(path):
    try:
        with open(path) as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def add(path, name, figures_path):
    with open(figures_path) as file:
        figures = json.load(file)
    counts = [0] * (len(BOUNDS) + 1)
    for cue in figures["cues"]:
        counts[sum(abs(cue["deviation"]) > bound for bound, _ in BOUNDS)] += 1
    moments = [cue["moment"] for cue in figures["cues"]] or [0]
    data = read(path)
    data[name] = {"planned": figures["planned"], "heard": figures["heard"],
                  "length": round((max(moments) - min(moments)) / 1e9), "jitter": figures["jitter"],
                  "drift": figures["drift"], "driftError": figures["driftError"], "extra": len(figures["extra"]),
                  "histogram": counts}
    with open(path, "w") as file:
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(data[name])}" for name in NAMES if name in data)
        file.write("{\n" + lines + "\n}\n")
    print(row(name, data[name]))


def page(path, page_path, picture_path):
    data = read(path)
    with open(page_path) as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    with open(page_path, "w") as file:
        file.write(before + BEGIN + table(data) + END + rest.split(END)[1])
    with open(picture_path, "w") as file:
        file.write(histogram(data))


{"add": add, "page": page}[sys.argv[1]](*sys.argv[2:])
