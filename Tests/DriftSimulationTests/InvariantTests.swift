import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

/// Each law is silent about a true trace and speaks up about one that was tampered with.
@Suite struct `The laws` {
  /// A way to break one law: a run, and what is changed in it afterwards.
  struct Forgery: Sendable, CustomTestStringConvertible {
    let number: String
    let what: String
    let scenario: Scenario
    let forge: @Sendable (inout Evidence) -> Void
    var testDescription: String { "\(number) \(what)" }

    init(
      _ number: String, _ what: String, _ scenario: Scenario, _ forge: @escaping @Sendable (inout Evidence) -> Void
    ) {
      self.number = number
      self.what = what
      self.scenario = scenario
      self.forge = forge
    }
  }

  @Test(arguments: Forgery.all)
  func `find out a trace that was tampered with, and let the true one be`(forgery: Forgery) throws {
    let trace = Stage.tabata.run(forgery.scenario)
    let law = try #require(Invariants.all.first { $0.number == forgery.number })
    let honest = Evidence(forgery.scenario, Stage.tabata.oracle, trace)
    let all = Invariants.violations(in: honest)
    #expect(all.isEmpty, "\(all)")
    var evidence = honest
    forgery.forge(&evidence)
    // The truth is computed anew from what the session was told.
    var tampered = Evidence(forgery.scenario, Stage.tabata.oracle, evidence.trace)
    tampered.unticked = evidence.unticked
    tampered.withoutWallSteps = evidence.withoutWallSteps
    #expect(!law.violations(in: tampered).isEmpty)
  }

  @Test func `are eighteen, each tampered with here at least once, with a name and one sentence`() {
    let numbers = Invariants.all.map(\.number)
    #expect(numbers == (1...18).map { "I" + ($0 < 10 ? "0" : "") + "\($0)" })
    #expect(Set(Forgery.all.map(\.number)) == Set(numbers))
    #expect(Set(Invariants.all.map(\.name)).count == 18)
    for law in Invariants.all {
      #expect(law.law.last == "." && law.law.count { $0 == "." } == 1 && !law.name.isEmpty, "\(law.law)")
    }
  }

  @Test func `may be chosen by number`() {
    var evidence = Evidence(.of(), Stage.tabata.oracle, Stage.tabata.run(.of()))
    evidence.trace.steps[20].bed = 2
    evidence.trace.steps[20].standing = evidence.trace.steps[19].standing
    let numbers = { (choice: InvariantChoice) in
      Set(Invariants.violations(in: evidence, of: choice).map(\.number))
    }
    #expect(numbers(.all).isSuperset(of: ["I08", "I13"]))
    #expect(numbers(.some(["I13"])) == ["I13"])
  }
}

extension `The laws`.Forgery {
  private static let plain = Scenario.of()
  private static let stalled = Scenario.of((95, .stall(length: .s(30))))
  private static let paused = Scenario.of((52, .user(.pause)), (70, .background), (80, .user(.resume)))
  private static let interrupted = Scenario.of((52, .interrupt), (60, .background), (80, .user(.resume)))
  private static let pausedInACall = Scenario.of(
    (52, .interrupt), (56, .user(.pause)), (60, .interruptEnd(shouldResume: true)), (80, .user(.resume)))
  private static let secondCall = Scenario.of(
    (52, .interrupt), (54, .interruptEnd(shouldResume: false)), (56, .interrupt),
    (60, .interruptEnd(shouldResume: true)), (80, .user(.resume)))
  private static let overlappingCalls = Scenario.of(
    (52, .interrupt), (56, .interrupt), (60, .interruptEnd(shouldResume: true)),
    (80, .interruptEnd(shouldResume: true)))
  private static let killed = Scenario.of((50.7, .kill(length: .s(5))))

  static let all: [Self] = [
    Self("I01", "an outcome is missing", plain) { $0.trace.remove { $0.kind == .setCompletion && $0.set == 3 } },
    Self("I02", "a cue is played twice", plain) { $0.trace.repeatCue { $0.kind == .phaseStart && $0.set == 3 } },
    Self("I03", "on time though late", plain) { $0.trace.delay(by: .s(2)) { $0.kind == .phaseStart && $0.set == 3 } },
    Self("I03", "late though skipped is true", stalled) { evidence in
      evidence.trace.change({ $0.kind == .setCompletion && $0.plannedSet == 3 }) { cue in
        (cue.outcome, cue.at) = (.late, .s(125))
      }
    },
    Self("I04", "two announcements after a gap", stalled) { evidence in
      evidence.trace.change({ $0.kind == .phaseStart && $0.plannedSet == 4 }) { ($0.outcome, $0.at) = (.late, .s(125)) }
      evidence.trace.change({ $0.kind == .transition && $0.plannedSet == 4 }) { ($0.outcome, $0.at) = (.late, .s(125)) }
    },
    Self("I04", "words into words", plain) { evidence in
      evidence.trace.steps[20].effects += evidence.trace.steps.flatMap(\.effects).filter(\.isSpeech).prefix(2)
        .map { Effect(due: evidence.trace.steps[20].now, kind: $0.kind) }
    },
    Self("I05", "missed though there was time", plain) { evidence in
      evidence.trace.change({ $0.kind == .phaseStart && $0.set == 3 }) { ($0.outcome, $0.at) = (.skipped, nil) }
    },
    Self("I06", "another set is spoken of", plain) { evidence in
      evidence.trace.change({ $0.kind == .setCompletion && $0.set == 3 }) { $0.set = 4 }
    },
    Self("I06", "other words", plain) { evidence in
      evidence.trace.change({ $0.kind == .setCompletion && $0.set == 3 }) { $0.say = "Set 4 completing in" }
    },
    Self("I07", "after its phase", plain) { $0.trace.delay(by: .s(6)) { $0.kind == .transition && $0.set == 3 } },
    Self("I08", "a nanosecond too much", plain) { evidence in
      let standing = evidence.trace.steps[30].standing
      evidence.trace.steps[30].standing = Standing(
        elapsed: standing.elapsed + .nanoseconds(1), position: standing.position, remaining: standing.remaining)
    },
    Self("I09", "a phase that nobody told of", plain) { evidence in
      evidence.trace.removeEvents { if case .phaseStarted(let phase) = $0.kind { phase.set == 3 } else { false } }
    },
    Self("I10", "it plays while the truth stands", paused) { evidence in
      guard let index = evidence.trace.steps.firstIndex(where: { $0.action == .lifecycle(.background) }) else { return }
      evidence.trace.steps[index].playback = .playing
    },
    Self("I10", "another memory at the end", paused) { evidence in
      evidence.unticked = Stage.tabata.run(.of((20, .user(.skip)))).finalState
    },
    Self("I11", "the wall clock changed something", .of((50, .wallStep(by: .s(60))))) { evidence in
      evidence.withoutWallSteps = Stage.tabata.run(.of((50, .user(.pause)), (51, .user(.resume))))
    },
    Self("I12", "a cue in a pause", paused) { evidence in
      guard let pause = evidence.trace.steps.firstIndex(where: { $0.action == .lifecycle(.background) }),
        let cue = evidence.trace.steps[..<pause].flatMap(\.events).last(where: \.isCue)
      else { return }
      evidence.trace.steps[pause].events.append(cue)
    },
    Self("I12", "time runs on in a pause", paused) { evidence in
      guard let pause = evidence.trace.steps.firstIndex(where: { $0.action == .lifecycle(.background) }) else { return }
      let standing = evidence.trace.steps[pause].standing
      evidence.trace.steps[pause].standing = Standing(
        elapsed: standing.elapsed + .s(1), position: standing.position, remaining: standing.remaining)
    },
    Self("I13", "louder than full", plain) { $0.trace.steps[30].bed = 1.1 },
    Self("I13", "a fade that ends late", paused) { evidence in
      evidence.trace.moveEvents(by: .s(0.2)) {
        if case .stateChanged(_, to: .paused, _) = $0.kind { true } else { false }
      }
    },
    Self("I14", "ends twice", plain) { evidence in
      let end = evidence.trace.events.last { if case .finished = $0.kind { true } else { false } }
      evidence.trace.steps[evidence.trace.steps.count - 1].events += [end].compactMap(\.self)
    },
    Self("I14", "never ends", plain) { evidence in
      evidence.trace.removeEvents { if case .finished = $0.kind { true } else { false } }
    },
    Self("I15", "a sound in an interruption", interrupted) { evidence in
      guard let index = evidence.trace.steps.firstIndex(where: { $0.action == .lifecycle(.background) }) else { return }
      evidence.trace.steps[index].effects.append(Effect(due: .s(60), kind: .ambient(.resume(fade: .s(1)))))
    },
    Self("I15", "goes on after a call though the user has paused in it", pausedInACall) { $0.goOn(at: 60) },
    Self("I15", "goes on after a call that found it paused", secondCall) { $0.goOn(at: 60) },
    Self("I15", "goes on after the first of two calls", overlappingCalls) { $0.goOn(at: 60) },
    Self("I15", "stays paused after the last of two calls", overlappingCalls) { evidence in
      guard let index = evidence.trace.steps.lastIndex(where: { $0.now == .s(80) }) else { return }
      evidence.trace.steps[index].playback = .paused(.interruption)
    },
    Self("I16", "a loss that moves the time", .of((50, .deviceLost))) { evidence in
      guard let index = evidence.trace.steps.firstIndex(where: { $0.action == .audioLost }) else { return }
      let standing = evidence.trace.steps[index].standing
      evidence.trace.steps[index].standing = Standing(
        elapsed: standing.elapsed - .s(1), position: standing.position, remaining: standing.remaining)
    },
    Self("I16", "nothing instead of words that failed", .of((50, .speechCrash))) { evidence in
      for index in evidence.trace.steps.indices {
        evidence.trace.steps[index].effects.removeAll { if case .playSound = $0.kind { true } else { false } }
      }
    },
    Self("I17", "more than a second lost", killed) { evidence in
      for (index, step) in evidence.trace.steps.enumerated() {
        guard case .restored(let restoration) = step.input else { continue }
        let awake = evidence.trace.steps[index - 1].now
        evidence.trace.steps[index].input = .restored(
          Restoration(storedAt: awake - .s(1.1), step: restoration.step, diedAt: restoration.diedAt))
      }
    },
    Self("I17", "not restored at all", killed) { $0.trace.notRestored = .damaged },
    Self("I18", "late though all is well", .of((50, .stall(length: .s(3))))) { evidence in
      evidence.trace.change({ $0.kind == .phaseStart && $0.set == 5 }) { $0.outcome = .late }
    },
  ]
}

extension Evidence {
  /// Has the session play from an instant on, whatever it did.
  fileprivate mutating func goOn(at instant: Double) {
    guard let index = trace.steps.firstIndex(where: { $0.now == .s(instant) }) else { return }
    trace.steps[index].playback = .playing
  }
}
