#!/usr/bin/env python3
"""Writes the tables of options in docs/COMMANDS.md from what the command says of itself.

In the section of a command, such as "## render", the table that begins with "| option | meaning |" has the arguments and
options of `cuebell render --help`; one that begins with "| option of history export | meaning |" has those of a
subcommand. `next` and `resume` take the options of `run`, so their tables leave these out.

usage: Scripts/option-tables.py CUEBELL PAGE    prints the page with its tables as they are now
"""

import re
import sys

from command_help import grouped, meaning, parts, read, shown, takes_optional_value

EXTENDED = {"next": "run", "resume": "run"}
TABLE = re.compile(r"^\| option(?: of ([a-z -]+))? \| meaning \|\n\| --- \| --- \|\n(?:\|.*\n)*", re.MULTILINE)


def marked(text):
    """Text for a cell, in which the names of options are code."""
    return re.sub(r"(?<![\w`-])--?[a-z][a-z-]*(?![\w-])", r"`\g<0>`", text).replace("|", "\\|")


def named(argument):
    """An argument as it is given; a value that is no example is in capitals."""
    value = argument["valueName"]
    value = (value.upper() if re.fullmatch(r"[a-z:,|[\]-]+", value) else value).replace("|", "\\|")
    if argument["kind"] == "positional":
        return value + ("..." if argument["isRepeating"] else "")
    names = sorted((("--" if name["kind"] == "long" else "-") + name["name"] for name in argument["names"]), key=len)
    if argument["kind"] == "option":
        names[-1] += f" [{value}]" if takes_optional_value(argument) else f" {value}"
    return ", ".join(names)


def found(command, words):
    """The part of a command that is called by these words, or by default."""
    for word in words:
        command = next(each for each in parts(command) if each["commandName"] == word)
    default = command.get("defaultSubcommand")
    return found(command, [default]) if default else command


def table(root, words, without):
    """The rows of a command, but for the arguments that are named elsewhere."""
    positionals, options = shown(found(root, words))
    rows = []
    for group in grouped(positionals + options):
        names = [named(argument) for argument in group if named(argument) not in without]
        if names:
            rows.append(f"| {', '.join(f'`{name}`' for name in names)} | {marked(meaning(group[0], '`{}`', 12))} |\n")
    return "".join(rows)


def written(section, root):
    """A section of the page with its tables."""
    name = re.match(r"## ([a-z]+)\n", section)
    if not name:
        return section
    of_others = {named(each) for kind in shown(found(root, [EXTENDED[name[1]]])) for each in kind} \
        if name[1] in EXTENDED else set()

    def replaced(match):
        head = "".join(match[0].splitlines(keepends=True)[:2])
        return head + table(root, (match[1] or name[1]).split(), of_others)

    return TABLE.sub(replaced, section)


def main():
    binary, page = sys.argv[1:]
    root = read(binary)
    with open(page, encoding="utf-8") as file:
        sections = re.split(r"^(?=## )", file.read(), flags=re.MULTILINE)
    sys.stdout.write("".join(written(section, root) for section in sections))


main()
