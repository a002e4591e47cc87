import FoundationEssentials
import Glibc
import Testing

@Suite struct `A live run` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.small, to: "w.json")
    return home
  }

  @Test func `prints a plain line for each event`() throws {
    // This profile decides each cue so long before its moment that a busy machine isn't late.
    let result = try home().cuebell("run", "--silent", "--speed", "50", "--latency", "power", "w.json")
    #expect(result.code == 0 && result.err.isEmpty)
    #expect(
      result.lines == [
        "   0:00  Ready  0:04", "   0:00    [bell] “Ready”", "   0:01    “Soon”", "   0:02    “2”",
        "   0:03    “1”", "   0:04  Go  0:06", "   0:04    [bell] “Go”", "   0:07    “Soon”", "   0:08    “2”",
        "   0:09    “1”", "   0:10    [woodblock ×2]", "   0:10  completed after 0:10",
      ])
    let colored = try home().cuebell("run", "--silent", "--speed", "50", "--color", "always", "w.json")
    #expect(colored.out.contains("\u{1B}[31mGo"))
  }

  @Test func `reads its workout from stdin`() throws {
    let result = try TemporaryHome().cuebell("run", "-", "--silent", "--speed", "50", input: .text(WorkoutText.small))
    #expect(result.code == 0 && result.lines.contains("   0:10  completed after 0:10"))
  }

  @Test func `continues to its end when its stdout is closed`() throws {
    let home = try home()
    let run = try home.start("run", "--silent", "--speed", "20", "--json", "--log", "w.log", "w.json")
    try run.line { _ in true }
    run.closeOutput()
    let result = try run.finish()
    #expect(result.code == 0 && result.err.isEmpty)
    #expect(try EventRecord.all(in: home.text(of: "w.log")).contains { $0.reason == "completed" })
  }

  @Test func `continues to its end when its stdout is full`() throws {
    let result = try home().shell("\"$CUEBELL\" run --silent --speed 50 w.json > /dev/full")
    #expect(result.code == 0)
  }

  @Test func `continues to its end when the disk of its log is full, and exits 73`() throws {
    let result = try home().cuebell("run", "--silent", "--speed", "50", "--log", "/dev/full", "w.json")
    #expect(result.code == 73 && result.lines.contains("   0:10  completed after 0:10"))
    #expect(result.errorLines == ["/dev/full: No space left on device; the log is incomplete"])
  }

  @Test func `takes a volume and an offset below zero, the sign a word of its own`() throws {
    let home = try home()
    let result = try home.cuebell(
      "run", "--silent", "--speed", "50", "--volume", "-6.5", "--latency-offset", "-50", "w.json")
    #expect(result.code == 0 && result.err.isEmpty)
    #expect(try home.cuebell("render", "w.json", "--volume", "-6", "--no-speech", "-o", "w.wav").code == 0)
    let below = try home.cuebell("run", "--silent", "--lead-in", "-1", "w.json")
    #expect(below.code == 64 && below.err.contains("--lead-in must be 0…1000, got"))
  }

  @Test(arguments: zip([SIGINT, SIGTERM], [Int32(130), 143]))
  func `stops in order within a second of a signal`(signal: Int32, code: Int32) throws {
    let run = try home().start("run", "--silent", "--json", "w.json")
    try run.line { $0.contains(#""event": "cue""#) }
    run.signal(signal)
    let result = try run.finish()
    #expect(result.code == code && result.err.isEmpty)
    let finished = try result.events.filter { $0.event == "finished" }
    #expect(finished.map(\.reason) == ["stopped"])
    let abort = try #require(try result.events.first { $0.action == "abort" })
    #expect(.nanoseconds(try #require(finished.first).t - abort.t) <= Measurement.limit(.seconds(1)))
    let cues = try EventRecord.cues(in: result.out)
    #expect(Set(cues.map(\.cue)).count == cues.count && cues.last?.outcome == "cancelled")
  }

  @Test(arguments: zip([SIGINT, SIGTERM], [Int32(130), 143]))
  func `handles two signals at once, as GNU timeout sends them, like one`(signal: Int32, code: Int32) throws {
    let home = try home()
    for pause in [1_000, 20_000, 100_000] as [UInt32] {
      let run = try home.start("run", "--silent", "--json", "w.json")
      try run.line { $0.contains(#""event": "cue""#) }
      run.signal(signal)
      usleep(pause)
      run.signal(signal)
      let result = try run.finish()
      #expect(result.code == code && result.out.contains(#""event": "finished""#))
    }
    #expect(try HistoryFile(of: home).rows("SELECT DISTINCT reason FROM session") == ["stopped"])
  }

  @Test func `stopped during speech preparation does not wait for its end`() throws {
    // Seconds of work for the voice: long phrases, all within the first moments.
    let words = String(repeating: "one more word ", count: 20)
    let phases = (0..<60).map { #"{ "name": "\#($0)", "say": "\#($0) \#(words)", "duration": "100ms" }"# }
    let home = try TemporaryHome()
    try home.write(#"{ "name": "Talk", "phases": [\#(phases.joined(separator: ", "))] }"#, to: "w.json")
    let run = try home.start("run", "--silent", "--json", "w.json")
    try run.line { $0.contains(#""action": "start""#) }
    run.signal(SIGINT)
    let result = try run.finish()
    #expect(result.code == 130)
    let abort = try result.events.first { $0.action == "abort" }
    #expect(abort?.from == "preparingToPlay" && abort?.accepted == true)
    #expect(try result.events.allSatisfy { $0.event != "phase" })
  }

  @Test func `reports a missing sound card in one line, suggests a render, and keeps its time`() throws {
    let home = try home()
    let run = try home.start("run", "--device", "no-such-card", "--start-at", "9s", "w.json")
    let result = try run.finish()
    #expect(result.code == 0 && result.lines.contains("   0:01  completed after 0:01"))
    #expect(result.errorLines.count == 1)
    #expect(result.err.contains("keeping time in silence") && result.err.contains("cuebell render w.json -o "))
  }

  @Test func `that requires sound exits 69 where there is none`() throws {
    let result = try home().cuebell("run", "--device", "no-such-card", "--require-audio", "w.json")
    #expect(result.code == 69 && result.out.isEmpty && result.errorLines.count == 1)
  }

  @Test func `keeps another from talking over it: that one names it and exits 75`() throws {
    let home = try home()
    try home.write(try WorkoutText.shipped("tabata"), to: "long.json")
    let first = try home.start("run", "--device", "no-such-card", "--json", "long.json")
    try first.line { $0.contains(#""event": "phase""#) }
    let second = try home.cuebell("run", "--device", "no-such-card", "w.json")
    #expect(second.code == 75 && second.out.isEmpty)
    #expect(second.err.contains("\(first.identifier)") && second.err.contains("\"Tabata\""))
    #expect(try home.cuebell("doctor").lines.contains { $0.contains("session: held by pid \(first.identifier)") })
    // A silent run needs no audio session.
    #expect(try home.cuebell("run", "--silent", "--speed", "50", "w.json").code == 0)
    first.signal(SIGTERM)
    #expect(try first.finish().events.contains { $0.event == "session" && $0.owner == "workout" })
    let third = try home.cuebell("run", "--device", "no-such-card", "--start-at", "9.9s", "w.json")
    #expect(third.code == 0)
  }
}

@Suite struct `A run that takes over` {
  private static let noCard = ["run", "--device", "no-such-card", "--json"]

  @Test func `pauses the playing one, which resumes afterwards, also in a chain of three`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(try WorkoutText.shipped("tabata"), to: "w.json")
    func start(_ options: String...) throws -> Child {
      let child = try Child([Project.command] + Self.noCard + options + ["w.json"], in: home)
      try child.line { $0.contains(#""event": "phase""#) }
      return child
    }
    let first = try start()
    let second = try start("--take-over")
    try first.line { $0.contains(#""event": "paused""#) && $0.contains(#""reason": "interruption""#) }
    let third = try start("--take-over")
    try second.line { $0.contains(#""event": "paused""#) && $0.contains(#""reason": "interruption""#) }
    third.signal(SIGTERM)
    #expect(try third.finish().code == 143)
    try second.line { $0.contains(#""event": "resumed""#) }
    second.signal(SIGTERM)
    #expect(try second.finish().code == 143)
    try first.line { $0.contains(#""event": "resumed""#) }
    first.signal(SIGTERM)
    let result = try first.finish()
    #expect(result.code == 143)
    // It releases the session after it has become silent, not before.
    let silence = try #require(try result.events.first { $0.event == "paused" })
    let release = try #require(try result.events.first { $0.event == "session" && $0.owner == nil })
    #expect(release.t >= silence.t + 10_000_000)
  }

  private func first(in home: TemporaryHome) throws -> Child {
    try home.write(WorkoutText.slow, to: "w.json")
    let run = try Child([Project.command] + Self.noCard + ["w.json"], in: home)
    try run.line { $0.contains(#""event": "phase""#) }
    return run
  }

  private func isPaused(_ line: String) -> Bool { line.contains(#""event": "paused""#) }
  private func isResumed(_ line: String) -> Bool { line.contains(#""event": "resumed""#) }

  private func end(_ run: Child) throws -> ProcessResult {
    run.signal(SIGTERM)
    let result = try run.finish()
    #expect(result.code == 143, "\(result)")
    return result
  }

  @Test func `and then finds no sound, which it requires, gives the session back`() throws {
    let home = try TemporaryHome.withoutSound()
    let first = try first(in: home)
    let run = try home.cuebell("run", "--device", "no-such-card", "--require-audio", "--take-over", "w.json")
    #expect(run.code == 69)
    try first.line(where: isPaused)
    try first.line(where: isResumed)
    _ = try end(first)
  }

  @Test func `and can't write its log never asks`() throws {
    let home = try TemporaryHome.withoutSound()
    let first = try first(in: home)
    let run = try home.cuebell("run", "--device", "no-such-card", "--log", "no/w.log", "--take-over", "w.json")
    #expect(run.code == 73)
    #expect(try !end(first).lines.contains(where: isPaused))
  }

  @Test(arguments: [SIGINT, SIGKILL])
  func `and ends while it waits for the session, however it ends, has asked for nothing`(signal: Int32) throws {
    let home = try TemporaryHome.withoutSound()
    let first = try first(in: home)
    // A stopped process does not respond.
    first.signal(SIGSTOP)
    let run = try Child([Project.command] + Self.noCard + ["--take-over", "w.json"], in: home)
    let status = "/proc/\(first.identifier)/status"
    try run.wait { try Self.isAsked(String(contentsOfFile: status, encoding: .utf8)) }
    run.signal(signal)
    #expect(try run.finish().code == (signal == SIGINT ? 130 : -SIGKILL))
    first.signal(SIGCONT)
    usleep(300_000)
    #expect(try !end(first).lines.contains(where: isPaused))
  }

  /// Whether SIGUSR1 is among the signals that wait for a process as a whole, by its status in /proc.
  private static func isAsked(_ status: String) -> Bool {
    let line = status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
    let waiting = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    return waiting & (1 << (SIGUSR1 - 1)) != 0
  }

  @Test func `and is killed gives the session back, also to the first of three`() throws {
    let home = try TemporaryHome.withoutSound()
    let first = try first(in: home)
    let others = try (0..<2).map { _ in
      let other = try Child([Project.command] + Self.noCard + ["--take-over", "w.json"], in: home)
      try other.line { $0.contains(#""event": "phase""#) }
      return other
    }
    try first.line(where: isPaused)
    for other in others {
      other.signal(SIGKILL)
      _ = try other.finish()
    }
    try first.line(where: isResumed)
    _ = try end(first)
  }

  @Test func `proves it: signals alone change nothing`() throws {
    let home = try TemporaryHome.withoutSound()
    let first = try first(in: home)
    for _ in 0..<100 {
      for signal in [SIGUSR1, SIGUSR2, SIGWINCH, SIGCHLD, SIGURG, SIGCONT] { first.signal(signal) }
      usleep(2_000)
    }
    usleep(300_000)
    let lines = try end(first).lines
    #expect(!lines.contains(where: isPaused))
    #expect(try EventRecord.all(in: lines.joined(separator: "\n")).filter { $0.event == "session" }.count == 1)
  }
}
