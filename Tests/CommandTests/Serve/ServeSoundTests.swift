import Glibc
import TestSupport
import Testing

/// A run doesn't notice who looks at it, and what becomes of the server.
@Suite(.serialized) struct `A run that pages look at` {
  @Test func `sounds to the frame like a run alone, with twenty walls whose server is killed fifty times`() throws {
    let pair = try PairedRuns(clicks: 70)
    var pages = try ServedPages(pair.home)
    for _ in 0..<50 {
      let walls = try (0..<20).map { _ in try pages.events("/api/runs/disturbed/events") }
      for wall in walls { #expect(try wall.next()?.data.contains(#""answers":true"#) == true) }
      try pages.kill()
      pages = try ServedPages(pair.home, port: pages.port)
    }
    let wall = try pages.events("/api/runs/disturbed/events")
    #expect(try wall.next("ended").data.contains(#""outcome":"finished""#))
    try pair.expectEqualSound()
  }
}

@Suite(.serialized) struct `The links to the pages` {
  @Test func `aren't written to the journal, which says to get them with serve --links`() throws {
    let home = try TemporaryHome.withoutSound()
    let port = try HTTPConnection.freePort()
    let listen = "--listen 127.0.0.1:\(port)"
    let links = try home.shell("\"$CUEBELL\" serve --links \(listen)")
    // The server's program is the same command.
    #expect(try home.shell("\"${CUEBELL}-serve\" --links \(listen)").out == links.out)
    let token = try #require(links.out.firstMatch(of: #/remote#k=([0-9a-f]{32})/#)?.output.1)
    let server = try home.start(
      words: [
        "/bin/sh", "-c",
        "JOURNAL_STREAM=$(stat -Lc %d:%i /proc/$$/fd/1) exec \"$CUEBELL\" serve \(listen)",
      ])
    let line = try server.line { _ in true }
    #expect(line == "Listening on 127.0.0.1:\(port); cuebell serve --links \(listen) prints the links.")
    server.signal(SIGTERM)
    let result = try server.finish()
    #expect(!(result.out + result.err).contains(token))
  }
}
