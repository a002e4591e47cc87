import Foundation
import Glibc
import TestSupport
import Testing

/// `cuebell serve`: runs, workouts and history as pages get them.
@Suite(.serialized) struct `The server of pages` {
  @Test func `shows a run, what changes, and each event with its number`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let pages = try ServedPages(home)
    #expect(try pages.send("GET", "/api/runs").body == #"{"runs":[]}"#)
    let run = try home.startSlow()
    let answer = try pages.send("GET", "/api/runs/w")
    #expect(
      answer.status == 200
        && answer.body.hasPrefix(
          #"{"name":"w","workout":"Small","language":"en","pid":\#(run.identifier),"session":1,"#
        ))
    #expect(answer.body.contains(#""answers":true"#) && answer.body.contains(#""ahead":["#))
    #expect(try pages.send("GET", "/api/runs/nobody").status == 404)
    let events = try pages.events("/api/runs/w/events")
    #expect(try events.next()?.name == "state")
    #expect(try pages.ask("w", #"{"id":1,"do":"pause","as":"Phone"}"#).status == 200)
    let action = try events.next("event", with: #""action""#)
    #expect(action.data.contains(#""as": "Phone""#) && action.id != nil, "\(action)")
    _ = try events.next("change", with: #""playback":"paused""#)
    #expect(try pages.ask("w", #"{"id":1,"do":"stop"}"#).status == 200)
    let ended = try events.next("ended")
    #expect(ended.data.contains(#""session":1,"outcome":"stopped""#) && ended.data.contains(#""resumable":true"#))
    #expect(try run.finish().code == 4)
    #expect(try pages.send("GET", "/api/runs/w").status == 404)
  }

  @Test func `gives a page that comes back what it has missed`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let pages = try ServedPages(home)
    let run = try home.startSlow()
    var last: Int?
    do {
      let events = try pages.events("/api/runs/w/events")
      _ = try events.next("state")
      #expect(try pages.ask("w", #"{"do":"volume","by":-1}"#).status == 200)
      last = try events.next("event", with: "setVolume").id
    }
    for _ in 0..<3 { #expect(try pages.ask("w", #"{"do":"volume","by":-1}"#).status == 200) }
    let number = try #require(last)
    let events = try pages.events("/api/runs/w/events", after: number)
    #expect(try events.next()?.name == "state")
    for missed in 1...3 {
      let event = try events.next()
      #expect(event?.name == "event" && event?.id == number + missed, "\(String(describing: event))")
    }
    _ = try run.stop()
  }

  @Test func `answers requests in the words of the run, with the status that belongs to them`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let pages = try ServedPages(home)
    let run = try home.startSlow()
    #expect(try pages.ask("w", #"{"do":"extend","by":"15s"}"#).body.contains(#""ok":true"#))
    let refused = try pages.ask("w", #"{"id":"a","do":"redo"}"#)
    #expect(refused.status == 409)
    #expect(refused.body.hasPrefix(#"{"id":"a","ok":false,"error":"refused","reason":"#))
    #expect(try pages.ask("w", #"{"do":"pauze"}"#).status == 400)
    #expect(try pages.ask("w", #"{"get":["plan"]}"#).body.contains(#""plan":{"#))
    #expect(try pages.ask("nobody", #"{"do":"pause"}"#).status == 404)
    var statuses: Set<Int> = []
    for _ in 0..<80 { statuses.insert(try pages.ask("w", #"{"do":"volume","by":0}"#).status) }
    #expect(statuses.isSubset(of: [200, 429]))
    _ = try run.stop()
  }

  @Test func `passes on what a sensor measures, from one source of each signal`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let pages = try ServedPages(home)
    let run = try home.startSlow()
    func measure(_ value: Int, _ source: String) throws -> HTTPAnswer {
      try pages.ask("w", #"{"do":"measure","signal":"heartRate","value":\#(value),"as":"\#(source)"}"#)
    }
    let events = try pages.events("/api/runs/w/events")
    _ = try events.next("state")
    #expect(try measure(131, "Treadmill").status == 200)
    _ = try events.next("change", with: #""heartRate":{"value":131"#)
    #expect(try pages.ask("w", #"{"get":["heartRate"]}"#).body.contains(#""value":131"#))
    let other = try measure(90, "Watch")
    #expect(other.status == 409 && other.body.contains("measures it already"), "\(other)")
    let wrong = try measure(251, "Treadmill")
    #expect(wrong.status == 400 && wrong.body.contains(#""error":"invalid""#), "\(wrong)")
    _ = try run.stop()
  }

  @Test func `says that a run has been killed, where it was, and resumes it`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let pages = try ServedPages(home)
    let run = try home.startSlow()
    let events = try pages.events("/api/events")
    _ = try events.next("state", with: #""name":"w""#)
    run.signal(SIGKILL)
    _ = try run.finish()
    let ended = try events.next("ended")
    #expect(ended.data.contains(#""outcome":"interrupted""#) && ended.data.contains(#""resumable":true"#), "\(ended)")
    #expect(try events.next()?.data == #"{"name":null}"#)
    let resumed = try pages.send("POST", "/api/runs", #"{"resume":1}"#)
    #expect(resumed.status == 201 && resumed.body == #"{"name":"w"}"#, "\(resumed)")
    _ = try events.next("state", with: #""session":1"#)
    #expect(try pages.ask("w", #"{"do":"stop"}"#).status == 200)
    _ = try events.next("ended")
  }

  @Test func `says that a run doesn't answer while it serves the others, and reads it again when it does`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let pages = try ServedPages(home)
    let (run, other) = (try home.startSlow(), try home.startSlow("other"))
    let events = try pages.events("/api/runs/w/events")
    _ = try events.next("state")
    run.signal(SIGSTOP)
    _ = try events.next("silent")
    #expect(try pages.send("GET", "/api/runs/w").body.contains(#""answers":false"#))
    let refused = try pages.ask("w", #"{"do":"pause"}"#)
    #expect(refused.status == 503 && refused.body.contains("silent"))
    #expect(try pages.ask("other", #"{"do":"pause"}"#).status == 200)
    run.signal(SIGCONT)
    #expect(try events.next("state").data.contains(#""answers":true"#))
    #expect(try pages.ask("w", #"{"do":"stop"}"#).status == 200)
    _ = try events.next("ended")
    _ = (try run.finish(), try other.stop())
  }

  @Test func `starts a workout that neither ends with the server nor holds its port`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let port: Int
    let process: pid_t
    do {
      let pages = try ServedPages(home)
      port = pages.port
      let answer = try pages.send("POST", "/api/runs", #"{"workout":"w","volume":-6}"#)
      #expect(answer.status == 201 && answer.body == #"{"name":"w"}"# && answer.head.contains("location: runs/w"))
      process = try pages.process(of: "w")
      #expect(getsid(process) == process && getsid(process) != getsid(pages.server.identifier))
      try pages.kill()
    }
    let pages = try ServedPages(home, port: port)
    #expect(try pages.process(of: "w") == process)
    #expect(try pages.send("GET", "/api/runs/w").body.contains(#""volume":-6"#))
    #expect(try pages.ask("w", #"{"do":"stop"}"#).status == 200)
    #expect(try Timeout.wait { try pages.send("GET", "/api/runs/w").status == 404 })
  }

  @Test func `refuses what can't be started, and says why`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    try home.write(#"{ "name": "Broken", "phases": [ { "nane": 1 } ] }"#, to: "broken.json")
    let pages = try ServedPages(home)
    let broken = try pages.send("POST", "/api/runs", #"{"workout":"broken"}"#)
    #expect(broken.status == 422 && broken.body.contains(#""problems":[{"line":1,"#), "\(broken)")
    #expect(try pages.send("POST", "/api/runs", #"{"workout":"../w"}"#).status == 404)
    #expect(try pages.send("POST", "/api/runs", #"{"workout":"\#(home.folder)/w.json"}"#).status == 404)
    #expect(try pages.send("POST", "/api/runs", #"{"resume":99}"#).status == 422)
    #expect(try pages.send("POST", "/api/runs", #"{"workout":"w","startAt":"9:59:00"}"#).status == 422)
    #expect(try pages.send("GET", "/api/runs").body == #"{"runs":[]}"#)
  }

  @Test func `replies to each method and path with its status, and says which methods a path takes`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    try home.write(WorkoutText.small, to: "a b&c.json")
    let pages = try ServedPages(home)
    for (method, path, status, allowed) in [
      ("GET", "/", 200, nil), ("GET", "/wall?show=digits", 200, nil), ("GET", "/wall/a%20b", 200, nil),
      ("GET", "/wall/", 200, nil), ("GET", "/wall/a/b", 404, nil), ("GET", "/assets/look.css", 200, nil),
      ("GET", "/assets/wall.html", 404, nil), ("GET", "/nowhere", 404, nil), ("GET", "/api/runs/%zz", 404, nil),
      ("GET", "/api/runs/%2e%2e%2fw", 404, nil), ("GET", "/api/workouts/a%20b%26c", 200, nil),
      ("GET", "/api/workouts/a%20b&c", 200, nil), ("GET", "/api/history/x", 404, nil),
      ("HEAD", "/", 200, nil), ("HEAD", "/nowhere", 404, nil), ("HEAD", "/api/events", 200, nil),
      ("PUT", "/api/runs", 405, "GET, HEAD, POST"), ("PATCH", "/api/time", 405, "GET, HEAD"),
      ("HEAD", "/api/login", 405, "POST"), ("POST", "/api/programmes", 405, "GET, HEAD"),
    ] {
      let answer = try pages.send(method, path, ["GET", "HEAD"].contains(method) ? "" : "{}")
      #expect(answer.status == status, "\(method) \(path): \(answer)")
      #expect(method != "HEAD" || answer.body.isEmpty, "\(path): \(answer)")
      #expect(answer.head.contains("\r\nallow: ") == (allowed != nil), "\(method) \(path): \(answer)")
      if let allowed { #expect(answer.head.contains("\r\nallow: \(allowed)\r\n"), "\(method) \(path): \(answer)") }
      #expect(answer.head.contains("cache-control: no-store") && answer.head.contains("x-frame-options: DENY"))
    }
  }

  @Test func `lists the workouts of its folders, broken ones too, but none that a link leads to`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    try home.write("{\n  \"name\": 7\n}", to: "broken.json")
    try FileManager.default.createSymbolicLink(
      atPath: home.path("linked.json"), withDestinationPath: Project.workouts + "/tabata.json")
    let pages = try ServedPages(home)
    let list = try pages.send("GET", "/api/workouts").body
    #expect(
      list.contains(
        #"{"id":"w","name":"Small","seconds":56,"length":"0:00:56","used":null,"tags":[],"description":"","#
          + #""problem":null}"#))
    #expect(
      list.contains(#""id":"broken""#) && list.contains(#""problem":{"line":1,"message":""#) && !list.contains("linked")
    )
    #expect(try pages.send("GET", "/api/workouts/linked").status == 404)
    #expect(try pages.send("GET", "/api/workouts/tabata").status == 404)
    let plan = try pages.send("GET", "/api/workouts/w")
    let shown = try home.cuebell("show", "--json", home.path("w.json")).out
    #expect(plan.body == shown)
    #expect(try pages.send("GET", "/api/workouts/broken").status == 422)
    let picture = try pages.send("GET", "/api/workouts/w/picture.svg")
    #expect(picture.body.hasPrefix("<svg ") && picture.head.contains("image/svg+xml"))
    let cache = home.path("../home/.cache/cuebell/pictures")
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 1)
    #expect(try pages.send("GET", "/api/workouts/w/picture.svg").body == picture.body)
    try home.write(WorkoutText.small, to: "w.json")
    #expect(try pages.send("GET", "/api/workouts/w/picture.svg").body != picture.body)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 1)
  }

  @Test func `has the history as the command prints it`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    #expect(try home.cuebell("run", "--silent", "--speed", "1000", "w.json").code == 0)
    let pages = try ServedPages(home)
    #expect(try pages.send("GET", "/api/history").body == home.cuebell("history", "--json").out)
    #expect(try pages.send("GET", "/api/history/1").body == home.cuebell("history", "1", "--json").out)
    #expect(try pages.send("GET", "/api/history/2").status == 404)
    #expect(try pages.send("GET", "/api/history/0").status == 404)
    #expect(try pages.send("GET", "/api/history/picture.svg").body.hasPrefix("<svg "))
  }

  @Test func `gives pages without a run's name the newest run, and the next when that has ended`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let pages = try ServedPages(home)
    let events = try pages.events("/api/events")
    #expect(try events.next()?.data == #"{"name":null}"#)
    let first = try home.startSlow("first")
    _ = try events.next("state", with: #""name":"first""#)
    let second = try home.startSlow("second")
    _ = try first.stop()
    _ = try events.next("ended", with: #""name":"first""#)
    _ = try events.next("state", with: #""name":"second""#)
    _ = try second.stop()
    _ = try events.next("ended", with: #""name":"second""#)
    #expect(try events.next()?.data == #"{"name":null}"#)
  }

  @Test func `writes a line for each request, and no token into any`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let pages = try ServedPages(home)
    #expect(try pages.send("GET", "/api/workouts?k=\(pages.control)").status == 200)
    #expect(try pages.send("POST", "/api/login", #"{"token":"\#(pages.control)"}"#).status == 200)
    let cookie = "Cookie: cuebell-\(pages.port)=\(pages.control)"
    #expect(try pages.send("GET", "/remote", fields: [cookie]).status == 200)
    pages.server.signal(SIGTERM)
    let log = try pages.server.finish().err
    #expect(log.contains("GET /api/workouts 200") && log.contains("POST /api/login 200"), "\(log)")
    #expect(!log.contains(pages.control))
  }
}
