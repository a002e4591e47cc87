import Glibc
import Testing

/// SIGTERM and SIGINT end any command at once, with 143 and 130, and no unfinished file is left.
@Suite struct `A command that receives a signal` {
  private static let long = """
    { "name": "Long", "style": "silent", "ambient": { "sound": "rain" },
      "cues": [ { "on": "workout", "at": "every 1s", "sound": "tick" } ],
      "phases": [
        { "sets": 1000, "phases": [ { "name": "A", "duration": "5s" }, { "name": "B", "duration": "4s" } ] } ] }
    """

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.long, to: "w.json")
    guard unsafe mkfifo(home.path("fifo"), 0o600) == 0 else { throw Failure("no FIFO") }
    return home
  }

  private func expectEnd(of child: Child, by signal: Int32, _ what: String) throws {
    let begin = ContinuousClock.now
    child.signal(signal)
    try child.wait { child.hasEnded }
    // What it has written before is read afterwards.
    let time = ContinuousClock.now - begin
    let result = try child.finish()
    let isAtOnce = time < Measurement.limit(.seconds(1))
    #expect(result.code == 128 + signal && isAtOnce, "\(what): \(result.code) after \(time)\n\(result.err)")
  }

  /// What computes, or waits for a reader or a writer that never comes.
  private static let commands: [(words: [String], isInput: Bool)] = [
    (
      [
        "render", "w.json", "-o", "out.flac", "--stems", "parts", "--cues", "out.ndjson", "--picture", "out.svg",
      ], false
    ),
    (["render", "w.json", "-o", "-"], false), (["show", "--json", "w.json"], false),
    (["simulate", "--workout", "w.json", "--seeds", "1000000", "--trace", "out.ndjson"], false),
    (["check", "fifo"], false), (["check", "-"], true), (["render", "-", "-o", "out.wav"], true),
    (["run", "--silent", "-"], true), (["run", "--silent", "w.json"], false),
    (["run", "--silent", "--latency", "power", "w.json"], false),
  ]

  @Test(arguments: commands, [SIGTERM, SIGINT])
  func `ends at once while it works`(command: (words: [String], isInput: Bool), signal: Int32) throws {
    let home = try home()
    let child = try Child([Project.command] + command.words, in: home, input: command.isInput ? .open : .nothing)
    try child.wait { try child.expects(signal) }
    usleep(600_000)
    try expectEnd(of: child, by: signal, command.words.joined(separator: " "))
    #expect(try home.names() == ["fifo", "w.json"])
  }

  @Test func `leaves nothing unfinished after any other fatal signal`() throws {
    for signal in [SIGHUP, SIGALRM, SIGUSR1, SIGABRT, SIGSEGV, 34] {
      let home = try home()
      let line = "ulimit -c 0; exec \"$CUEBELL\" render w.json -o out.wav --stems parts"
      let render = try Child(["/bin/sh", "-c", line], in: home)
      try render.wait { try home.names().contains("parts") }
      render.signal(signal)
      #expect(try render.finish().code == -signal)
      #expect(try home.names() == ["fifo", "w.json"], "\(signal)")
    }
  }

  @Test(arguments: ["doctor", "voices", "devices", "sounds", "new mine", "history", "history export", "resume"])
  func `ends at once while it waits for a reader or a disk`(command: String) throws {
    // Only with ALSA's own configuration are there devices to list.
    let configuration = command == "devices" ? "/usr/share/alsa/alsa.conf" : "/dev/null"
    let home = try InterruptedSession.home(InterruptedSession.workout, ["ALSA_CONFIG_PATH=\(configuration)"])
    try Shim.hang.build(in: home)
    let hang = command == "resume" ? "open" : "stdout"
    let line = "HANG=\(hang) HANGING=\"$PWD/hanging\" \(Shim.preload) exec \"$CUEBELL\" \(command)"
    let child = try Child(["/bin/sh", "-c", line], in: home)
    try child.wait { try home.names().contains("hanging") }
    try expectEnd(of: child, by: SIGTERM, command)
    #expect(try !home.names().contains { $0.hasSuffix(".part") })
  }
}
