import Testing
import WorkoutEngine
import WorkoutModel

/// What is heard where a measurement ends a phase, which has a cap of a minute.
@Suite struct `The cues of a phase that a measurement ends` {
  private static func harness(_ cues: [CueRule], atLeast: Duration? = nil) throws -> EngineHarness {
    let until = Until(.heartRate, .below, Target.Part(.beatsPerMinute, 120_000), hold: .seconds(5))
    let recover = Phase("Recover", .low, .open(cap: .seconds(60), atLeast: atLeast, until: until))
    return try EngineHarness(Sample.silent(cues, .phase(recover), Sample.phase("Work", .high, 30)))
  }

  @Test func `play where it ends, as at a done, if they are those of its end; the others are left out`() throws {
    let cues = [
      CueRule(on: .phase, at: .end(offset: .zero), sound: CueSound("gong"), say: try CueText("Rested")),
      CueRule(on: .phase, at: .end(offset: .seconds(-10)), sound: CueSound("bell")),
      CueRule(on: .phase, at: .half(offset: .zero), sound: CueSound("bowl")),
    ]
    var (measured, done) = (try Self.harness(cues), try Self.harness(cues))
    measured.measure(110, at: 3)
    measured.run(to: 20)
    done.run(to: 8)
    done.send(.done, at: 8)
    done.run(to: 20)
    #expect(measured.score.lines == done.score.lines && measured.score.lines.contains(#"8 custom [gong] "Rested""#))
    #expect(Set(measured.score.reports.compactMap(\.cause)) == [.until])
  }

  @Test(arguments: [0, -500, -1_000], [60, 60.016])
  func `are heard as at its cap where both come at once, with those that wait for them`(
    offset: Int, wakeUp: Double
  ) throws {
    let cues = [
      CueRule(on: .phase, at: .end(offset: .milliseconds(offset)), say: try CueText("Rested"), cueClass: .warning),
      CueRule(on: .workout, at: .start(offset: .milliseconds(59_800)), say: try CueText("One minute"), cueClass: .info),
    ]
    var (measured, capped) = (try Self.harness(cues, atLeast: .seconds(60)), try Self.harness(cues))
    measured.measure(110, at: 55)
    measured.run(to: 59.99)
    capped.run(to: 59.99)
    measured.send(.tick, at: wakeUp)
    capped.send(.tick, at: wakeUp)
    measured.run(to: 70)
    capped.run(to: 70)
    let isHeard = ["Rested", "One minute"].allSatisfy { words in measured.score.lines.contains { $0.contains(words) } }
    #expect(measured.score.lines == capped.score.lines && isHeard)
    #expect(measured.score.notes == capped.score.notes)
    #expect(ends(measured) == "until" && ends(capped) == "cap")
  }

  private func ends(_ harness: EngineHarness) -> String {
    harness.events.compactMap { if case .phaseEnded(let ending) = $0.kind { ending.cause.rawValue } else { nil } }
      .joined(separator: " ")
  }
}
