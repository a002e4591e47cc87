import Glibc
import Testing

/// What the command prints for people has words where its JSON has identifiers.
@Suite struct `What people read` {
  /// Names in mixed case, and those in lower case that are no words for a cue, an outcome or an action.
  private let identifier = /[a-z]+[A-Z]\w*|\b(?:custom|lifecycle|prepared|skipped|collapsed|transition|abort)\b/

  /// Decibels, and the names of faults, which are the words of the scenario files.
  private let accepted = /dB|wallStep|audioSkew|deviceLost|deviceBack|speech(?:Slow|Hang|Crash)|restartPhase/

  private func identifiers(in text: String) -> [Substring] {
    // Paths are the user's own.
    let words = text.replacing(/\S*\/\S+/, with: "").replacing(accepted, with: "")
    return words.matches(of: identifier).map(\.output)
  }

  /// The labels and titles of an image.
  private func texts(of svg: String) -> String {
    svg.matches(of: />([^<]+)</).map { String($0.output.1) }.joined(separator: "\n")
  }

  @Test(arguments: ["tabata", "boxing-3x3", "amrap-12", "emom-10", "interval-bells", "tempo-strength", "yoga-sides"])
  func `of a workout`(name: String) throws {
    let home = try TemporaryHome()
    let table = try home.cuebell("show", name)
    #expect(table.code == 0 && identifiers(in: table.out).isEmpty, "\(identifiers(in: table.out))")
    let picture = texts(of: try home.cuebell("show", name, "--svg", "-").out)
    #expect(picture.contains("0:00") && identifiers(in: picture).isEmpty, "\(identifiers(in: picture))")
    let run = try home.cuebell("run", name, "--silent", "--speed", "1000", "--no-notify")
    #expect(identifiers(in: run.out).isEmpty, "\(identifiers(in: run.out))")
  }

  @Test func `of a session, while it runs and afterwards`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.slow, to: "w.json")
    let run = try home.start("run", "--silent", "--name", "gym", "w.json")
    try run.line { $0.contains("Ready") }
    var said = ""
    let verbs = [
      "list", "status", "jump 99:00", "done", "toggle", "toggle", "resume", "restart", "volume -3", "extend 5s",
    ]
    for verb in verbs {
      let result = try home.shell("\"$CUEBELL\" ctl --timeout 60 \(verb)")
      said += result.out + result.err
    }
    // A signal would end the run after half a second, even without its last line.
    said += try home.cuebell("ctl", "stop").out
    let result = try run.finish()
    said += result.out + (try home.cuebell("history").out) + (try home.cuebell("history", "0").out)
    #expect(identifiers(in: said).isEmpty, "\(identifiers(in: said)): \(said)")
    #expect(result.code == 4)
    #expect(result.lines.last == "Stopped in Ready, the first of 2 phases. Continue: cuebell resume")
    #expect(said.contains("The workout ends at 0:56; there is no 99:00.\n"))
    #expect(said.contains("stop") && said.contains("by ctl"))
  }

  @Test(arguments: ["lid-closed-across-a-set", "headphones-lost", "killed-at-every-event", "hammered-toggle"])
  func `of a scenario`(name: String) throws {
    let home = try TemporaryHome()
    let report = try home.cuebell("simulate", "\(Project.root)/Scenarios/\(name).json", "--svg", "run.svg")
    #expect(report.code == 0 && identifiers(in: report.out).isEmpty, "\(report.out)")
    // One scenario can't show everything.
    #expect(!report.out.contains("not seen"))
    let picture = texts(of: try home.text(of: "run.svg"))
    #expect(picture.contains("on time") && identifiers(in: picture).isEmpty, "\(identifiers(in: picture))")
  }

  @Test func `of a scenario that fails`() throws {
    let home = try TemporaryHome()
    try home.write(
      """
      { "format": "drift-scenario/1", "name": "late", "workout": "\(Project.workouts)/tabata.json",
        "script": [{ "at": { "cue": "setCompletion", "set": 3, "offset": "-50ms" }, "do": "stall", "for": "20s" },
          { "at": "130s", "do": "pause" }, { "at": "131s", "do": "restartPhase" }, { "at": "133s", "do": "resume" }],
        "expect": { "outcomes": [{ "cue": "setCompletion", "set": 3, "is": "onTime" }] } }
      """, to: "s.json")
    let report = try home.cuebell("simulate", "s.json")
    #expect(report.code == 1 && identifiers(in: report.out).isEmpty, "\(report.out)")
    #expect(report.out.contains("expected set completion of set 3 to be on time"), "\(report.out)")
  }

  @Test func `of a sound that is struck several times tells how often`() throws {
    let lines = try TemporaryHome().cuebell("show", "boxing-3x3").lines
    #expect(lines.contains { $0.hasSuffix("[boxing-bell ×3]") } && lines.contains { $0.hasSuffix("[boxing-bell]") })
  }

  @Test func `of a lack of sound names the workout as the user did`() throws {
    let home = try TemporaryHome.withoutSound()
    let run = try home.start("run", "tabata", "--name", "gym")
    try run.line { $0.contains("Get ready") }
    run.signal(SIGTERM)
    #expect(try run.finish().err.contains("cuebell render tabata -o workout.flac"))
  }
}
