#!/usr/bin/env python3
"""Compiles the examples in the comments of the libraries' public declarations, without running them.

Usage: examples.py FOLDER_OF_THE_BUILD FOLDER_FOR_THE_FILES
"""
import pathlib
import re
import subprocess
import sys

LIBRARIES = {
    "Core/WorkoutModel", "Core/WorkoutEngine", "Core/AudioMixing", "Core/CueAudio", "Adapters/WorkoutFiles",
    "Adapters/WorkoutExchange", "Simulation/DriftSimulation", "Library/Cuebell", "Library/CuebellAudio",
    "Library/CuebellTesting",
}
PRODUCTS = ["Cuebell", "CuebellAudio", "CuebellSimulation", "CuebellTesting", "WorkoutExchange"]
# What the examples take as given.
GIVEN = """\
import Foundation
{imports}

struct Sink: AudioSink {{
  let blockFrames = 480
  let latencyFrames = 0
  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {{}}
  mutating func finish() throws(SinkError) {{}}
}}
final class Preview: Sendable {{
  func start(with grant: Any) {{}}
  func stop() {{}}
}}
func given<Value>() -> Value {{ preconditionFailure("examples are not run") }}
let (workout, bytes, json, now) = (Workout(name: "", nodes: []), [UInt8](), "", Duration.zero)
let workouts = [workout]
let exercises = ["Squats", "Rows"]
let (work, rest) = (Phase("Work", .high, .open()), Phase("Rest", .rest, .open()))
let (speech, left, right) = ([Float](), [Float](), [Float]())
let (timeline, loader): (Timeline, SoundLibrary.Loader) = given()
let (preview, gong) = (Preview(), Clip(mono: []))
let backend: any SpeechBackend = NoSpeech(because: "")
let (phrases, sounds) = (SpeechCache(backend, voice: Voice()), SoundLibrary(workout, loader: loader))
let simulation = Simulation(Oracle(timeline))
let generator = ScenarioGenerator(simulation.oracle, workout: "")
let (event, loss): (EngineEvent, ExchangeIssue) = given()
nonisolated(unsafe) var (engine, sink, message) = (Engine(timeline), Sink(), "")
nonisolated(unsafe) let group = Mixer().makeGroup()
nonisolated(unsafe) var scenario = Scenario(name: "", workout: "")
func show(_ name: String, from start: Duration) {{}}
func say(_ text: String, at due: Duration) {{}}
func mark(_ line: Int, _ message: String) {{}}
func perform(_ effects: [Effect]) {{}}
func start(_ workout: Workout) {{}}
func tick(_ reading: VirtualClock.Reading) {{}}
func report(_ items: Any...) {{}}
func load(_ path: String) {{}}
func redraw(_ change: Any) {{}}
func cancel(_ effect: Effect) {{}}
func schedule(_ effect: Effect, at due: Duration) {{}}
func parseXML(_ bytes: [UInt8], _ log: ExchangeLog) throws(ExchangeError) -> ExchangeElement {{ given() }}
"""
COMMENT = re.compile(r"((?:^ *///.*\n)+)(?:^ *@.*\n)*^ *(?:@\w+ )*public ", re.MULTILINE)
EXAMPLE = re.compile(r"^```swift\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main() -> int:
    build, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    imports = "\n".join(f"import {product}" for product in PRODUCTS)
    files = [folder / "Given.swift"]
    files[0].write_text(GIVEN.format(imports=imports))
    for source in sorted(path for library in LIBRARIES for path in pathlib.Path("Sources", library).rglob("*.swift")):
        for comment in COMMENT.findall(source.read_text()):
            text = re.sub(r"^ */// ?", "", comment, flags=re.MULTILINE)
            for example in EXAMPLE.findall(text):
                name = f"{re.sub(r'[^A-Za-z]', '', source.stem)}{len(files)}"
                code = "".join(f"  {line}\n" for line in example.splitlines())
                files.append(folder / f"{name}.swift")
                files[-1].write_text(f"import Foundation\n{imports}\n\nfunc example{name}() async throws {{\n{code}}}\n")
    command = ["swiftc", "-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-suppress-warnings",
               "-I", str(build / "Modules")]
    result = subprocess.run(command + [str(file) for file in files])
    print(f"{len(files) - 1} examples")
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
