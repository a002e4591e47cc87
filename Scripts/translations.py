#!/usr/bin/env python3
"""Writes the translations of Scripts/translations.json to the end of each shipped workout and programme.

The table has every text once, so an exercise has the same name everywhere; a test compares the files with it. To change
a text, change the table and run `make translations`. Texts without a row are printed.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ["de", "es", "fr", "it", "nl", "pt"]
OWN = re.compile(r',\n  "translations": \{\n.*\n  \}\n\}\n$', re.DOTALL)


def texts(node, keys=("name", "say", "notes")):
    """The texts of a node and all below it, in the order of the file."""
    for key, value in node.items():
        if key in keys or key == "description":
            yield from values(value)
        elif key == "tags" or (key == "sides" and isinstance(value, list)):
            yield from value
        elif key in ("phases", "cues", "sessions"):
            for child in value:
                yield from texts(child)
        elif key == "between":
            yield from texts(value)
        elif key == "blocks":
            for child in value.values():
                yield from texts(child)


def values(value):
    """A text, or the texts of a list that differs from set to set."""
    if isinstance(value, dict):
        value = value["of"]
    return [value] if isinstance(value, str) else value


def has_words(text):
    return any(character.isalpha() for character in re.sub(r"\{[^}]*\}", "", text))


def written(path, table):
    """The contents of a file with its translations, and its texts without a row."""
    plain = OWN.sub("\n}\n", path.read_text())
    wanted = list(dict.fromkeys(filter(has_words, texts(json.loads(plain)))))
    known = sorted(text for text in wanted if text in table)
    blocks = []
    for language in LANGUAGES:
        lines = [f"      {quoted(text)}: {quoted(table[text][language])}" for text in known]
        blocks.append(f'    "{language}": {{\n' + ",\n".join(lines) + "\n    }")
    end = ',\n  "translations": {\n' + ",\n".join(blocks) + "\n  }\n}\n"
    return plain.removesuffix("\n}\n") + end, [text for text in wanted if text not in table]


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def main():
    table = json.loads((ROOT / "Scripts/translations.json").read_text())
    missing = {}
    for path in sorted((ROOT / "Workouts").rglob("*.json")):
        text, without = written(path, table)
        missing |= {each: path.name for each in without}
        if text != path.read_text():
            path.write_text(text)
    for text, name in missing.items():
        print(f"{name}: no row for {quoted(text)}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
