import Glibc
import Testing

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
