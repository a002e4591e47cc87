"""Drives cuebell mcp by the client of the package mcp: a broken workout is mended, shown, kept and played.

Usage: assistant.py COMMAND
"""
import asyncio
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

BROKEN = """{
  "name": "Mended",
  "phases": [{ "name": "Work", "duration": "3 days of it" }]
}
"""


async def main(command: str) -> None:
    parameters = StdioServerParameters(
        command=command, args=["mcp", "--allow-run", "--", "--silent"], env=dict(os.environ))
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert tools == {"list", "show", "check", "new", "simulate", "render", "history", "run", "control"}, tools
        names = {resource.name for resource in (await session.list_resources()).resources}
        assert {"schema", "WORKOUTS"} <= names, names
        schema = (await session.read_resource("cuebell://schema")).contents[0].text
        assert '"phases"' in schema

        async def call(tool: str, isError: bool = False, **arguments: object) -> str:
            result = await session.call_tool(tool, arguments)
            error = getattr(result, "is_error", None)
            error = result.isError if error is None else error
            assert error == isError, (tool, result)
            return result.content[0].text

        text = await call("check", isError=True, text=BROKEN)
        assert text.startswith("stdin:3:") and "phases[0].duration" in text, text
        text = await call("new", isError=True, name="mine", text=BROKEN)
        assert "mine.json:3:" in text, text
        mended = BROKEN.replace("3 days of it", "3s")
        assert "Work" in await call("show", text=mended)
        await call("new", name="mine", text=mended)
        assert '"name": "mine"' in await call("list")
        await call("render", workout="mine")
        assert await call("run", workout="mine") == "mine is running"
        await call("control", do="stop", run="mine")
        await call("show", isError=True, workout="../../../etc/passwd")
    print("understood")


asyncio.run(main(sys.argv[1]))
