"""Judges a discovery message by the schemas of Home Assistant, and renders its templates for states of a run.

Usage: discovery.py CONFIG STATE...   each a JSON object; prints a line for each state
"""
import asyncio
import copy
import importlib
import json
import sys
import tempfile

from homeassistant.components.mqtt import discovery
from homeassistant.components.mqtt.schemas import DEVICE_DISCOVERY_SCHEMA
from homeassistant.core import HomeAssistant
from homeassistant.helpers import frame, template


async def main(config: str, *states: str) -> None:
    hass = HomeAssistant(tempfile.mkdtemp())
    # Templates need it.
    frame.async_setup(hass)
    payload = json.loads(config)
    discovery._replace_all_abbreviations(payload)
    DEVICE_DISCOVERY_SCHEMA(copy.deepcopy(payload))
    templates = {}
    for key, component in payload["components"].items():
        platform = component.pop("platform")
        whole = dict(component, device=payload["device"], origin=payload["origin"])
        discovery._merge_common_device_options(whole, payload)
        module = importlib.import_module(f"homeassistant.components.mqtt.{platform}")
        module.DISCOVERY_SCHEMA(whole)
        if "value_template" in component:
            templates[key] = component["value_template"]
    for state in states:
        values = {
            key: template.Template(text, hass).async_render_with_possible_json_value(state)
            for key, text in templates.items()
        }
        print(json.dumps(values))
    await hass.async_stop(force=True)


asyncio.run(main(*sys.argv[1:]))
