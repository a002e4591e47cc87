import FoundationEssentials
import Glibc
import SharedLinks
import TestSupport
import Testing
import WorkoutModel

/// Workouts that a request contains, instead of naming a file.
@Suite(.serialized) struct `A workout in a request` {
  private func link(_ form: String) throws -> String { WorkoutLink(try ShortForm(form).workout).address }

  @Test func `is shown without starting anything`() throws {
    let pages = try ServedPages(.withoutSound())
    let short = try pages.send("POST", "/api/open", #"{"short":"45s/15s x 2 rows"}"#)
    #expect(short.status == 200 && short.body.hasPrefix(#"{"name":"2x45/15 rows","seconds":115,"length":"0:01:55""#))
    #expect(short.body.contains(#""strip":[{"intensity":"prepare","effort":0.45,"from":0,"to":0.0869"#), "\(short)")
    #expect(short.body.contains(#""text":"{\n  "#), "\(short)")
    let sent = try pages.send("POST", "/api/open", #"{"link":"\#(link("2x20/10 squats"))"}"#)
    #expect(sent.status == 200 && sent.body.contains(#""parts":[{"names":["{get ready}"]"#), "\(sent)")
    #expect(sent.body.contains(#""phrases":["#) && sent.body.contains(#""squats""#), "\(sent)")
    #expect(try pages.send("GET", "/api/runs").body == #"{"runs":[]}"#)
    #expect(try pages.home.names().isEmpty)
  }

  @Test func `is started, and never a file of that spelling`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.slow, to: "2x60/10")
    try home.write(WorkoutText.slow, to: "20:00")
    let pages = try ServedPages(home)
    for (body, name, title) in [
      (#"{"short":"2x60/10"}"#, "2x60-10", "2x60/10"), (#"{"link":"\#(try link("20:00"))"}"#, "20-00", "20:00"),
    ] {
      let started = try pages.send("POST", "/api/runs", body)
      #expect(started.status == 201 && started.body == #"{"name":"\#(name)"}"#, "\(started)")
      #expect(try pages.send("GET", "/api/runs/\(name)").body.contains(#""workout":"\#(title)""#))
      #expect(try pages.ask(name, #"{"do":"stop"}"#).status == 200)
      #expect(Timeout.wait { (try? pages.send("GET", "/api/runs").body) == #"{"runs":[]}"# })
    }
    // It can be resumed, although there is no file.
    #expect(try pages.send("POST", "/api/runs", #"{"resume":1}"#).status == 201)
    #expect(try home.cuebell("ctl", "stop").code == 0)
  }

  @Test func `is kept in the user's own folder under a free name, once`() throws {
    let home = try TemporaryHome.withoutSound()
    let folder = "\(home.config)/workouts"
    try home.write("precious", to: "\(folder)/20-00.json")
    let pages = try ServedPages(home)
    for id in ["20-00-2", "20-00-2"] {
      let kept = try pages.send("POST", "/api/workouts", #"{"link":"\#(link("20:00"))"}"#)
      #expect(kept.status == 201 && kept.body == #"{"id":"\#(id)"}"#, "\(kept)")
    }
    #expect(try home.text(of: "\(folder)/20-00.json") == "precious")
    #expect(try home.cuebell("show", "20-00-2").out.contains("Countdown"))
    #expect(try pages.send("POST", "/api/workouts", #"{"short":"8x20/10"}"#).body == #"{"id":"8x20-10"}"#)
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path(folder)).sorted()
    #expect(names == ["20-00-2.json", "20-00.json", "8x20-10.json"])
  }

  @Test(arguments: ["/api/open", "/api/runs", "/api/workouts"])
  func `that is none is refused, with its place`(path: String) throws {
    let pages = try ServedPages(.withoutSound())
    let wrong = try pages.send("POST", path, #"{"short":"8x20"}"#)
    #expect(
      wrong.status == 422 && wrong.body.contains(#""problems":[{"line":1,"column":5,"path":"","message":"the rest"#))
    #expect(wrong.body.contains(#""nearest":"8x20/10""#))
    for link in ["cuebell:w=AAAA", "w=", "tabata", "../../etc/passwd", "http://a/open#w=AQIA_f97fQ"] {
      #expect(try pages.send("POST", path, #"{"link":"\#(link)"}"#).status == 422, "\(link)")
    }
    for short in ["tabata", "w.json", "/etc/passwd", "-", "--help", ""] {
      #expect(try pages.send("POST", path, #"{"short":"\#(short)"}"#).status == 422, "\(short)")
    }
    for body in [#"{"short":"8x20/10","link":"cuebell:w="}"#, #"{"short":7}"#, "{}", #"{"short":"8x20/10","x":1}"#] {
      #expect(try pages.send("POST", path, body).status == 400, "\(body)")
    }
    let limit = path == "/api/workouts" ? 1 << 20 : 64 << 10
    #expect(try pages.send("POST", path, #"{"link":"\#(String(repeating: "A", count: limit))"}"#).status == 413)
    #expect(try pages.send("POST", path, #"{"link":"\#(String(repeating: "A", count: limit - 100))"}"#).status == 422)
    #expect(try pages.send("GET", "/api/runs").body == #"{"runs":[]}"#)
  }
}
