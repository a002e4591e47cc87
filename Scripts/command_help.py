"""What the command says of itself: its help, which it prints as JSON for --experimental-dump-help."""

import json
import re
import subprocess


def read(binary):
    """The whole command, with its parts."""
    dump = subprocess.run([binary, "--experimental-dump-help"], check=True, capture_output=True).stdout
    return json.loads(dump)["command"]


def parts(command):
    """The subcommands that have something to say."""
    return [each for each in command.get("subcommands", []) if each["commandName"] != "help"]


def shown(command):
    """The arguments and the options of a command that help shows, without those of every command."""
    arguments = [each for each in command.get("arguments", []) if each["shouldDisplay"]]
    if len(command.get("superCommands", [])) > 0:
        standard = ("Show help information.", "Show the version.")
        arguments = [each for each in arguments if each.get("abstract") not in standard]
    options = [each for each in arguments if each["kind"] != "positional"]
    return [each for each in arguments if each["kind"] == "positional"], options


def takes_optional_value(argument):
    """Whether an option may be given without its value."""
    return argument["kind"] == "option" and argument["parsingStrategy"] == "scanningForValue"


def meaning(argument, quoted="{}", most_values=None):
    """What an argument means, what it may be, and what it is by default; more than `most_values` are left out."""
    text = " ".join(argument.get("abstract", "").split())
    values = argument.get("allValues", [])
    is_listed = all(re.search(rf"\b{re.escape(value)}\b", text) for value in values)
    if not is_listed and len(values) <= (most_values or len(values)):
        text += f" One of {', '.join(values)}."
    default = argument.get("defaultValue")
    if default and "default" not in text:
        text += " Without a value: " if takes_optional_value(argument) else " Default: "
        text += quoted.format(default) + "."
    return text


def grouped(arguments):
    """Arguments with one meaning, such as the two words of a switch, together."""
    groups = []
    for argument in arguments:
        if groups and argument.get("abstract") and groups[-1][-1].get("abstract") == argument["abstract"]:
            groups[-1].append(argument)
        else:
            groups.append([argument])
    return groups
