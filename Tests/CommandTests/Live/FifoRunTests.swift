import Glibc
import TestSupport
import Testing

@Suite struct `A run into a FIFO` {
  /// It sleeps longer, after each 0.7 s of sound, than the pipe holds.
  private static let lateReader = """
    import sys, time
    while block := sys.stdin.buffer.read(131072): sys.stdout.buffer.write(block); time.sleep(0.12)
    """

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    return home
  }

  @Test func `is heard by its reader in real time, to the end`() throws {
    let home = try home()
    let result = try home.shell(
      "mkfifo f; cat f > out & \"$CUEBELL\" run --fifo f --start-at 8s --json w.json; status=$?; wait; exit $status")
    #expect(result.code == 0 && result.err.isEmpty, "\(result.err)")
    let opened = try #require(try result.events.first { $0.event == "audio" })
    #expect(opened.sink == "fifo" && opened.device == "f" && opened.state == "opened")
    let finished = try #require(try result.events.first { $0.event == "finished" })
    #expect(finished.reason == "completed")
    let sound = try home.bytes(of: "out")
    // No faster than time has passed, and the tail of the last sound, in frames of four bytes.
    let passed = 4 * Wave.frame(at: finished.t)
    #expect(sound.count % 4 == 0 && (8 * Wave.rate..<passed + 12 * Wave.rate).contains(sound.count))
    #expect(sound.contains { $0 != 0 })
    // It shares no device, so it takes no part in the session.
    #expect(try !result.events.contains { $0.event == "session" })
  }

  @Test func `sounds to the frame where what stores the sound is late again and again`() throws {
    let pair = try PairedRuns(clicks: 30, reader: "python3 -c '\(Self.lateReader)'")
    try pair.expectEqualSound()
  }

  @Test func `continues in silence without a reader, reports it, and is heard once there is one`() throws {
    let home = try home()
    try home.write(try WorkoutText.shipped("tabata"), to: "long.json")
    #expect(unsafe mkfifo(home.path("f"), 0o600) == 0)
    let run = try home.start("run", "--fifo", "f", "--json", "long.json")
    try run.line { $0.contains(#""event": "cue""#) }
    let reader = try home.start(words: ["/bin/cat", "f"])
    try run.line { $0.contains(#""state": "restored""#) }
    reader.signal(SIGKILL)
    _ = try reader.finish()
    try run.line { $0.contains(#""state": "lost""#) }
    run.signal(SIGTERM)
    let result = try run.finish()
    let gone = "The sound is lost (f: nothing reads from it); the workout continues in silence."
    let none = "No sound yet (f: nothing reads from it): keeping time in silence."
    #expect(result.code == 143 && result.errorLines == [none, "The sound has begun.", gone])
    #expect(try result.events.filter { $0.event == "audio" }.map(\.state) == ["opened", "lost", "restored", "lost"])
  }

  @Test(arguments: ["nothing", "w.json"])
  func `makes no FIFO, writes into nothing else, and keeps time without`(path: String) throws {
    let home = try home()
    let result = try home.cuebell("run", "--fifo", path, "--start-at", "9.9s", "w.json")
    #expect(result.code == 0 && result.errorLines.count == 1 && result.err.contains("keeping time in silence"))
    #expect(result.err.contains("mkfifo") && result.err.hasSuffix("begins when the FIFO is there and read.\n"))
    #expect(result.lines.contains { $0.contains("completed") })
    #expect(try home.names() == ["w.json"] && home.text(of: "w.json") == WorkoutText.small)
    #expect(try home.cuebell("run", "--fifo", path, "--require-audio", "w.json").code == 69)
  }

  @Test(arguments: [["--silent"], ["--device", "null"]])
  func `has no other way out`(options: [String]) throws {
    let result = try Child([Project.command, "run", "--fifo", "f"] + options + ["w.json"], in: home()).finish()
    #expect(result.code == 64 && result.err.contains("--device, --fifo and --silent exclude each other."))
  }
}
