import Glibc
import TestSupport
import Testing

/// What clients that mean harm, or are broken, can do to the server: nothing.
@Suite(.serialized) struct `The server's limits` {
  private func pages() throws -> ServedPages { try ServedPages(TemporaryHome.withoutSound()) }

  @Test func `hang up on a header or a body that doesn't come`() throws {
    let pages = try pages()
    let slow = try HTTPConnection(pages.port)
    slow.send("GET /api/time HTTP/1.1\r\nHost: 127.0.0.1")
    let body = try HTTPConnection(pages.port)
    body.send(pages.head("POST", "/api/login", ["Content-Length: 100"]) + "{")
    let (silent, begin) = (try HTTPConnection(pages.port), ContinuousClock.now)
    // One that has had an answer may wait longer.
    let quiet = try HTTPConnection(pages.port)
    quiet.send(pages.head("GET", "/api/time"))
    #expect(try quiet.line() == "HTTP/1.1 200 OK")
    #expect(try slow.rest().isEmpty)
    #expect(try silent.rest().isEmpty && ContinuousClock.now - begin > .seconds(4))
    #expect(try body.rest().isEmpty)
    quiet.send(pages.head("GET", "/api/time", ["Connection: close"]))
    #expect(try quiet.rest().contains("HTTP/1.1 200"))
  }

  @Test func `refuse a header and a body that are too long, and what isn't HTTP`() throws {
    let pages = try pages()
    func answer(_ text: String) throws -> String {
      let connection = try HTTPConnection(pages.port)
      connection.send(text)
      return try connection.rest()
    }
    let long = String(repeating: "x", count: 17 * 1024)
    #expect(try answer(pages.head("GET", "/api/time", ["X-Long: \(long)"])).hasPrefix("HTTP/1.1 400"))
    #expect(try answer("hello\r\n\r\n").hasPrefix("HTTP/1.1 400"))
    let body = String(repeating: " ", count: 65 * 1024)
    #expect(try pages.send("POST", "/api/login", body).status == 413)
    #expect(try pages.send("POST", "/api/login", String(repeating: " ", count: 63 * 1024) + "{}").status == 400)
    #expect(try pages.send("GET", "/api/time").status == 200)
  }

  @Test func `hang up on the connections that are too many, and take others when these have ended`() throws {
    let pages = try pages()
    var walls = try (0..<128).map { _ in try pages.events("/api/events") }
    for wall in walls { _ = try wall.next("state") }
    #expect(try HTTPConnection(pages.port).rest().isEmpty)
    walls.removeLast(8)
    let isTaken = Timeout.wait { (try? pages.send("GET", "/api/time").status) == 200 }
    #expect(isTaken)
  }

  @Test func `let no connections that say nothing keep others out, and none that are served go`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    let pages = try ServedPages(home)
    let run = try home.start("run", "--silent", "--json", "w.json")
    try run.waitForPhase()
    let wall = try pages.events("/api/events")
    _ = try wall.next("state")
    let asked = try HTTPConnection(pages.port)
    asked.send(pages.head("GET", "/api/time"))
    #expect(try asked.line() == "HTTP/1.1 200 OK")
    for round in 0..<3 {
      var silent = try (0..<140).map { _ in try HTTPConnection(pages.port) }
      let begun = try HTTPConnection(pages.port)
      begun.send("GET /api/time HTTP/1.1\r\n")
      for _ in 0..<5 { #expect(try pages.send("GET", "/api/time").status == 200, "\(round)") }
      silent.removeAll()
    }
    #expect(try pages.ask("w", #"{"do":"volume","by":-1}"#).status == 200)
    _ = try wall.next("event", with: "setVolume")
    asked.send(pages.head("GET", "/api/time", ["Connection: close"]))
    #expect(try asked.rest().contains("HTTP/1.1 200"))
    _ = try run.stop()
  }

  @Test func `answer or hang up on ten thousand requests of nonsense, and serve on`() throws {
    let pages = try pages()
    let before = try pages.server.peakKilobytes()
    var random = SplitMix64(seed: 20_261_123)
    let template = Array(
      (pages.head("POST", "/api/runs/w/requests", ["Content-Length: 16"]) + #"{"do":"pause"}  "#).utf8)
    for _ in 0..<10_000 {
      var bytes = template
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...30, using: &random)))
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
        default: bytes.insert(contentsOf: [0, 13, 10, 37, 255].shuffled(using: &random), at: place)
        }
        if bytes.isEmpty { break }
      }
      let connection = try HTTPConnection(pages.port)
      connection.send(bytes)
      connection.finishSending()
      guard let answer = try? connection.rest() else {
        Issue.record("no answer to \(String(decoding: bytes, as: UTF8.self))")
        continue
      }
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(String(decoding: bytes, as: UTF8.self)): \(answer)")
    }
    #expect(try pages.send("GET", "/api/time").status == 200)
    #expect(try pages.server.peakKilobytes() < before + 30_000)
  }

  @Test func `keep twenty walls within memory, and drop one that doesn't read`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    let pages = try ServedPages(home)
    let run = try home.start("run", "--silent", "--json", "w.json")
    try run.waitForPhase()
    let walls = try (0..<20).map { _ in try pages.events("/api/events") }
    for wall in walls { _ = try wall.next("state") }
    #expect(try pages.ask("w", #"{"do":"volume","by":-1}"#).status == 200)
    for wall in walls { _ = try wall.next("event", with: "setVolume") }
    #expect(try pages.server.peakKilobytes() < 64_000)
    _ = try run.stop()
    for wall in walls { _ = try wall.next("ended") }
  }
}
