import FoundationEssentials
import Glibc
import StrictJSON
import TestSupport
import Testing

/// The command `rooms`, with Debian's server and players.
@Suite(.serialized) struct `The rooms of a server` {
  private static let sources = [
    "pipe://FOLDER/fifo?name=Gym&sampleformat=48000:16:2", "tcp://127.0.0.1:PORT?name=Net&mode=server",
  ]

  @Test func `are listed and changed by name or id`() throws {
    let fixture = try SnapcastFixture(Self.sources)
    defer { fixture.end() }
    #expect(try fixture.rooms().out.contains("no rooms yet"))
    for id in ["r1", "r2"] { try fixture.addRoom(id) }
    #expect(try fixture.rooms("name", "r1", "Kitchen").out == "\(Self.host(fixture)): name Kitchen\n")
    #expect(try fixture.rooms("name", "r2", "Hall").code == 0)
    #expect(try fixture.rooms("volume", "Kitchen", "60").out == "Kitchen: volume 60 %\n")
    #expect(try fixture.rooms("volume", "r1", "+10").out == "Kitchen: volume 70 %\n")
    #expect(try fixture.rooms("volume", "Kitchen", "-100").out == "Kitchen: volume 0 %\n")
    #expect(try fixture.rooms("volume", "Kitchen", "35").code == 0)
    #expect(try fixture.rooms("mute", "Kitchen", "on").out == "Kitchen: volume 35 %, mute\n")
    let list = "Kitchen   mute  0 ms  Gym  connected\nHall     100 %  0 ms  Gym  connected\n"
    #expect(try fixture.rooms().out == list && fixture.rooms("list").out == list)
    #expect(try fixture.rooms("mute", "Kitchen", "off").out == "Kitchen: volume 35 %\n")
    #expect(try fixture.rooms("latency", "Hall", "-20").out == "Hall: latency -20 ms\n")
    let kept = "Hall: latency 500 ms; the server keeps -10000 ms to its buffer\n"
    #expect(try fixture.rooms("latency", "Hall", "20000").out == kept)
    #expect(try fixture.rooms("stream", "Hall", "Net").out == "Hall: stream Net\n")
    let json = try #require(JSONObject(line: fixture.rooms("--json").out.utf8))
    let rooms = try #require(json["rooms"]?.list)
    #expect(rooms.map { $0["name"]?.text } == ["Kitchen", "Hall"] && rooms[0]["volume"]?.integer == 35)
    #expect(rooms[1]["latency"]?.integer == 500 && rooms[1]["stream"]?.text == "Net")
    #expect(rooms.allSatisfy { $0["connected"]?.bool == true && $0["version"]?.text == "0.26.0" })
    let streams = try #require(json["streams"]?.list)
    #expect(streams.map { $0["id"]?.text } == ["Gym", "Net"] && json["buffer"]?.integer == 500)
    #expect(streams[0]["fifo"]?.text == fixture.home.path("fifo") && streams[1]["fifo"]?.text == nil)
    #expect(streams[1]["tcp"]?.text?.hasPrefix("127.0.0.1:") == true)
    // The question for the buffer leaves no room behind, which the list would leave out.
    let request = #"{"id":1,"jsonrpc":"2.0","method":"Server.GetStatus"}"#
    let status = try fixture.home.shell("echo '\(request)' | socat -t 5 - TCP:\(fixture.controlAddress)").out
    #expect(status.contains(#""id":"r1""#) && !status.contains(#""id":"cuebell""#))
    try Self.expectRefusals(fixture)
  }

  private static func host(_ fixture: SnapcastFixture) throws -> String {
    try #require(fixture.home.shell("hostname").lines.first)
  }

  private static func expectRefusals(_ fixture: SnapcastFixture) throws {
    for words in [
      ["volume", "Hall", "101"], ["volume", "Hall", "loud"], ["mute", "Hall", "maybe"], ["latency", "Hall", "1.5"],
      ["volume", "Hall"], ["list", "x"], ["volum", "Hall", "1"], ["name", "Hall", "a\u{1B}[31m"],
    ] {
      let result = try Child([Project.command, "rooms", "--server", fixture.address] + words, in: fixture.home).finish()
      #expect(result.code == 64, "\(words): \(result)")
    }
    let room = try fixture.rooms("mute", "Kitchn", "on")
    #expect(room.code == 66 && room.err == "No room has the name \"Kitchn\"; did you mean \"Kitchen\"?\n")
    let stream = try fixture.rooms("stream", "Hall", "Ned")
    #expect(stream.code == 66 && stream.err == "No stream has the name \"Ned\"; did you mean \"Net\"?\n")
  }

  /// A server that behaves as a word says: it answers with names that steer a terminal, or wrongly.
  private static let program = #"""
    import json, socket, sys, threading
    server = socket.create_server(("127.0.0.1", 0))
    print("ready", server.getsockname()[1], flush=True)
    bad = "a\x1b]0;x\x07\n\u202e\u009b31m"
    clients = [{"id": bad + str(i), "host": {"name": bad}, "config": {"name": bad, "volume": {"percent": 10**30}}}
               for i in range(200)]
    status = {"server": {"groups": [{"id": bad, "stream_id": bad, "clients": clients}], "streams": [
      {"id": bad, "status": bad, "uri": {"scheme": "pipe", "path": bad, "query": {"sampleformat": bad}}}]}}
    def serve(peer):
        with peer, peer.makefile("rwb") as file:
            for line in file:
                reply = json.dumps({"id": json.loads(line)["id"], "jsonrpc": "2.0", "result": status}).encode() + b"\n"
                file.write({"hostile": b'{"method":"x"}\n' * 10000 + reply, "silent": b"", "rubbish": b"\xff[}\n",
                            "cut": reply[:50], "deep": b"[" * 10000 + b"\n", "long": b"x" * (5 << 20),
                            "other": b'{"id":1,"jsonrpc":"2.0"}\n', "error": b'{"id":1,"error":{"message":"\\u001b"}}\n'
                           }[sys.argv[1]]); file.flush()
                if sys.argv[1] == "cut": return
    while True:
        threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
    """#

  private func home(_ behaviour: String) throws -> (TemporaryHome, Child, port: String) {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.program, to: "server.py")
    let server = try Child(["/usr/bin/python3", "server.py", behaviour], in: home)
    return (home, server, try String(#require(server.line { $0.hasPrefix("ready") }.split(separator: " ").last)))
  }

  @Test(arguments: ["silent", "rubbish", "cut", "deep", "long", "other", "error"])
  func `are not those of a server that answers wrongly`(behaviour: String) throws {
    let (home, server, port) = try home(behaviour)
    let begin = ContinuousClock().now
    let result = try home.cuebell("rooms", "--server", "127.0.0.1:\(port)")
    #expect(result.code == 69 && result.errorLines.count == 1 && result.out.isEmpty, "\(result)")
    #expect(ContinuousClock().now - begin < Measurement.limit(.seconds(3)))
    server.signal(SIGKILL)
    _ = try server.finish()
  }

  @Test func `have names that don't steer a terminal`() throws {
    let (home, server, port) = try home("hostile")
    let address = "127.0.0.1:\(port)"
    try home.write(WorkoutText.small, to: "w.json")
    let list = try home.cuebell("rooms", "--server", address)
    #expect(list.code == 0 && list.lines.filter { !$0.isEmpty }.count == 200, "\(list.lines.count)")
    let json = try home.cuebell("rooms", "--server", address, "--json")
    #expect(json.code == 0 && json.lines.filter { !$0.isEmpty }.count == 1)
    let run = try home.cuebell("run", "--snapcast", address, "w.json")
    let moved = try home.cuebell("rooms", "--server", address, "stream", "nobody", "x")
    #expect(run.code == 69 && moved.code == 66)
    for text in [list.out, json.out, run.err, moved.err] {
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintable })
    }
    server.signal(SIGKILL)
    _ = try server.finish()
  }

  @Test func `need a server`() throws {
    let home = try TemporaryHome.withoutSound()
    let port = try LoopbackSocket.freePort()
    let result = try home.cuebell("rooms", "--server", "127.0.0.1:\(port)")
    #expect(result.code == 69 && result.err.contains("127.0.0.1:\(port) is not available: Connection refused"))
    for wrong in ["", ":1", "a:b", "a:1:2:3", "a:0", "a b"] {
      #expect(try Child([Project.command, "rooms", "--server", wrong], in: home).finish().code == 64, "\(wrong)")
    }
  }
}
