import Glibc
import Testing

/// A system that allows so many open files and no more: each limit from 3, with which no library can be loaded, to 40.
@Suite struct `A command that gets too few file descriptors` {
  private static let limits = 3...40
  private static let workout = """
    { "name": "Short", "style": "silent",
      "cues": [ { "on": "phase", "at": "start", "sound": "tick", "say": "{phase}" } ],
      "phases": [ { "name": "One", "duration": "2s" }, { "name": "Two", "duration": "2s" } ] }
    """

  private func home() throws -> Home {
    let home = try Home.withoutSound()
    try home.write(Self.workout, to: "w.json")
    return home
  }

  /// Runs a command with each limit; what it says of itself is told by a line on stderr, or it is all there.
  private func expectWord(
    of command: String, in home: Home, isWhole: (Ending) throws -> Bool, after each: () throws -> Void = {}
  ) throws {
    var (refusals, wholes) = (0, 0)
    for limit in Self.limits {
      let ending = try home.shell("ulimit -n \(limit); exec \"$CUEBELL\" \(command)")
      if ending.code == 0 {
        wholes += 1
        #expect(try isWhole(ending), "\(limit): \(ending)")
      } else {
        refusals += 1
        #expect([1, 66, 69, 73, 127].contains(ending.code), "\(limit): \(ending)")
        #expect((1...2).contains(ending.errorLines.count), "\(limit): \(ending)")
      }
      try each()
    }
    #expect(refusals > 0 && wholes > 20, "\(refusals) refusals, \(wholes) whole")
  }

  @Test(arguments: ["--silent --speed 20", "--device no-such-card --start-at 3800ms"])
  func `runs a workout to its end, or says why it can't`(options: String) throws {
    let home = try home()
    try expectWord(of: "run \(options) w.json", in: home) { ending in
      // The history is one line, and so is the silence.
      ending.out.contains("completed after") && ending.errorLines.count <= 3
    }
    #expect(try HistoryFile(of: home).damages().isEmpty)
  }

  @Test func `checks and shows a workout, or says why it can't`() throws {
    let home = try home()
    let (checked, shown) = try (home.cuebell("check", "w.json"), home.cuebell("show", "w.json"))
    try expectWord(of: "check w.json", in: home) { $0.out == checked.out || $0.out.contains("Too many open files") }
    try expectWord(of: "show w.json", in: home) { $0.out == shown.out || $0.out.contains("Too many open files") }
  }

  @Test func `renders a workout, or says why it can't, and keeps no phrase that isn't as it is to be`() throws {
    let home = try home()
    #expect(try home.shell("XDG_CACHE_HOME=/dev/null \"$CUEBELL\" render w.json -o whole.wav").code == 0)
    let whole = try home.bytes(of: "whole.wav")
    try expectWord(of: "render w.json -o out.wav --cues out.ndjson", in: home) { ending in
      let cues = try home.text(of: "out.ndjson")
      return try home.bytes(of: "out.wav") == whole || cues.contains("Too many open files")
    } after: {
      _ = try home.shell("rm -f out.wav out.ndjson; rm -rf \"$HOME\"; mkdir \"$HOME\"")
    }
  }

  @Test func `takes up a session, or says why it can't and leaves it to be resumed`() throws {
    let home = try Interrupted.home(Interrupted.workout.replacing("30s", with: "1500ms"))
    var limit = Self.limits.lowerBound
    while limit <= Self.limits.upperBound {
      let ending = try home.shell("ulimit -n \(limit); exec \"$CUEBELL\" resume --silent --go-on-after 0s")
      let isWhole = ending.code == 0 && ending.out.contains("completed after")
      // Where nothing more is written down, which is said, the session can be resumed once more.
      if isWhole, !ending.err.contains("written down") { break }
      #expect(isWhole || ending.code != 0 && !ending.err.isEmpty, "\(limit): \(ending)")
      limit += 1
    }
    #expect(Self.limits.dropFirst(2).contains(limit))
    #expect(try HistoryFile(of: home).rows("SELECT reason FROM session") == ["completed"])
  }

  @Test func `lists all voices, or says why it can't`() throws {
    let home = try home()
    let all = try home.cuebell("voices")
    try expectWord(of: "voices", in: home) { $0.out == all.out }
  }
}
