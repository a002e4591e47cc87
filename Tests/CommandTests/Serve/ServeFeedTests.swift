import FoundationEssentials
import Glibc
import StrictJSON
import TestSupport
import Testing

/// The podcasts of a server, as apps on phones get them: with nothing but a link.
@Suite(.serialized) struct `The feeds of the server` {
  private static let programme = """
    { "format": "programme/1", "name": "P", "sessions": [
      { "week": 1, "day": 1, "workout": "a.json" }, { "week": 1, "day": 2, "workout": "a.json" },
      { "week": 1, "day": 3, "workout": "a.json" }, { "week": 2, "day": 1, "workout": "a.json" } ] }
    """

  private func pages() throws -> ServedPages {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.programme, to: "programmes/p & q.json")
    try home.write(WorkoutText.small, to: "programmes/a.json")
    return try ServedPages(home)
  }

  /// What a podcast app gets, which sends no token but that of the address.
  private func get(_ pages: ServedPages, _ path: String, _ method: String = "GET", _ fields: [String] = []) throws
    -> HTTPAnswer
  {
    let connection = try HTTPConnection(pages.port)
    let head = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(pages.port)", "Connection: close"] + fields
    connection.send(head.joined(separator: "\r\n") + "\r\n\r\n")
    return try HTTPAnswer(connection.rest())
  }

  /// The path and query of the link that the page of the programme shows.
  private func link(_ pages: ServedPages) throws -> String {
    let answer = try pages.send("GET", "/api/programmes/p%20&%20q/feed")
    let object = try #require(JSONObject(line: answer.body.utf8), "\(answer)")
    #expect(object["code"]?.text?.hasSuffix(".svg") == true)
    let base = "http://127.0.0.1:\(pages.port)"
    let link = try #require(object["link"]?.text)
    #expect(link.hasPrefix(base + "/feed/p%20&%20q?k=") && !link.contains(pages.control), "\(link)")
    return String(link.dropFirst(base.count))
  }

  @Test func `has the next sessions in a feed whose addresses lead to their files, whole and in parts`() throws {
    let pages = try pages()
    let link = try link(pages)
    let feed = try get(pages, link)
    #expect(feed.status == 200 && feed.head.lowercased().contains("content-type: application/rss+xml"), "\(feed)")
    #expect(!feed.body.contains("feed.invalid") && !feed.body.contains(pages.control))
    // The others follow in the background.
    #expect(try Timeout.wait { try get(pages, link).body.matches(of: /<item>/).count == 3 })
    let text = try get(pages, link).body
    try pages.home.write(text, to: "feed.xml")
    let judged = try pages.home.shell("python3 \(Project.root)/Tests/Judges/podcast.py feed.xml")
    #expect(judged.code == 0, "\(judged)")
    let lines = judged.lines.map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    let base = "http://127.0.0.1:\(pages.port)"
    #expect(lines[0].last == base + link && lines.dropFirst().map { $0[1] } == ["1", "2", "3"])
    for line in lines.dropFirst() {
      for (place, type) in [(4, "audio/mpeg"), (8, "image/png"), (9, "application/json+chapters"), (11, "text/vtt")] {
        #expect(line[place].hasPrefix(base + "/feed/p%20&%20q/session-"))
        let whole = try get(pages, String(line[place].dropFirst(base.count)), "HEAD")
        #expect(whole.status == 200 && whole.head.lowercased().contains("content-type: \(type)"), "\(line[place])")
      }
      #expect(
        try get(pages, String(line[4].dropFirst(base.count)), "HEAD").head.lowercased()
          .contains("content-length: \(line[5])"))
    }
    let sound = String(lines[1][4].dropFirst(base.count))
    let size = try #require(Int(lines[1][5]))
    for (range, bytes) in [
      ("0-99", 0...99), ("100-", 100...size - 1), ("-10", size - 10...size - 1), ("5-999999999", 5...size - 1),
    ] {
      let part = try get(pages, sound, "HEAD", ["Range: bytes=\(range)"])
      let head = part.head.lowercased()
      let place = "content-range: bytes \(bytes.lowerBound)-\(bytes.upperBound)/\(size)"
      #expect(part.status == 206 && head.contains(place) && head.contains("content-length: \(bytes.count)"))
    }
    #expect(try get(pages, sound, "GET", ["Range: bytes=\(size)-"]).status == 416)
    #expect(try get(pages, sound, "HEAD", ["Range: lines=1-2"]).status == 200)
    // The bytes themselves, as curl gets them.
    let url = "'\(base)\(sound)'"
    let parts = "curl -s -r 0-999 \(url) > parts; curl -s -r 1000- \(url) >> parts; curl -s \(url) > whole"
    let same = try pages.home.shell(
      parts + "; cmp parts whole && ffprobe -v error -show_entries format=format_name -of csv=p=0 whole")
    #expect(same.code == 0 && same.out == "mp3\n", "\(same)")
    try pages.kill()
  }

  @Test func `opens to its own token alone, which opens nothing else and is in no log`() throws {
    let pages = try pages()
    let link = try link(pages)
    let token = try #require(link.split(separator: "=").last.map(String.init))
    #expect(try get(pages, link).status == 200)
    let state = try String(decoding: pages.home.bytes(of: "../home/.local/state/cuebell/serve.json"), as: UTF8.self)
    let view = try #require(JSONObject(line: state.utf8)?["view"]?.text)
    for path in ["/feed/p%20&%20q", "/feed/p%20&%20q/feed.xml", "/feed/nobody"] {
      #expect(try get(pages, path).status == 401)
      #expect(try pages.send("GET", path).status == 401, "the token of the pages")
      for wrong in [view, pages.control, String(token.dropLast()), token.uppercased(), token + "0"] {
        #expect(try [401, 429].contains(get(pages, "\(path)?k=\(wrong)").status))
      }
    }
    #expect(try get(pages, "/feed/p%20&%20q?k=0").status == 429)
    // A right one is never refused.
    #expect(try get(pages, link).status == 200)
    #expect(try get(pages, "/feed/nobody?k=\(token)").status == 404)
    for name in ["..%2f..%2fserve.json", "%2e%2e", ".part", "nobody.mp3", "feed.xml%00", "a/b"] {
      #expect(try get(pages, "/feed/p%20&%20q/\(name)?k=\(token)").status == 404, "\(name)")
    }
    #expect(try get(pages, "/feed/p%20&%20q/?k=\(token)").status == 200, "the feed, as without the slash")
    for path in ["/api/workouts", "/api/history", "/api/runs"] {
      let answer = try get(pages, path, "GET", ["Authorization: Bearer \(token)"])
      #expect([401, 429].contains(answer.status), "\(path)")
      #expect(try get(pages, path + "?k=\(token)").status == (path == "/api/runs" ? 200 : 403))
    }
    pages.server.signal(SIGTERM)
    let log = try pages.server.finish()
    #expect(log.err.contains("GET /feed/p%20&%20q 200") && !(log.out + log.err).contains(token))
  }

  @Test func `keeps the links of pages where an earlier version has stored their tokens`() throws {
    let home = try TemporaryHome.withoutSound()
    let (view, control) = (String(repeating: "1", count: 32), String(repeating: "2", count: 32))
    try home.write(#"{"view":"\#(view)","control":"\#(control)"}"#, to: "../home/.local/state/cuebell/serve.json")
    _ = try home.shell("chmod 700 ../home/.local/state/cuebell; chmod 600 ../home/.local/state/cuebell/serve.json")
    #expect(try home.cuebell("serve", "--links").out.contains("#k=\(control)"))
    let first = try home.text(of: "../home/.local/state/cuebell/serve.json")
    let feed = try #require(JSONObject(line: first.utf8)?["feed"]?.text)
    #expect(first.contains(view) && first.contains(control) && feed.count == 32)
    #expect(try home.cuebell("serve", "--links").code == 0)
    #expect(try home.text(of: "../home/.local/state/cuebell/serve.json") == first)
  }

  @Test func `says why a programme has no feed`() throws {
    let pages = try pages()
    let link = try link(pages)
    #expect(try get(pages, link).status == 200)
    #expect(try Timeout.wait { try get(pages, link).body.matches(of: /<item>/).count == 3 })
    try pages.home.write("{", to: "programmes/a.json")
    _ = try pages.home.shell("rm -r ../home/.cache/cuebell/feeds")
    var answer = try get(pages, link)
    #expect(
      try Timeout.wait {
        answer = try get(pages, link)
        return answer.status == 500
      })
    #expect(answer.body.contains("a.json:1:"), "\(answer)")
    try pages.kill()
  }
}
