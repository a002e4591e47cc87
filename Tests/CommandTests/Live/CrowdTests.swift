import Glibc
import TestSupport
import Testing

/// A run whose socket has many clients at once.
@Suite(.serialized) struct `A run with a crowd of clients` {
  /// Fifty clients: ten that never stop writing, ten that never read what they have asked for, and thirty that watch.
  private static let crowd = """
    import socket, sys, threading, time
    path = sys.argv[1]
    def connect():
        client = socket.socket(socket.AF_UNIX); client.connect(path); return client
    def flood(client):
        try:
            while True: client.sendall(b'{"id":1,"get":["place","ahead"]}\\n' * 20)
        except OSError: pass
    clients = [connect() for _ in range(50)]
    for client in clients[10:]: client.sendall(b'{"events":["all"]}\\n{"watch":["playback","phase","place"]}\\n')
    def read(client):
        try:
            while client.recv(65536): pass
        except OSError: pass
    for client in clients[:10]: threading.Thread(target=flood, args=(client,), daemon=True).start()
    for client in clients[20:]: threading.Thread(target=read, args=(client,), daemon=True).start()
    print("here", flush=True)
    sys.stdin.read()
    """

  @Test func `sounds on the grid and answers a key's request whatever fifty clients do`() throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    let run = try fixture.start(clicks: 400, "--name", "clicks")
    try run.waitForPhase()
    let folder = try #require(fixture.home.environment.first { $0.hasPrefix("XDG_RUNTIME_DIR=") }).dropFirst(16)
    try fixture.home.write(Self.crowd, to: "crowd.py")
    let crowd = try Child(
      ["/usr/bin/nice", "/usr/bin/python3", "crowd.py", "\(folder)/cuebell/runs/clicks.sock"], in: fixture.home,
      input: .open)
    try crowd.line { $0 == "here" }
    let recording = try fixture.server.record()
    try fixture.expectClicksOnGrid(recording, moreThan: 20)
    #expect(try fixture.home.ctl("volume", "-3").code == 0)
    crowd.signal(SIGKILL)
    _ = try crowd.finish()
    let result = try run.stop()
    try result.expectUniqueCues()
    #expect(result.lines.contains { $0.contains(#""action": "setVolume""#) })
  }

  @Test func `sounds to the frame like a run alone whatever fifty clients do`() throws {
    let pair = try PairedRuns(clicks: 40)
    try pair.home.write(Self.crowd, to: "crowd.py")
    let folder = try #require(pair.home.environment.first { $0.hasPrefix("XDG_RUNTIME_DIR=") }).dropFirst(16)
    let crowd = try Child(
      ["/usr/bin/nice", "/usr/bin/python3", "crowd.py", "\(folder)/cuebell/runs/disturbed.sock"], in: pair.home,
      input: .open)
    try crowd.line { $0 == "here" }
    try pair.expectEqualSound()
    crowd.signal(SIGKILL)
    _ = try crowd.finish()
  }

  @Test func `sounds to the frame like a run alone, with twenty walls whose server is killed again and again`() throws {
    let pair = try PairedRuns(clicks: 45)
    var pages = try ServedPages(pair.home)
    // For half of the run, at least twice.
    let end = ContinuousClock.now + .seconds(7)
    var kills = 0
    while ContinuousClock.now < end {
      kills += 1
      let walls = try (0..<20).map { _ in try pages.events("/api/runs/disturbed/events") }
      for wall in walls { #expect(try wall.next()?.data.contains(#""answers":true"#) == true) }
      try pages.kill()
      pages = try ServedPages(pair.home, port: pages.port)
    }
    #expect(kills > 1)
    let wall = try pages.events("/api/runs/disturbed/events")
    #expect(try wall.next("ended").data.contains(#""outcome":"finished""#))
    try pair.expectEqualSound()
  }
}
