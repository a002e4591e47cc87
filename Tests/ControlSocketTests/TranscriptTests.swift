import ControlSocket
import Foundation
import SessionReporting
import TestSupport
import Testing

@Suite struct `A control connection` {
  /// What is asked, and the reply.
  private static let transcript: [(String, String)] = [
    (#"{"id":1,"do":"extend","by":"15s"}"#, #"{"id":1,"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    (#"{"id":2,"do":"undo"}"#, #"{"id":2,"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    ("redo", #"{"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    ("undo", #"{"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    (
      #"{"id":"x","do":"undo"}"#,
      #"{"id":"x","ok":false,"error":"refused","reason":"there is nothing to undo"}"#
    ),
    ("pause", #"{"ok":true,"at":10000000000,"from":"playing","to":"fadingOut"}"#),
    (
      #"{"get":["playback","reason"]}"#,
      #"{"ok":true,"t":10000000000,"values":{"playback":"fadingOut","reason":"user"}}"#
    ),
    ("resume", #"{"ok":true,"at":10000000000,"from":"fadingOut","to":"playing"}"#),
    ("volume -3", #"{"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    (#"{"get":["volume","muted"]}"#, #"{"ok":true,"t":10000000000,"values":{"volume":-3,"muted":false}}"#),
    ("mute on", #"{"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    (#"{"get":["muted"]}"#, #"{"ok":true,"t":10000000000,"values":{"muted":true}}"#),
    (#"{"do":"mute"}"#, #"{"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    ("next", #"{"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    (
      #"{"get":["phase"]}"#,
      #"{"ok":true,"t":10000000000,"values":{"phase":{"name":"Work","intensity":"high","set":2,"sets":3,"id":"3_2","#
        + #""open":false,"reps":null,"length":20000000000,"notes":null,"end":30000000000}}}"#
    ),
    ("jump set 3", #"{"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    ("jump -5s", #"{"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    (
      #"{"get":["place"]}"#,
      #"{"ok":true,"t":10000000000,"values":{"place":{"t":10000000000,"elapsed":10000000000,"position":40000000000,"#
        + #""remaining":null,"phaseStart":-5000000000,"phaseEnd":15000000000,"rate":1}}}"#
    ),
    ("measure heartRate 131", #"{"ok":true,"at":10000000000,"from":"playing","to":"playing"}"#),
    (
      #"{"get":"heartRate"}"#,
      #"{"ok":true,"t":10000000000,"values":{"heartRate":{"value":131,"zone":null,"since":10000000000}}}"#
    ),
    (
      #"{"do":"measure","signal":"heartRate","value":132,"as":"Strap"}"#,
      #"{"ok":false,"error":"refused","reason":"another source measures it already"}"#
    ),
    (#"{"id":3,"clock":17}"#, #"{"id":3,"ok":true,"clock":17,"t":10000000000}"#),
    (#"{"as":"Kitchen tablet"}"#, #"{"ok":true}"#),
    (#"{"get":"plan"}"#, #"{"ok":true,"t":10000000000,"values":{"plan":{"workout": "Test", "phases": [  1,  2]}}}"#),
    (
      #"{"id":4,"do":"pauze"}"#,
      #"{"id":4,"ok":false,"error":"unknown","reason":"unknown command \"pauze\"; did you mean \"pause\"?"}"#
    ),
    (
      #"{"id":5,"do":"volume","to":20}"#,
      #"{"id":5,"ok":false,"error":"invalid","reason":"to: must be -60…12, got 20"}"#
    ),
    (
      #"{"id":6,"do""#,
      #"{"ok":false,"error":"malformed","reason":"a \":\" is missing after the key \"do\"","column":13}"#
    ),
    (#"{"id":7,"unwatch":[]}"#, #"{"id":7,"ok":true}"#),
  ]

  @Test func `is a client of its own: only one of two that move together does, and one that follows itself`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let (ann, ben) = (try ControlConnection(session.endpoint.path), try ControlConnection(session.endpoint.path))
    func phase() throws -> String? {
      let reply = try ann.ask(#"{"get":["phase"]}"#)
      return reply.firstMatch(of: /"id":"(\w+)"/).map { String($0.1) }
    }
    let late = #"{"ok":false,"error":"refused","reason":"the phase has just changed"}"#
    #expect(try phase() == "3_1")
    for _ in 0..<2 { _ = try ann.ask("next") }
    for line in ["next", "back", #"{"do":"skip","as":"Ben"}"#] { #expect(try ben.ask(line) == late) }
    #expect(try phase() == "3_3")
    let other = #"{"ok":false,"error":"refused","reason":"another phase is running now"}"#
    #expect(try ben.ask(#"{"do":"back","in":"3_1"}"#) == other)
    // Pages share a connection.
    #expect(try ann.ask(#"{"do":"restartPhase","client":"page 7"}"#) == late)
    #expect(try ben.ask(#"{"do":"back","in":"3_3","client":"page 7"}"#).contains(#""ok":true"#))
    #expect(try ann.ask(#"{"do":"next","client":"page 7"}"#).contains(#""ok":true"#))
    #expect(try phase() == "3_3")
  }

  @Test func `goes as written, as JSON and as words`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let connection = try ControlConnection(session.endpoint.path)
    #expect(
      connection.greeting
        == #"{"control":1,"version":"1.2.3","name":"test","pid":4711,"session":null,"workout":"Test","language":"en","#
        + #""epoch":8000000000,"speed":1}"#)
    for (line, expected) in Self.transcript {
      let reply = try connection.ask(line)
      #expect(reply == expected, "\(line)")
    }
    #expect(try connection.ask("stop").hasPrefix(#"{"ok":true,"at":10000000000,"from":"playing","to":"fadingOut""#))
  }

  @Test func `reports what is watched, once for each instant, until it no longer is`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let (connection, other) = (
      try ControlConnection(session.endpoint.path), try ControlConnection(session.endpoint.path)
    )
    let values = try connection.ask(#"{"id":1,"watch":["playback","place","inhibits"]}"#)
    #expect(values.hasPrefix(#"{"id":1,"ok":true,"t":10000000000,"values":{"playback":"playing","place":{"t":"#))
    session.advance(to: 30)
    #expect(try other.ask("pause").contains(#""ok":true"#))
    let change = try connection.next()
    #expect(change.hasPrefix(#"{"t":30000000000,"change":{"playback":"fadingOut","place":{"t":30000000000,"#))
    #expect(change.hasSuffix(#""rate":0}}}"#))
    session.advance(to: 40)
    #expect(try connection.next().contains(#""change":{"playback":"paused""#))
    session.setInhibits(["idle"])
    #expect(try connection.next() == #"{"t":40000000000,"change":{"inhibits":["idle"]}}"#)
    #expect(try connection.ask(#"{"unwatch":["playback","inhibits"]}"#) == #"{"ok":true}"#)
    session.setInhibits([])
    #expect(try connection.ask(#"{"clock":1}"#).contains(#""clock":1"#))
    #expect(try other.ask(#"{"clock":2}"#).contains(#""clock":2"#), "nothing comes unasked")
  }

  @Test func `reports all that a request changes once, before its reply, to everybody`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let (asker, other) = (try ControlConnection(session.endpoint.path), try ControlConnection(session.endpoint.path))
    let watch = #"{"watch":["playback","phase","place","groups","volume","undoable"]}"#
    for client in [asker, other] { _ = try client.ask(watch) }
    let changes = [
      ("volume -3", #""volume":-3"#), ("next", #""set":2"#), ("extend 15s", #""length":35000000000"#),
      ("undo", #""length":20000000000"#), ("pause", #""playback":"fadingOut""#),
    ]
    for (words, change) in changes {
      try asker.send(words)
      let first = try asker.next()
      #expect(first.contains(#""change""#) && first.contains(change), "\(words): \(first)")
      #expect(try asker.next().contains(#""ok":true"#))
      #expect(try other.next() == first)
    }
  }

  @Test func `reports events when they are heard, and ahead of that`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let (heard, ahead) = (try ControlConnection(session.endpoint.path), try ControlConnection(session.endpoint.path))
    #expect(try heard.ask(#"{"id":1,"events":["phase","action","audio"]}"#) == #"{"id":1,"ok":true}"#)
    #expect(try ahead.ask(#"{"events":["phase","audio"],"ahead":true,"as":"Lamp"}"#) == #"{"ok":true}"#)
    session.advance(to: 26)
    #expect(try heard.next().contains(#""t": 25000000000, "event": "phase", "name": "Work""#))
    #expect(try ahead.next().hasPrefix(#"{"api": 1, "seq": 0, "t": 25000000000, "event": "phase""#))
    session.report(.audio(SessionEvent.AudioReport(sink: "alsa", device: "x", state: .lost, xruns: 0)))
    #expect(try heard.next().contains(#""event": "audio""#))
    #expect(try ahead.next().hasPrefix(#"{"api": 1, "seq": 1, "t": 26000000000, "event": "audio""#))
    try ahead.send("pause")
    #expect(try heard.next().contains(#""by": "socket", "as": "Lamp""#))
    #expect(try ahead.next().contains(#""ok":true"#))
    #expect(try ahead.ask(#"{"events":false}"#) == #"{"ok":true}"#)
  }

  @Test func `is answered by the socket where the session hangs, and ends with it`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let connection = try ControlConnection(session.endpoint.path)
    session.hang()
    try connection.send(#"{"id":1,"do":"pause"}"#)
    #expect(try connection.ask(#"{"clock":5}"#).contains(#""clock":5"#))
    #expect(try connection.ask(#"{"get":["playback"]}"#).contains("playing"))
    session.finish()
    #expect(try connection.next() == #"{"id":1,"ok":false,"error":"ending","reason":"the workout is over"}"#)
    #expect(try connection.next() == "closed" && !FileManager.default.fileExists(atPath: session.endpoint.path))
    #expect(throws: ControlClient.Failure.absent) { try ControlClient(session.endpoint.path) }
  }

  @Test(arguments: ["printf 'pause\\nstatus' | socat -t 5 - UNIX:%", "printf '# x\\npause\\n' | socat -u - UNIX:%"])
  func `is had by socat`(command: String) throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let output = try Shell.output(of: command.replacing("%", with: session.endpoint.path))
    if !command.contains("-u") {
      #expect(output.contains(#""ok":true,"at":"#) && output.contains(#""values":{"playback":"#), "\(output)")
    }
    let connection = try ControlConnection(session.endpoint.path)
    #expect(try Timeout.wait { try connection.ask(#"{"get":["reason"]}"#).contains("user") })
  }

  @Test func `is had by Python`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let script = """
      import json, socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); f = s.makefile("rw")
      print(json.loads(f.readline())["workout"])
      print(json.dumps({"id": 1, "do": "extend", "by": "15s"}), file=f, flush=True)
      print(json.loads(f.readline())["ok"])
      """
    let output = try Shell.output(of: "python3 - \(session.endpoint.path) <<'EOF'\n\(script)\nEOF")
    #expect(output == "Test\nTrue\n")
  }
}
