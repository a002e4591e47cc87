import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A run of the command, controlled through its socket by the command, by Python, and by many clients at once.
@Suite(.serialized) struct `A run that is controlled` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    return home
  }

  /// Each verb, the action that it becomes, and whether a session in its first phase accepts it.
  private static let verbs = [
    ("volume -3", "setVolume", true), ("mute", "setVolume", true), ("extend 15s", "extend", true),
    ("undo", "undo", true), ("redo", "redo", true), ("jump +2s", "seek", true), ("jump 0:01", "jump", true),
    ("done", "done", false), ("restart", "restartPhase", true), ("next", "skip", true), ("back", "back", true),
    ("skip", "skip", true), ("pause", "pause", true), ("resume", "resume", true), ("stop", "stop", true),
  ]

  @Test func `does what each verb asks for, and its events report from where it came`() throws {
    let home = try home()
    let run = try home.start("run", "--silent", "--json", "--name", "gym", "w.json")
    try run.waitForPhase()
    for (verb, _, isAccepted) in Self.verbs {
      let result = try home.shell("\"$CUEBELL\" ctl --to gym \(verb)")
      #expect(result.code == (isAccepted ? 0 : 3), "\(verb): \(result)")
    }
    let result = try run.finish()
    #expect(result.code == 4)
    let actions = result.lines.filter { $0.contains(#""by": "socket""#) }
    let expected = Self.verbs.map { #""action": "\#($0.1)", "accepted": \#($0.2)"# }
    #expect(actions.count == expected.count, "\(actions)")
    for (line, part) in zip(actions, expected) { #expect(line.contains(part), "\(line)") }
    #expect(try home.shell("\"$CUEBELL\" ctl status").code == 69)
  }

  @Test func `says which round it is by name, what is left of its time, and what follows in it`() throws {
    let home = try home()
    try home.write(try WorkoutText.shipped("amrap-12"), to: "amrap.json")
    let run = try home.start("run", "--silent", "--no-speech", "--json", "--start-at", "10s", "amrap.json")
    try run.waitForPhase()
    let lines = try home.cuebell("ctl", "status").lines
    let phase = try #require(lines.dropFirst().first)
    let time = #/Push-ups, 10 reps, Round 1: (12:00|11:5\d) left \(this phase: open, 0:0\d so far\)/#
    #expect(phase.wholeMatch(of: time) != nil && lines[2] == "Next: Squats, 15 reps, until done", "\(lines)")
    _ = try home.cuebell("ctl", "volume", "=-6.020599913279624")
    let format = try home.cuebell("ctl", "status", "--format", "{groups}|{next}|{volume}")
    #expect(format.lines == ["Round 1|Squats|-6 dB"])
    #expect(try home.cuebell("ctl", "stop").code == 0)
    _ = try run.finish()
  }

  @Test func `takes its name from the file, or with a number where that is taken, and is found by it`() throws {
    let home = try home()
    let first = try home.start("run", "--silent", "--json", "w.json")
    try first.waitForPhase()
    let second = try home.start("run", "--silent", "--json", "w.json")
    try second.waitForPhase()
    let list = try home.cuebell("ctl", "list")
    #expect(list.lines.map { $0.prefix { $0 != " " } } == ["w", "w-2"], "\(list)")
    // Neither holds the audio session.
    #expect(try home.cuebell("ctl", "stop").code == 64)
    #expect(try home.cuebell("ctl", "--to", "w-2", "stop").code == 0)
    #expect(try second.finish().code == 4)
    #expect(try home.cuebell("ctl", "stop").code == 0)
    #expect(try first.finish().code == 4)
  }

  @Test func `plays where it can't be controlled, but ends with 73 where the user has named the place`() throws {
    let home = try home()
    let long = String(repeating: "x", count: 120)
    let refused = try home.cuebell("run", "--silent", "--speed", "50", "--control", "/\(long)/s", "w.json")
    #expect(refused.code == 73 && refused.errorLines.count == 1, "\(refused)")
    let folder = try #require(home.environment.first { $0.hasPrefix("XDG_RUNTIME_DIR=") }).dropFirst(16)
    #expect(try home.shell("mkdir -p '\(folder)/cuebell/runs' && chmod 755 '\(folder)/cuebell/runs'").code == 0)
    let run = try home.cuebell("run", "--silent", "--speed", "50", "w.json")
    #expect(run.code == 0 && run.errorLines.count == 1 && run.err.contains("chmod 700"), "\(run)")
    let quiet = try home.cuebell("run", "--silent", "--speed", "50", "--no-control", "w.json")
    #expect(quiet.code == 0 && quiet.err.isEmpty, "\(quiet)")
  }

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
    #expect(try fixture.home.cuebell("ctl", "--timeout", "10", "volume", "-3").code == 0)
    crowd.signal(SIGKILL)
    _ = try crowd.finish()
    let result = try run.stop()
    try result.expectUniqueCues()
    #expect(result.lines.contains { $0.contains(#""action": "setVolume""#) })
  }

  @Test func `sounds to the frame like a run alone whatever fifty clients do`() throws {
    let pair = try PairedRuns(clicks: 45)
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
}
