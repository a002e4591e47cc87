"""Judges the automation of a recipe, by the schemas of Home Assistant where that is installed, and prints what its
speakers are asked to play for each name of a phase.

Usage: announcements.py AUTOMATION.yaml [ITEM] NAME...    ITEM, a line of YAML, takes the place of what is played
"""
import asyncio
import copy
import importlib.util
import re
import sys
import tempfile

import jinja2
import yaml


async def judge(automation: dict) -> None:
    from homeassistant.components.automation.config import PLATFORM_SCHEMA
    from homeassistant.components.homeassistant.triggers.state import TRIGGER_STATE_SCHEMA
    from homeassistant.core import HomeAssistant
    from homeassistant.helpers import frame

    hass = HomeAssistant(tempfile.mkdtemp())
    # Templates need it.
    frame.async_setup(hass)
    for trigger in PLATFORM_SCHEMA(copy.deepcopy(automation))["triggers"]:
        TRIGGER_STATE_SCHEMA(trigger)
    await hass.async_stop(force=True)


(automation,) = yaml.safe_load(open(sys.argv[1]))
names = sys.argv[2:]
(action,) = automation["actions"]
if names[0].startswith("media_content_id:"):
    action["data"] |= yaml.safe_load(names.pop(0))
if importlib.util.find_spec("homeassistant"):
    asyncio.run(judge(automation))
assert automation["triggers"] == [{"trigger": "state", "entity_id": "sensor.cuebell_gym_phase"}]
assert action["action"] == "media_player.play_media" and action["data"]["announce"] is True
templates = jinja2.Environment()
templates.filters["slugify"] = lambda text: re.sub("[^a-z0-9]+", "_", text.lower())
for name in names:
    trigger = {"to_state": {"state": name}}
    if templates.from_string(automation["conditions"]).render(trigger=trigger) == "True":
        print(templates.from_string(action["data"]["media_content_id"]).render(trigger=trigger))
