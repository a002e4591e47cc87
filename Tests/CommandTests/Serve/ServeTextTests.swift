import FoundationEssentials
import Glibc
import StrictJSON
import TestSupport
import Testing

/// Texts of workouts that pages and programs read and change.
@Suite struct `The text of a workout` {
  private static let text = WorkoutText.slow

  private func pages() throws -> ServedPages {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.text, to: "w.json")
    return try ServedPages(home, options: ["--workouts", Project.workouts])
  }

  private func tag(_ answer: HTTPAnswer) throws -> String {
    try #require(answer.head.firstMatch(of: /\r\netag: ("[^"]+")/.ignoresCase()).map { String($0.output.1) })
  }

  private func put(_ pages: ServedPages, _ id: String, _ text: String, _ fields: String...) throws -> HTTPAnswer {
    try pages.send("PUT", "/api/workouts/\(id)/text", text, fields: fields)
  }

  @Test func `is the file itself, and a new one replaces the version that was read`() throws {
    let pages = try pages()
    let read = try pages.send("GET", "/api/workouts/w/text")
    #expect(read.status == 200 && read.body == Self.text)
    let version = try tag(read)
    // Every byte counts: a byte order mark, line ends, comments.
    let next = "\u{FEFF}// Slower.\r\n" + Self.text.replacing("50s", with: "55s") + "\r\n\n"
    let saved = try put(pages, "w", next, "If-Match: \(version)")
    #expect(saved.status == 200 && saved.body == #"{"id":"w"}"#, "\(saved)")
    #expect(try pages.home.text(of: "w.json") == next)
    #expect(try tag(saved) == tag(pages.send("GET", "/api/workouts/w/text")))
    #expect(try tag(saved) != version)
    // The same version a second time: somebody else's change would be lost.
    let late = try put(pages, "w", Self.text, "If-Match: \(version)")
    #expect(late.status == 409 && late.body.contains(#""text":"\ufeff// Slower."#) || late.body.contains("// Slower."))
    #expect(try late.status == 409 && tag(late) == tag(saved))
    #expect(try pages.home.text(of: "w.json") == next)
  }

  @Test func `needs the version that it replaces`() throws {
    let pages = try pages()
    let version = try tag(pages.send("GET", "/api/workouts/w/text"))
    for fields in [[], ["If-Match: *"], ["If-None-Match: *", "If-Match: *"], ["If-None-Match: \(version)"]] {
      let answer = try pages.send("PUT", "/api/workouts/w/text", Self.text, fields: fields)
      #expect(answer.status == 428, "\(fields): \(answer)")
    }
    for value in [
      "w", "\"\"", "W/\(version)", "\(version), \(version)", "\"../x\"", "\"--new\"",
      "\"\(String(repeating: "1", count: 65))\"",
    ] {
      let answer = try put(pages, "w", Self.text, "If-Match: \(value)")
      #expect(answer.status == 400, "\(value): \(answer)")
    }
    #expect(try put(pages, "w", Self.text, "If-Match: \"1\"").status == 409)
    #expect(try put(pages, "nobody", Self.text, "If-Match: \(version)").status == 404)
    #expect(try put(pages, "w", Self.text, "If-None-Match: *").status == 409)
    #expect(try pages.home.text(of: "w.json") == Self.text)
  }

  @Test func `is not replaced by one with problems, which are told as by check`() throws {
    let pages = try pages()
    let version = try tag(pages.send("GET", "/api/workouts/w/text"))
    let broken = Self.text.replacing("\"50s\"", with: "\"50\"")
    let answer = try put(pages, "w", broken, "If-Match: \(version)")
    #expect(answer.status == 422)
    let told = try #require(JSONObject(line: answer.body.utf8)?["problems"])
    try pages.home.write(broken, to: "broken.json")
    let checked = try pages.home.cuebell("check", "--json", "broken.json").out
    #expect(told.json.line() == JSONObject(line: checked.utf8)?["problems"]?.json.line())
    for text in ["", "{", "[]", "null", "{\"format\":\"programme/1\"}", "\0", String(repeating: "[", count: 100_000)] {
      #expect(try put(pages, "w", text, "If-Match: \(version)").status == 422, "\(text.prefix(40))")
    }
    let long = Self.text + String(repeating: " ", count: 1 << 20)
    #expect(try put(pages, "w", long, "If-Match: \(version)").status == 413)
    #expect(try pages.home.text(of: "w.json") == Self.text)
    #expect(try pages.home.names() == ["broken.json", "w.json"])
  }

  @Test func `of a workout that comes with Cuebell becomes a copy of the user's own`() throws {
    let pages = try pages()
    let read = try pages.send("GET", "/api/workouts/tabata/text")
    let next = read.body.replacing("\"20s\"", with: "\"25s\"")
    let answer = try put(pages, "tabata", next, "If-Match: \(tag(read))")
    #expect(answer.status == 201 && answer.body == #"{"id":"tabata"}"#, "\(answer)")
    #expect(try pages.home.text(of: "tabata.json") == next)
    #expect(try String(contentsOfFile: "\(Project.workouts)/tabata.json", encoding: .utf8) == read.body)
    let again = try put(pages, "tabata", read.body, "If-Match: \(tag(answer))")
    #expect(again.status == 200, "\(again)")
    #expect(try pages.home.text(of: "tabata.json") == read.body)
  }

  @Test func `can be that of a new workout, but of none that is there, and nowhere else`() throws {
    let pages = try pages()
    let made = try put(pages, "leg%20day", Self.text, "If-None-Match: *")
    #expect(made.status == 201 && made.body == #"{"id":"leg day"}"#, "\(made)")
    #expect(try pages.home.text(of: "leg day.json") == Self.text)
    #expect(try put(pages, "leg%20day", Self.text, "If-None-Match: *").status == 409)
    for id in [
      "..%2fx", "%2e%2e", ".x", "a%2fb", "%00", "a%00b", "%2ftmp%2fx", "x%0ay", String(repeating: "x", count: 300),
    ] {
      let answer = try put(pages, id, Self.text, "If-None-Match: *")
      #expect([400, 404, 409].contains(answer.status), "\(id): \(answer)")
    }
    for id in ["--help", "-x", "*", "a*", "%20x", "x%20", "x%20.json", "%3F", "%C2%A0x"] {
      #expect(try put(pages, id, Self.text, "If-None-Match: *").status == 400, "\(id)")
    }
    #expect(try pages.home.names() == ["leg day.json", "w.json"])
  }

  @Test func `is not that of a file to which a link leads, nor of a programme`() throws {
    let pages = try pages()
    try FileManager.default.createSymbolicLink(
      atPath: pages.home.path("out.json"), withDestinationPath: "\(Project.workouts)/tabata.json")
    for id in ["out", "couch-to-5k", "..%2fw", "%2fetc%2fpasswd"] {
      #expect(try pages.send("GET", "/api/workouts/\(id)/text").status == 404)
      #expect(try put(pages, id, Self.text, "If-Match: \"1\"").status == 404)
    }
    // Nor does a new one tell what stands there, or go there.
    for (name, target) in [("secret", "/etc/hostname"), ("dangling", "nowhere"), ("folder", "/etc")] {
      try FileManager.default.createSymbolicLink(
        atPath: pages.home.path("\(name).json"), withDestinationPath: target)
    }
    try FileManager.default.createDirectory(atPath: pages.home.path("own.json"), withIntermediateDirectories: false)
    #expect(try pages.home.shell("mkfifo fifo.json").code == 0)
    for id in ["out", "secret", "dangling", "folder", "own", "fifo"] {
      let answer = try put(pages, id, Self.text, "If-None-Match: *")
      #expect(answer.status == 409 && !answer.body.contains("\"text\":\""), "\(id): \(answer)")
    }
    #expect(!FileManager.default.fileExists(atPath: pages.home.path("nowhere")))
  }

  @Test func `is checked and drawn before it is saved`() throws {
    let pages = try pages()
    let answer = try pages.send("POST", "/api/check?workout=w", Self.text.replacing("50s", with: "40s"))
    #expect(answer.status == 200 && answer.body.contains(#""problems":[]"#) && answer.body.contains(#""copy":false"#))
    let strip = try #require(answer.body.firstMatch(of: /"strip":"([^"]+)"/).map { String($0.output.1) })
    let picture = try pages.send("GET", strip)
    #expect(picture.status == 200 && picture.body.hasPrefix("<svg") && picture.head.contains("image/svg+xml"))
    let broken = try pages.send("POST", "/api/check", "{ \"name\": 7 }")
    #expect(broken.body.contains(#""path":"name""#) && broken.body.contains(#""strip":null"#), "\(broken)")
    let shipped = try pages.send("GET", "/api/workouts/meditation-guided/text").body
    let guided = try pages.send("POST", "/api/check?workout=meditation-guided", shipped).body
    #expect(guided.contains(#""problems":[]"#) && guided.contains(#""copy":true"#), "\(guided)")
    #expect(try pages.send("POST", "/api/check?workout=nobody", Self.text).status == 404)
    #expect(try pages.send("GET", "/api/check/..%2f..%2fw.json").status == 404)
    #expect(try pages.home.names() == ["w.json"])
  }

  @Test func `survives two hundred hostile requests, after which the folders hold what they held`() throws {
    let pages = try pages()
    let read = try pages.send("GET", "/api/workouts/w/text")
    let version = try tag(read)
    var random = SplitMix64(seed: SplitMix64.seed(20))
    let ids = [
      "w", "tabata", "..", ".", "%2e%2e%2fw", "w%00", "%ff", "-", "w.json", "a%2f..%2fw", "~", "$(id)", "con",
      "%F0%9F%92%A9",
    ]
    let matches = [
      "", "*", "\"1\"", "\"\"", "1", version + ",", "\"" + String(repeating: "a", count: 9_000) + "\"", "\"\u{0}\"",
    ]
    let source = Array(Self.text.utf8)
    for number in 0..<200 {
      var body = source
      for _ in 0...random.below(6) where !body.isEmpty {
        body[random.below(body.count)] = [0, 0x22, 0x7B, 0x5B, 0xFF, 0x80, 0x0A, 0x2C][random.below(8)]
      }
      if random.below(4) == 0 { body = Array(body.prefix(random.below(body.count))) }
      // A right version with a broken text is the most dangerous, and takes the longest.
      let isRight = number % 20 == 0
      if isRight { body[0] = 0x5B }
      let match = isRight ? version : matches[random.below(matches.count)]
      let connection = try HTTPConnection(pages.port)
      let id = isRight ? "w" : ids[random.below(ids.count)]
      let head = pages.head(
        "PUT", "/api/workouts/\(id)/text", ["If-Match: \(match)", "Content-Length: \(body.count)", "Connection: close"])
      connection.send(Array(head.utf8) + body)
      let answer = try HTTPAnswer(connection.rest())
      #expect([400, 404, 409, 413, 422, 428].contains(answer.status), "\(id) \(match): \(answer)")
    }
    #expect(try pages.send("GET", "/api/workouts/w/text").body == Self.text)
    #expect(try pages.home.names() == ["w.json"])
    #expect(!FileManager.default.fileExists(atPath: pages.home.path("\(pages.home.config)/workouts")))
  }
}
