import FoundationEssentials
import Glibc
import StrictJSON
import TestSupport
import Testing

/// The control script of a stream, with which the buttons of Snapcast's apps control a run.
@Suite(.serialized) struct `The control script of a stream` {
  /// Asks Debian's server over its control port, as Snapcast's apps do.
  private static let app = #"""
    import json, socket, sys
    peer = socket.create_connection(("127.0.0.1", int(sys.argv[1]))); file = peer.makefile("rw")
    def call(method, **params):
        file.write(json.dumps({"id": 1, "jsonrpc": "2.0", "method": method, "params": params}) + "\n"); file.flush()
        while (reply := json.loads(file.readline())).get("id") != 1: pass
        return reply
    streams = lambda: call("Server.GetStatus")["result"]["server"]["streams"][0]["properties"]
    if sys.argv[2] == "get": print(json.dumps(streams()))
    elif sys.argv[2] == "set": print(json.dumps(call("Stream.SetProperty", id="Gym", property=sys.argv[3],
                                                     value=json.loads(sys.argv[4]))))
    else: print(json.dumps(call("Stream.Control", id="Gym", command=sys.argv[2])))
    """#

  /// Lays the script beside the command, as the package does.
  private func install(in home: TemporaryHome) throws {
    let control = "\(Project.root)/Packaging/snapcast/snapcast-control"
    let words = "mkdir -p share/cuebell bin && cp \(control) share/cuebell && ln -s \(Project.command) bin"
    #expect(try home.shell(words).code == 0)
  }

  private func server() throws -> SnapcastFixture {
    let fixture = try SnapcastFixture(
      ["pipe://FOLDER/fifo?name=Gym&sampleformat=48000:16:2&controlscript=FOLDER/share/cuebell/snapcast-control"],
      prepare: install)
    try fixture.home.write(Self.app, to: "app.py")
    try fixture.home.write(WorkoutText.slow, to: "w.json")
    return fixture
  }

  private func app(_ fixture: SnapcastFixture, _ words: String...) throws -> JSONObject {
    let port = try #require(fixture.address.split(separator: ":").dropFirst().first)
    let result = try Child(["/usr/bin/python3", "app.py", String(port)] + words, in: fixture.home).finish()
    return try #require(JSONObject(line: (result.lines.first ?? "").utf8), "\(result)")
  }

  private func waits(_ run: Child, _ fixture: SnapcastFixture, for key: String, _ value: String) throws {
    try run.wait { try self.app(fixture, "get")[key]?.text == value }
  }

  @Test func `lets an app pause, resume, mute and end a run, and shows its phase`() throws {
    let fixture = try server()
    defer { fixture.end() }
    #expect(try app(fixture, "get")["canControl"]?.bool == false)
    #expect(try app(fixture, "pause")["error"] != nil)
    let run = try fixture.run(on: "Gym")
    try waits(run, fixture, for: "playbackStatus", "playing")
    let playing = try app(fixture, "get")
    let track = playing["metadata"]
    #expect(track?["title"]?.text == "Ready" && track?["artist"]?.list?.first?.text == "Small")
    #expect(playing["canPause"]?.bool == true && playing["volume"]?.integer == 100)
    #expect(try app(fixture, "pause")["result"]?.text == "ok")
    try run.line { $0.contains(#""event": "paused""#) }
    try waits(run, fixture, for: "playbackStatus", "paused")
    #expect(try app(fixture, "play")["result"]?.text == "ok")
    try run.line { $0.contains(#""event": "resumed""#) }
    for volume in [0, 50] {
      #expect(try app(fixture, "set", "volume", "\(volume)")["result"]?.text == "ok")
      try run.wait { try self.app(fixture, "get")["volume"]?.integer == volume }
    }
    #expect(try app(fixture, "set", "shuffle", "true")["error"] != nil)
    #expect(try app(fixture, "stop")["result"]?.text == "ok")
    #expect(try run.finish().out.contains(#""reason": "stopped""#))
    #expect(try Timeout.wait { try self.app(fixture, "get")["canControl"]?.bool == false })
    let over = try app(fixture, "get")
    #expect(over["playbackStatus"]?.text == "stopped" && over["metadata"]?["title"]?.text == nil)
  }

  /// What the script answers to lines, without a server.
  @Test func `answers each line, and refuses what a workout hasn't`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    try install(in: home)
    let words = ["share/cuebell/snapcast-control", "--stream=W", "--snapcast-port=1780"]
    let script = try Child(words, in: home, input: .open)
    try script.line { $0 == #"{"jsonrpc":"2.0","method":"Plugin.Stream.Ready"}"# }
    func ask(_ request: String, _ id: String = #""id":"#) throws -> JSONObject {
      script.type(request + "\n")
      return try #require(try JSONObject(line: script.line { $0.contains(id) }.utf8))
    }
    func control(_ command: String) -> String {
      #"{"id":7,"method":"Plugin.Stream.Player.Control","params":{"command":"\#(command)"}}"#
    }
    let silent = try ask(#"{"id":1,"jsonrpc":"2.0","method":"Plugin.Stream.Player.GetProperties"}"#)
    #expect(silent["result"]?["playbackStatus"]?.text == "stopped" && silent["result"]?["canPlay"]?.bool == false)
    // Servers up to 0.26, which never set it, warn of a property that they don't know.
    #expect(silent["result"]?["mute"] == nil)
    #expect(try ask(control("pause"))["error"]?["data"]?.text == "no run has this name")
    let run = try home.startSlow()
    try script.line { $0.contains(#""playbackStatus":"playing""#) && $0.contains(#""title":"Ready""#) }
    for (request, code) in [
      ("{", -32_700), (#"{"id":1,"method":"x"}"#, -32_601), (control("fly"), -32_602),
      (#"{"id":1,"method":"Plugin.Stream.Player.SetProperty"}"#, -32_602),
      (#"{"id":1,"method":"Plugin.Stream.Player.SetProperty","params":{"rate":2}}"#, -32_602),
    ] {
      #expect(try ask(request)["error"]?["code"]?.integer == code, "\(request)")
    }
    for (command, event) in [("Next", "action"), ("previous", "action"), ("playPause", "paused"), ("play", "resumed")] {
      #expect(try ask(control(command))["result"]?.text == "ok")
      try run.line { $0.contains(#""event": "\#(event)""#) }
    }
    // The change comes before the reply or after it.
    script.type(#"{"id":8,"method":"Plugin.Stream.Player.SetProperty","params":{"mute":true}}"# + "\n")
    try script.line { $0.contains(#""volume":0,"#) && $0.contains(#""mute":true"#) }
    let muted = try ask(#"{"id":9,"method":"Plugin.Stream.Player.GetProperties"}"#, #""id":9"#)["result"]
    #expect(muted?["mute"]?.bool == true)
    let position = muted?["position"]?.number
    #expect(try (0..<60).contains(#require(position)))
    run.signal(SIGKILL)
    try script.line { $0.contains(#""canControl":false"#) && $0.contains(#""metadata":{}"#) }
    script.endInput()
    #expect(try script.finish().code == 0)
    #expect(try home.cuebell("rooms", "control").code == 64)
  }
}
