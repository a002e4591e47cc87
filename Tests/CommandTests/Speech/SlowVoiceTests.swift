import Foundation
import Glibc
import TestSupport
import Testing

/// A program that speaks and takes its time, or never answers: it delays no run by more than a second.
///
/// How long a run waits is claimed as a lower bound, and by what it says: on a busy machine everything takes longer.
@Suite struct `A program that speaks slowly` {
  private static let speaking = #"HOME="$PWD/other" exec "$CUEBELL" voices --voice de --say "$(cat)" -o -"#
  /// It starts another process, which must end with it.
  private static let hanging = "echo $$ >>asked; sleep 600 & echo $! >>started; wait"

  private static let late = "The voice isn't ready: espeak-ng speaks until it is."
  private static let preparing = "Preparing the voice …"

  private static let workout = """
    { "name": "W", "style": "silent", "cues": [
        { "on": "phase", "at": "start", "say": "one" }, { "on": "phase", "at": "start+1s", "say": "two" },
        { "on": "phase", "at": "start+2s", "say": "three" }, { "on": "phase", "at": "start+3s", "say": "four" } ],
      "phases": [{ "name": "A", "duration": "4s" }] }
    """

  private func home(_ program: String) throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write("#!/bin/sh\n" + program, to: "speak")
    _ = try home.shell("chmod +x speak")
    try home.write(#"{ "voice": { "command": "\#(home.path("speak"))" } }"#, to: home.config + "/config.json")
    try home.write(Self.workout, to: "w.json")
    return home
  }

  /// The session time of the first phase, in seconds.
  private func begin(_ result: ProcessResult) throws -> Double {
    let events = try EventRecord.all(in: result.out)
    return Double(try #require(events.first { $0.event == "phase" }).t) / 1e9
  }

  private func expectAllIsSaid(in events: String) throws {
    let cues = try EventRecord.cues(in: events)
    #expect(cues.map(\.say) == ["one", "two", "three", "four"] && cues.allSatisfy { $0.isHeard }, "\(cues)")
  }

  private func expectNothingLeft(in home: TemporaryHome) throws {
    for process in try home.text(of: "started").split(separator: "\n").compactMap({ pid_t($0) }) {
      let isOver = Timeout.wait { kill(process, 0) != 0 }
      #expect(isOver, "process \(process) is left")
    }
  }

  @Test(arguments: [["run", "--silent"], ["run"]])
  func `that hangs delays the start by a second, and isn't waited for again`(words: [String]) throws {
    let home = try home(Self.hanging)
    let result = try home.cuebell(words + ["w.json", "--json"])
    #expect(result.code == 0, "\(result.err)")
    #expect(try begin(result) >= 0.95)
    try expectAllIsSaid(in: result.out)
    let lines = result.errorLines.filter { !$0.hasPrefix("No sound") }
    #expect(lines == [Self.preparing, Self.late], "\(lines)")
    #expect(try home.text(of: "asked").split(separator: "\n").count == 1)
    try expectNothingLeft(in: home)
  }

  @Test func `that hangs delays a resumed session by a second, too`() throws {
    let home = try home(Self.hanging)
    let settings = try home.text(of: home.config + "/config.json")
    try home.delete(home.config + "/config.json")
    let run = try home.start("run", "--silent", "--json", "w.json")
    try run.line { $0.contains(#""event": "cue""#) }
    run.signal(SIGKILL)
    _ = try run.finish()
    try home.write(settings, to: home.config + "/config.json")
    let resumed = try home.cuebell("resume", "--go-on-after", "100ms", "--silent", "--json")
    #expect(resumed.code == 0 && resumed.errorLines.contains(Self.late), "\(resumed.err)")
    let resume = try #require(try EventRecord.all(in: resumed.out).first { $0.event == "resumed" })
    #expect(Double(resume.t) / 1e9 >= 0.95)
    try expectNothingLeft(in: home)
  }

  @Test func `that hangs ends a render with 69 after its limit for one phrase, and show warns of it`() throws {
    let home = try home(Self.hanging)
    let reason = "speech is not available on this machine: \(home.path("speak")) didn't answer within"
    let show = try home.cuebell("show", "w.json")
    #expect(show.code == 0 && show.errorLines.count == 1 && show.out.contains("“four”"), "\(show)")
    #expect(show.err.contains("warning: \(reason) 5 s"), "\(show.err)")
    let render = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(render.code == 69 && render.errorLines.count == 1 && render.err.contains("\(reason) 20 s"), "\(render.err)")
    #expect(try home.text(of: "asked").split(separator: "\n").count == 2)
    try expectNothingLeft(in: home)
  }

  @Test(arguments: [5, 1])
  func `speaks what is ready in time, and from then on what it has kept`(seconds: Int) throws {
    let home = try home("sleep \(seconds); \(Self.speaking)")
    try home.write(Self.workout.replacing("\"4s\"", with: "\"10m\""), to: "w.json")
    let run = try home.start("run", "--silent", "w.json", "--json")
    for _ in 0..<4 { try run.line { $0.contains(#""event": "cue""#) } }
    try run.wait { (try? !FileManager.default.contentsOfDirectory(atPath: home.phrases).isEmpty) ?? false }
    run.signal(SIGTERM)
    let result = try run.finish()
    #expect(try result.code == 143 && begin(result) >= 0.95 && result.errorLines == [Self.preparing, Self.late])
    try expectAllIsSaid(in: result.out)
  }

  @Test func `isn't asked again for what it has spoken`() throws {
    let home = try home("echo x >>asked; \(Self.speaking)")
    #expect(try home.cuebell("render", "w.json", "-o", "w.wav").code == 0)
    let asked = try home.text(of: "asked")
    let result = try home.cuebell("run", "--silent", "w.json", "--json")
    #expect(try result.code == 0 && home.text(of: "asked") == asked, "\(result.err)")
    try expectAllIsSaid(in: result.out)
  }

  @Test(arguments: ["exit 3", "exec sleep 600"])
  func `answers one phrase of four, and espeak-ng speaks the others`(failure: String) throws {
    let program = "n=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) >count; [ $((n % 4)) = 0 ] || \(failure)"
    let home = try home("\(program); \(Self.speaking)")
    let result = try home.cuebell("run", "--silent", "w.json", "--json")
    #expect(result.code == 0 && result.errorLines.filter { $0.contains("espeak-ng") }.count == 1, "\(result.err)")
    try expectAllIsSaid(in: result.out)
  }
}
