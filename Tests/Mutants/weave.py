"""Weaves all defects into a copy of the sources: MUTANT=NAME chooses one when the program runs, none otherwise.

    weave.py DEFECTS COPY FOLDER=NAME...

copies each FOLDER to COPY/NAME with the defects in it, and prints their names. Files that don't change aren't touched.
A file in DEFECTS describes one defect, then its changes, each a few lines of keyword and indented Swift:

    in FILE                                  the file in COPY that the next changes concern
    expression X becomes Y                   X is replaced
    statement X becomes Y; statement X goes  whole statements are replaced or left out
    after X insert Y                         statements are added behind a line
    after X declare Y                        declarations are added; they are there in every variant
    below X                                  the text of the next change is looked for behind X

The text of a change occurs exactly once in the file, or once behind the text that `below` names.
"""
import collections
import pathlib
import re
import sys

KEYWORDS = {"in", "expression", "statement", "after", "becomes", "goes", "insert", "declare", "below"}


def flat(lines):
    """Lines without their common indentation and without empty lines around them."""
    return "\n".join(line[2:] if line.startswith("  ") else line for line in lines).strip("\n")


def clauses(text):
    """The keyword and the Swift of each clause after the description."""
    found = []
    for line in text.split("\n\n", 1)[1].splitlines():
        word = line.split(" ", 1)[0]
        if line and not line.startswith(" "):
            if word not in KEYWORDS:
                raise SystemExit(f"unknown keyword: {line}")
            found.append((word, [line[len(word):].strip()]))
        elif found:
            found[-1][1].append(line)
    return [(word, flat(lines)) for word, lines in found]


def changes(text):
    """The changes of a defect: file, anchor, kind, old text, new text."""
    file, anchor, old = None, None, None
    words = [word for word, _ in clauses(text)]
    begun = sum(word in ("expression", "statement", "after") for word in words)
    if begun == 0 or begun != sum(word in ("becomes", "goes", "insert", "declare") for word in words):
        raise SystemExit(f"a defect whose changes don't all have an end: {text}")
    for word, swift in clauses(text):
        if word == "in":
            file = swift
        elif word == "below":
            anchor = swift
        elif word in ("expression", "statement", "after"):
            old = (word, swift)
        else:
            kind = word if old[0] == "after" else old[0]
            yield file, anchor, kind, old[1], swift
            anchor = None


def pattern(text):
    """Finds a text wherever it is indented."""
    return re.compile(r"\s*\n\s*".join(re.escape(line.strip()) for line in text.splitlines()))


def place(source, anchor, old, name):
    start = 0
    if anchor:
        start = pattern(anchor).search(source)
        start = start.end() if start else sys.exit(f"{name}: no such text: {anchor}")
    matches = list(pattern(old).finditer(source, start))
    if not matches or (len(matches) > 1 and not anchor):
        raise SystemExit(f"{name}: {len(matches)} places have: {old}")
    return matches[0].span()


def woven(kind, old, variants):
    """The text in place of `old`; `variants` are the numbers of defects with their texts."""
    if kind == "declare":
        return old + "\n" + "\n".join(new for _, new in variants)
    if kind == "insert":
        return old + "".join(f"\nif Mutant.number == {number} {{\n{new}\n}}" for number, new in variants)
    if kind == "expression":
        return "(" + "".join(f"Mutant.number == {number} ? ({new}) : " for number, new in variants) + old + ")"
    return "".join(f"if Mutant.number == {number} {{\n{new}\n}} else " for number, new in variants) + f"{{\n{old}\n}}"


def weave(defects, files):
    """Weaves the defects into `files`, texts by their names; returns the names of the defects."""
    names = sorted(path.stem for path in defects.glob("*.txt"))
    places = collections.defaultdict(lambda: collections.defaultdict(list))
    for number, name in enumerate(names, 1):
        for file, anchor, kind, old, new in changes((defects / f"{name}.txt").read_text()):
            span = place(files[file], anchor, old, name)
            order = 0 if kind in ("expression", "statement") else 1
            places[file][(span, order, kind)].append((number, new))
    for file, spots in places.items():
        source = files[file]
        end = len(source)
        for ((start, stop), _, kind), variants in sorted(spots.items(), reverse=True):
            if kind in ("insert", "declare"):
                source = source[:stop] + woven(kind, "", variants) + source[stop:]
                continue
            if stop > end:
                raise SystemExit(f"{file}: two defects overlap at: {source[start:stop]}")
            source = source[:start] + woven(kind, source[start:stop], variants) + source[stop:]
            end = start
        if "WorkoutModel/" not in file and "import WorkoutModel" not in source:
            source = "import WorkoutModel\n" + source
        files[file] = source
    choice = "\n".join(f'    case "{name}": {number}' for number, name in enumerate(names, 1))
    files["Core/WorkoutModel/Mutant.swift"] = (
        "import Glibc\n\npublic enum Mutant {\n  public static let number: Int =\n"
        "    switch getenv(\"MUTANT\").map({ String(cString: $0) }) ?? \"\" {\n"
        f"{choice}\n    case \"\": 0\n    default: preconditionFailure(\"no such mutant\")\n    }}\n}}\n")
    return names


def main(defects, copy, *folders):
    files = {}
    for folder, name in (argument.split("=") for argument in folders):
        for path in [*pathlib.Path(folder).rglob("*.swift"), *pathlib.Path(folder).rglob("*.json")]:
            files[str(pathlib.Path(name) / path.relative_to(folder))] = path.read_text()
    names = weave(pathlib.Path(defects), files)
    for path in pathlib.Path(copy).rglob("*.swift"):
        if str(path.relative_to(copy)) not in files:
            path.unlink()
    for file, text in files.items():
        path = pathlib.Path(copy, file)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    print("\n".join(names))


main(*sys.argv[1:])
