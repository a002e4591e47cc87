#!/usr/bin/env python3
"""Judges the app for Home Assistant by the schema of its Supervisor, as far as the app uses it; what the Supervisor
would drop without a word is an error here.

usage: home-assistant.py FOLDER VERSION    FOLDER has repository.yaml
"""
import pathlib, re, struct, sys

import voluptuous as vol
import yaml

folder, version = pathlib.Path(sys.argv[1]), sys.argv[2]
app = folder / "cuebell"
option = vol.Match(r"^(?:str|bool|email|url|password|port|int\(.*\)|float\(.*\)|match\(.*\)|list\(.+\))\??$")
port = vol.All(vol.Coerce(int), vol.Range(min=1, max=65535))
config = vol.Schema({
    vol.Required("name"): str,
    vol.Required("version"): version,
    vol.Required("slug"): vol.Match(r"^[-_.A-Za-z0-9]+$"),
    vol.Required("description"): str,
    vol.Required("arch"): [vol.In(["amd64", "aarch64"])],
    "homeassistant": vol.Match(r"^\d{4}\.\d+\.\d+$"),
    "startup": vol.In(["initialize", "system", "services", "application", "once"]),
    "boot": vol.In(["auto", "manual", "manual_only"]),
    "ingress": bool, "ingress_port": port, "panel_admin": bool, "panel_icon": vol.Match(r"^mdi:[a-z-]+$"),
    "ports": {vol.Match(r"^\d+/(tcp|udp)$"): vol.Maybe(port)},
    "audio": bool,
    "services": [vol.Match(r"^\w+:(provide|want|need)$")],
    "map": [{vol.Required("type"): vol.In(["addon_config", "media", "share"]), "read_only": bool, "path": str}],
    "options": {str: vol.Any(str, int, bool)},
    "schema": {str: option},
})
translation = vol.Schema({
    "configuration": {str: {vol.Required("name"): str, "description": str}}, "network": {str: str},
})


def read(path):
    with open(path) as file:
        return yaml.safe_load(file)


vol.Schema({vol.Required("name"): str, "url": vol.Url(), "maintainer": str})(read(folder / "repository.yaml"))
settings = config(read(app / "config.yaml"))
needed = {name for name, kind in settings["schema"].items() if not kind.endswith("?")}
assert needed <= settings["options"].keys() <= settings["schema"].keys(), "options and their schema differ"
languages = sorted((app / "translations").iterdir())
assert any(path.stem == "en" for path in languages)
for path in languages:
    words = translation(read(path))
    assert words["configuration"].keys() == settings["schema"].keys(), path
    assert words["network"].keys() == settings["ports"].keys(), path
for name, size in (("icon.png", (128, 128)), ("logo.png", (250, 100))):
    header = (app / name).read_bytes()[:24]
    assert header.startswith(b"\x89PNG") and struct.unpack(">II", header[16:]) == size, name
assert version in (app / "CHANGELOG.md").read_text() and not re.search("@[A-Z]", (app / "Dockerfile").read_text())
assert f":{settings['ingress_port']} " in (app / "run.sh").read_text()
