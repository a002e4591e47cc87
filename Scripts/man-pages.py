#!/usr/bin/env python3
"""Writes the manual pages of the command from what it says of itself.

The text is that of `cuebell --help`; statuses, files and environment variables are the tables of docs/COMMANDS.md. The
manual plugin of swift-argument-parser makes pages of the same help, but it builds every product once more, runs examples
and lists together into one paragraph, and leaves out default values.

usage: Scripts/man-pages.py CUEBELL FOLDER [YYYY-MM-DD]
"""

import datetime
import os
import re
import sys

from command_help import grouped, meaning, parts, read, shown, takes_optional_value

COMMANDS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "COMMANDS.md")


def escaped(text):
    """Text that the formatter takes literally."""
    text = text.replace("\\", "\\e")
    return re.sub(r"(?<![\w-])-(?=[\w-])|(?<=-)-", r"\\-", text)


def line(text):
    """A line of text: one that begins with a dot or an apostrophe would be a request."""
    text = escaped(text)
    return "\\&" + text if text.startswith((".", "'")) else text


def prose(text):
    """Text lines, each sentence on its own, by which the formatter knows where sentences end."""
    sentences = re.split(r"(?<=[.:?]) (?=[A-Z0-9$])", " ".join(text.split()))
    return [line(sentence) for sentence in sentences if sentence]


def word(text):
    """A word as the argument of a macro, in quotes; no name of a macro is taken for one."""
    text = escaped(text).replace('"', "\\(dq")
    return f'"\\&{text}"' if not text.startswith("\\") else f'"{text}"'


def paragraphs(text):
    """The parts of a discussion: paragraphs, and blocks whose indented lines are kept as they are."""
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        running = []
        for is_block, lines in neighbours(part.split("\n"), lambda each: each.startswith("  ")):
            if is_block:
                yield "block", (running[-1] if running else ""), [each[2:] for each in lines]
                running = []
            else:
                if running:
                    yield "text", "", running
                running = lines
                if lines[-1].endswith(":") and len(lines) > 1:
                    yield "text", "", lines[:-1]
                    running = lines[-1:]
        if running:
            yield "text", "", running


def neighbours(lines, key):
    """Neighbours with the same key, as lists."""
    groups = []
    for each in lines:
        if groups and groups[-1][0] == key(each):
            groups[-1][1].append(each)
        else:
            groups.append((key(each), [each]))
    return groups


def described(text):
    """A discussion without its examples, and the examples."""
    description, examples = [], []
    for kind, heading, lines in paragraphs(text):
        if kind == "block" and heading == "Examples:":
            examples += lines
            continue
        if description:
            description.append(".Pp")
        if kind == "text":
            description += prose(" ".join(lines))
            continue
        if heading:
            description += prose(heading)
        description += [".Bd -literal -offset indent"] + [line(each) for each in lines] + [".Ed"]
    return description, examples


def named(argument):
    """An argument as it is given: its names and the placeholder of its value."""
    if argument["kind"] == "positional":
        dots = " ..." if argument["isRepeating"] else ""
        return f"Ar {word(argument['valueName'])}{dots}"
    names = []
    for name in argument["names"]:
        names.append(f"Fl {word(('-' if name['kind'] == 'long' else '') + name['name'])}")
    if argument["kind"] != "option":
        return " , ".join(names)
    kind = "Op Ar" if takes_optional_value(argument) else "Ar"
    return " , ".join(names) + f" {kind} {word(argument['valueName'])}"


def listed(arguments):
    """A list of arguments; the two words of a switch share one item."""
    lines = [".Bl -tag -width Ds"]
    for group in grouped(arguments):
        lines += [".It " + " , ".join(named(argument) for argument in group)] + prose(meaning(group[0]))
    return lines + [".El"]


def usage(command, words):
    """How the command is called."""
    positionals, options = shown(command)
    lines = [".Nm " + " ".join(word(each) for each in words)]
    if options:
        lines.append(".Op Ar options")
    for argument in positionals:
        lines.append(("." if not argument["isOptional"] else ".Op ") + named(argument))
    return lines


def page(command, words, date, sections):
    """One manual page, for a command that is called by these words."""
    title = "-".join(words)
    abstract = command["abstract"].rstrip(".")
    lines = [f".Dd {date:%B} {date.day}, {date.year}", f".Dt {title.upper()} 1", ".Os Cuebell"]
    lines += [".Sh NAME", f".Nm {title}", ".Nd " + escaped(abstract[0].lower() + abstract[1:]), ".Sh SYNOPSIS"]
    inner = parts(command)
    # The first line names the program, of which every page describes a part.
    if len(words) == 1:
        lines += [".Nm cuebell", ".Ar command", ".Op Ar options"]
    else:
        default = [each for each in inner if each["commandName"] == command.get("defaultSubcommand")]
        lines += usage(default[0] if default else command, words)
        for each in inner:
            lines += usage(each, words + [each["commandName"]])
    description, examples = described(command.get("discussion", ""))
    lines += [".Sh DESCRIPTION"] + (description or prose(command["abstract"]))
    if len(words) == 1:
        lines += [".Sh COMMANDS", ".Bl -tag -width Ds"]
        for each in inner:
            lines += [f".It Xr cuebell-{each['commandName']} 1"] + prose(each["abstract"])
        lines += [".El"]
    lines += arguments_of(command)
    for each in inner if len(words) > 1 else []:
        lines += [f".Sh {' '.join(words[1:] + [each['commandName']]).upper()}"] + prose(each["abstract"])
        told, more = described(each.get("discussion", ""))
        lines += ([".Pp"] + told if told else []) + arguments_of(each, heading=False)
        examples += more
    lines += sections
    if examples:
        lines += [".Sh EXAMPLES", ".Bd -literal -offset indent"] + [line(each) for each in examples] + [".Ed"]
    return lines


def arguments_of(command, heading=True):
    """What a command takes."""
    positionals, options = shown(command)
    lines = []
    for title, arguments in (("ARGUMENTS", positionals), ("OPTIONS", options)):
        if arguments:
            lines += ([f".Sh {title}"] if heading else []) + listed(arguments)
    return lines


def tables():
    """The tables of docs/COMMANDS.md about the command as a whole, as sections of its page."""
    with open(COMMANDS, encoding="utf-8") as file:
        text = file.read()
    titles = {"status": "EXIT STATUS", "variable": "ENVIRONMENT", "path": "FILES"}
    found = {}
    for table in re.findall(r"^\| (status|variable|path) \| .*\n\|[- |]+\n((?:\|.*\n)+)", text, re.M):
        lines = [f".Sh {titles[table[0]]}", ".Bl -tag -width Ds"]
        for row in table[1].splitlines():
            name, means = [cell.strip().replace("`", "") for cell in row.strip("|").split(" | ", 1)]
            lines += [f".It {word(name)}"] + prose(means + ".")
        found[table[0]] = lines + [".El"]
    # The order in which manual pages have them.
    return [each for key in ("variable", "path", "status") for each in found[key]]


def main():
    binary, folder = sys.argv[1:3]
    date = datetime.date.fromisoformat(sys.argv[3]) if len(sys.argv) > 3 else datetime.date.today()
    command = read(binary)
    os.makedirs(folder, exist_ok=True)
    names = sorted(f"cuebell-{each['commandName']}" for each in parts(command))
    for each in [command] + parts(command):
        words = ["cuebell"] if each is command else ["cuebell", each["commandName"]]
        title = "-".join(words)
        sections = tables() if each is command else [
            ".Sh EXIT STATUS", "The statuses are listed in", ".Xr cuebell 1 ."]
        lines = page(each, words, date, sections)
        if each is command:
            lines += [".Sh SEE ALSO"] + [f".Xr {name} 1{' ,' if name != names[-1] else ''}" for name in names]
        with open(os.path.join(folder, f"{title}.1"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


main()
