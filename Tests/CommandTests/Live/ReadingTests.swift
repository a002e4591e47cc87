import Glibc
import TestSupport
import Testing

/// What is read after a reply, by every reader of a run that is heard as late as it may be.
@Suite(.serialized) struct `No reading is older than a reply` {
  /// Sends each request of a table in each way, and reads each of its properties by all readers at once after the
  /// reply; prints what is older.
  private static let script = """
    import http.client, json, socket, subprocess, sys, time
    path, port, token, command = sys.argv[1:]
    class Run:
        def __init__(self):
            self.socket = socket.socket(socket.AF_UNIX); self.socket.connect(path)
            self.lines = self.socket.makefile("rw"); self.lines.readline()
        def ask(self, request):
            print(json.dumps(request), file=self.lines, flush=True)
            while True:
                line = json.loads(self.lines.readline())
                if "ok" in line: return line
    mine, other = Run(), Run()
    def http_ask(method, address, body=None):
        page = http.client.HTTPConnection("127.0.0.1", int(port))
        page.request(method, address, body and json.dumps(body),
                     {"Authorization": "Bearer " + token, "Content-Type": "application/json"})
        return json.loads(page.getresponse().read())
    def ctl(*words, input=""):
        return subprocess.run([command, "ctl", "--timeout", "60", *words], input=input, capture_output=True, text=True)
    player = ["org.mpris.MediaPlayer2.cuebell", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"]
    def mpris(*words):
        return subprocess.run(["busctl", "--user", "-j", *words], capture_output=True, text=True).stdout
    ways = {
        "socket": lambda request: mine.ask(request)["ok"],
        "http": lambda request: http_ask("POST", "/api/runs/w/requests", request)["ok"],
        "ctl": lambda request: ctl("send", input=json.dumps(request)).returncode == 0,
    }
    readers = {
        "socket": lambda: mine.ask({"get": "all"})["values"],
        "another": lambda: other.ask({"get": "all"})["values"],
        "http": lambda: http_ask("GET", "/api/runs/w")["values"],
        "list": lambda: http_ask("GET", "/api/runs")["runs"][0]["values"],
        "ctl": lambda: json.loads(ctl("status", "--json").stdout),
    }
    def mpris_values():
        names = ["PlaybackStatus", "Metadata", "Volume"]
        values = [json.loads(line)["data"] for line in
                  mpris("get-property", *player, *names).splitlines()]
        return dict(zip(names, values))
    states = {"playing": "Playing", "fadingIn": "Playing", "fadingOut": "Paused", "paused": "Paused"}
    number = 0
    def check(name, values, test, way, reader):
        global number
        number += 1
        if not test(values): print(way, name, reader, json.dumps(values)[:600])
    table = [
        ("pause", {"do": "pause"}, lambda v: v["playback"] in ("fadingOut", "paused") and v["reason"] == "user"
            and v["place"]["rate"] == 0),
        ("resume", {"do": "resume"}, lambda v: v["playback"] in ("fadingIn", "playing") and v["reason"] is None
            and v["place"]["rate"] == 1),
        ("volume", {"do": "volume", "to": -9}, lambda v: v["volume"] == -9 and not v["muted"]),
        ("mute", {"do": "mute", "on": True}, lambda v: v["volume"] == -60 and v["muted"]),
        ("unmute", {"do": "mute", "on": False}, lambda v: v["volume"] == -9 and not v["muted"]),
        ("extend", {"do": "extend", "by": "15s"}, lambda v: v["phase"]["length"] == 35 * 10**9
            and v["place"]["phaseEnd"] - v["place"]["phaseStart"] == 35 * 10**9 and v["redoable"] == 0),
        ("undo", {"do": "undo"}, lambda v: v["phase"]["length"] == 20 * 10**9 and v["redoable"] == 1),
        ("redo", {"do": "redo"}, lambda v: v["phase"]["length"] == 35 * 10**9 and v["redoable"] == 0),
        ("next", {"do": "next"}, lambda v: v["phase"]["name"] == "B" and v["groups"][0]["set"] == 1
            and v["next"]["name"] == "A" and v["next"]["set"] == 2),
        ("done", {"do": "next"}, lambda v: v["phase"]["name"] == "A" and v["groups"][0]["set"] == 2
            and v["next"]["name"] == "B" and v["phase"]["set"] == 2),
        ("back", {"do": "jump", "to": "5s"}, lambda v: v["phase"]["name"] == "A" and v["groups"][0]["set"] == 1
            and 5 * 10**9 <= v["place"]["position"] < 8 * 10**9),
    ]
    for way, send in ways.items():
        for name, request, test in table:
            if not send(request): print(way, name, "refused"); continue
            for reader, read in readers.items(): check(name, read(), test, way, reader)
            values, shown = other.ask({"get": "all"})["values"], mpris_values()
            check(name, shown, lambda s: s["PlaybackStatus"] == states[values["playback"]]
                and s["Metadata"]["xesam:title"]["data"].startswith(values["phase"]["name"])
                and abs(s["Volume"] - (0 if values["muted"] else 10 ** (values["volume"] / 20))) < 1e-6, way, "mpris")
            # A toggle soon after another would be taken for a bounce; a phase left at once is the one before;
            # and a move of another client just after one isn't meant for the new phase.
            time.sleep(0.35)
    for member, state in ("Pause", "Paused"), ("Play", "Playing"):
        mpris("call", *player, member)
        check(member, mpris_values(), lambda v: v["PlaybackStatus"] == state, "mpris", "mpris")
        for reader, read in readers.items():
            check(member, read(), lambda v: states[v["playback"]] == state, "mpris", reader)
    print(number, "readings")
    """

  private static let workout = """
    { "name": "Long", "style": "silent", "phases": [
      { "name": "Round", "sets": 3, "phases": [ { "name": "A", "duration": "20s" }, { "name": "B", "open": true } ] },
      { "name": "C", "duration": "1m" } ] }
    """

  /// Runs the script while a run plays.
  private func expectNoOldReadings(_ home: TemporaryHome, _ options: String) throws {
    try home.write(Self.workout, to: "w.json")
    try home.write(Self.script, to: "readings.py")
    let port = try HTTPConnection.freePort()
    let line = """
      "$CUEBELL" serve --listen 127.0.0.1:\(port) --workouts . > serve.txt 2>&1 & server=$!
      \(options) --name w w.json > run.txt 2>&1 & run=$!
      until grep -q Remote serve.txt && grep -q '"event": "phase"' run.txt; do sleep 0.1; done; sleep 2.5
      token=$(sed -n 's/^Remote.*#k=//p' serve.txt | head -n 1)
      python3 readings.py "$XDG_RUNTIME_DIR/cuebell/runs/w.sock" \(port) "$token" "$CUEBELL"
      "$CUEBELL" ctl stop; kill $server; wait $run $server; true
      """
    try home.write(line, to: "play.sh")
    let result = try home.shell("dbus-run-session -- sh play.sh")
    #expect(result.lines == ["210 readings"], "\(result.out)\(result.err)")
  }

  @Test func `on a device with the longest buffer`() throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    try expectNoOldReadings(fixture.home, "\"$CUEBELL\" run --json --latency power")
  }

  @Test func `into a FIFO`() throws {
    let home = try TemporaryHome()
    try home.write("", to: "empty")
    try expectNoOldReadings(home, "mkfifo f; cat f > /dev/null & \"$CUEBELL\" run --json --fifo f")
  }
}
