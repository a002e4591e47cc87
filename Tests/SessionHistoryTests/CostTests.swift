import FoundationEssentials
import Glibc
import SessionHistory
import Testing
import WorkoutEngine
import WorkoutModel

/// What the loop that plays spends on recording a session, as counts: they do not depend on how busy the machine is.
@Suite struct `What a journal costs the loop` {
  @Test func `is no file access, and a wait in at most 1 % of the blocks`() throws {
    let fixture = try HistoryFixture()
    // Four cues a second and a phase every second: far more than any workout has.
    let cues = (0..<4).map { quarter in
      CueRule(on: .phase, at: .start(offset: .milliseconds(quarter * 250)), sound: CueSound("tick"))
    }
    let phase = Node.phase(Phase("Go", .high, .after(.fixed(.seconds(1)))))
    let nodes = [Node.group(SetGroup(.sets(1000), nodes: [phase]))]
    let workout = Workout(name: "Busy", style: .silent, cues: cues, nodes: nodes)
    let header = try JournalHarness.header(workout)
    let journal = Journal(in: fixture.place, .new(header)) { _ in }
    journal.open()
    var (plain, recorded) = (Engine(header.timeline), Engine(header.timeline))
    var kept = Duration.zero
    func record(_ reaction: Engine.Reaction) {
      for event in reaction.events { journal.record(event) }
      // As the session renderer does for a sink without a reserve: every 0.7 s and a block.
      guard reaction.isWorthStoring || recorded.state.now - kept >= .milliseconds(720) else { return }
      kept = recorded.state.now
      journal.store(recorded)
    }
    for action in [Action.start, .prepared] {
      _ = plain.send(action, at: .zero)
      record(recorded.send(action, at: .zero))
    }
    let blocks = 45_000
    var waits = 0
    let before = try Self.fileCalls()
    for block in 1...blocks {
      let instant = Duration.milliseconds(20 * block)
      _ = plain.send(.tick, at: instant, soundsFrom: instant - .milliseconds(20))
      let waitsBefore = Self.waits()
      record(recorded.send(.tick, at: instant, soundsFrom: instant - .milliseconds(20)))
      if Self.waits() > waitsBefore { waits += 1 }
    }
    let after = try Self.fileCalls()
    journal.finish(milliseconds: 60_000)
    #expect(plain.state == recorded.state)
    print("\(waits) of \(blocks) blocks had to wait for the journal")
    // The first count includes itself in part: opening and reading its own file.
    #expect(after.reads - before.reads <= 4 && after.writes == before.writes)
    #expect(waits <= blocks / 100)
  }

  /// How many read and write calls this thread has made.
  private static func fileCalls() throws -> (reads: Int, writes: Int) {
    let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
    func count(_ name: String) -> Int? {
      text.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.split(separator: " ")[1]) }
    }
    return (try #require(count("syscr: ")), try #require(count("syscw: ")))
  }

  /// How often this thread has had to wait for another.
  private static func waits() -> Int {
    var usage = rusage()
    // RUSAGE_THREAD.
    unsafe getrusage(1, &usage)
    return usage.ru_nvcsw
  }
}
