import FoundationEssentials
import Glibc
import Testing

/// A disk that takes longer for a phrase than any test waits, or just too long.
@Suite struct `A disk of phrases that hangs` {
  /// Ten minutes, in microseconds.
  private static let endless = 600_000_000

  /// Whether phrases are there before; what is done with one that is, and with one that isn't.
  private static let functions = [(isWarm: true, name: "open"), (isWarm: false, name: "rename")]

  /// A home with the functions, and with phrases where it is to be warm.
  private func home(isWarm: Bool, _ workout: String = WorkoutText.slow) throws -> TemporaryHome {
    let home = try TemporaryHome()
    try Shim.slowCache.build(in: home)
    try home.write(workout, to: "w.json")
    if isWarm { #expect(try home.cuebell("render", "w.json", "-o", "cold.wav").code == 0) }
    return home
  }

  private func line(_ function: String, _ microseconds: Int, _ command: String) -> String {
    "CALLS=\"$PWD/calls\" SLOW=\(function) MICROSECONDS=\(microseconds) \(Shim.preload) exec \"$CUEBELL\" \(command)"
  }

  @Test(arguments: Self.functions)
  func `holds up neither the beginning of a workout nor its end`(isWarm: Bool, function: String) throws {
    let home = try home(isWarm: isWarm)
    let run = try home.start(
      words: ["/bin/sh", "-c", line(function, Self.endless, "run --silent --json w.json")])
    try run.line { $0.contains(#""event": "phase""#) }
    try run.line { $0.contains(#""event": "cue""#) }
    run.signal(SIGINT)
    let result = try run.finish()
    #expect(result.code == 130 && result.err.isEmpty, "\(result)")
    let failed = try EventRecord.cues(in: result.out).count { $0.say != nil && $0.outcome == "failed" }
    #expect(failed == 0)
    #expect(try home.text(of: "calls") == ".")
  }

  @Test(arguments: Self.functions)
  func `changes nothing of a render`(isWarm: Bool, function: String) throws {
    let home = try home(isWarm: isWarm, WorkoutText.small)
    #expect(try home.shell("XDG_CACHE_HOME=/dev/null \"$CUEBELL\" render w.json -o without.wav").code == 0)
    let result = try home.shell(line(function, Self.endless, "render w.json -o slow.wav"))
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    #expect(try home.bytes(of: "slow.wav") == home.bytes(of: "without.wav"))
    #expect(try home.text(of: "calls") == ".")
  }

  @Test func `isn't waited for where space is to be freed`() throws {
    let home = try home(isWarm: false, WorkoutText.small)
    let full = try home.shell(
      """
      mkdir -p -m 700 '\(home.phrases)' && cd '\(home.phrases)' && for number in $(seq 64); do
        truncate -s 4M $(printf %032x $number); done
      """)
    #expect(full.code == 0)
    let result = try home.shell(line("unlink", Self.endless, "render w.json -o slow.wav"))
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    #expect(try home.text(of: "calls") == ".")
  }

  @Test func `or takes a little longer for each than the phrase is worth, isn't asked for all of them`() throws {
    let home = try home(isWarm: true, try WorkoutText.shipped("tabata"))
    let kept = try FileManager.default.contentsOfDirectory(atPath: home.phrases).count
    #expect(try home.shell(line("open", 450_000, "render w.json -o slow.wav")).code == 0)
    // Twice 430 ms too long leave 140 ms of the second, during which the third isn't read.
    let calls = try home.text(of: "calls").count
    #expect(kept > 10 && calls == 3, "\(calls) of \(kept)")
    #expect(try home.bytes(of: "slow.wav") == home.bytes(of: "cold.wav"))
  }
}
