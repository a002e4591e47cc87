import DriftSimulation
import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

/// The runs that the laws must reject: each is a true one in which one thing is false.
extension `The laws`.TamperedTrace {
  private static let plain = Scenario.of()
  private static let stalled = Scenario.of((95, .stall(length: .s(30))))
  private static let paused = Scenario.of((52, .pause), (70, .background), (80, .resume))
  private static let interrupted = Scenario.of((52, .interrupt), (60, .background), (80, .resume))
  private static let pausedInACall = Scenario.of(
    (52, .interrupt), (56, .pause), (60, .interruptEnd(shouldResume: true)), (80, .resume))
  private static let secondCall = Scenario.of(
    (52, .interrupt), (54, .interruptEnd(shouldResume: false)), (56, .interrupt),
    (60, .interruptEnd(shouldResume: true)), (80, .resume))
  private static let overlappingCalls = Scenario.of(
    (52, .interrupt), (56, .interrupt), (60, .interruptEnd(shouldResume: true)),
    (80, .interruptEnd(shouldResume: true)))
  private static let killed = Scenario.of((50.7, .kill(length: .s(5))))
  private static let cut = Scenario.of((41, .pause), (50, .resume))
  private static let asked = Scenario.of((12, .say()))
  /// A pulse that is known where the user restarts the first phase.
  private static let named = Scenario(
    name: "named", workout: "w.json", signals: [.heartRate: .points([SignalPoint(at: .zero, 119)])],
    script: [ScriptLine(at: .after(.s(0.001)), .back)])
  /// A pulse that rises and falls.
  private static let pulse = Scenario(
    name: "pulse", workout: "w.json",
    signals: [.heartRate: .points([SignalPoint(at: .zero, 90), .init(at: .s(400), 170)])])
  /// A heart that recovers, and is coached on the way.
  private static let heart = Scenario(
    name: "heart", workout: "w.json",
    signals: [.heartRate: .response(IntensityResponse(rest: 60, max: 180, tau: .s(20), seed: 1))])

  static let all: [Self] = [
    Self("I01", "an outcome is missing", plain) { $0.trace.remove { $0.kind == .setCompletion && $0.set == 3 } },
    Self("I01", "words with a heart rate are missing", pulse, of: ListeningWorkouts.pulse) { record in
      record.trace.remove { $0.say?.hasPrefix("Heart rate") ?? false }
    },
    Self("I01", "a number is missing beside a name with a heart rate", named, of: ListeningWorkouts.numbers) {
      $0.trace.remove { $0.say == "2" }
    },
    Self("I02", "a cue is played twice", plain) { $0.trace.repeatCue { $0.kind == .phaseStart && $0.set == 3 } },
    Self("I03", "on time though late", plain) { $0.trace.delay(by: .s(2)) { $0.kind == .phaseStart && $0.set == 3 } },
    Self("I03", "late though skipped is true", stalled) { record in
      record.trace.change({ $0.kind == .setCompletion && $0.plannedSet == 3 }) { cue in
        (cue.outcome, cue.at) = (.late, .s(125))
      }
    },
    Self("I04", "two announcements after a gap", stalled) { record in
      record.trace.change({ $0.kind == .phaseStart && $0.plannedSet == 4 }) { ($0.outcome, $0.at) = (.late, .s(125)) }
      record.trace.change({ $0.kind == .transition && $0.plannedSet == 4 }) { ($0.outcome, $0.at) = (.late, .s(125)) }
    },
    Self("I04", "words into words", plain) { record in
      record.trace.steps[20].effects += record.trace.steps.flatMap(\.effects).filter(\.isSpeech).prefix(2)
        .map { Effect(due: record.trace.steps[20].now, kind: $0.kind) }
    },
    Self("I05", "missed though there was time", plain) { record in
      record.trace.change({ $0.kind == .phaseStart && $0.set == 3 }) { ($0.outcome, $0.at) = (.skipped, nil) }
    },
    Self("I05", "replaced by nothing", .of((26.5, .stall(length: .s(2.2))))) { record in
      record.trace.change({ $0.outcome == .skipped }) { $0.outcome = .collapsed }
    },
    Self("I06", "another set is spoken of", plain) { record in
      record.trace.change({ $0.kind == .setCompletion && $0.set == 3 }) { $0.set = 4 }
    },
    Self("I06", "other words", plain) { record in
      record.trace.change({ $0.kind == .setCompletion && $0.set == 3 }) { $0.phrase = "Set 4 completing in" }
    },
    Self("I03", "after its phase", plain) { $0.trace.delay(by: .s(6)) { $0.kind == .transition && $0.set == 3 } },
    Self("I08", "a nanosecond too much", plain) { record in
      let progress = record.trace.steps[30].progress
      record.trace.steps[30].progress = SessionProgress(
        elapsed: progress.elapsed + .nanoseconds(1), position: progress.position, remaining: progress.remaining)
    },
    Self("I08", "a phase that was never reported", plain) { record in
      record.trace.removeEvents { if case .phaseStarted(let phase) = $0.kind { phase.set == 3 } else { false } }
    },
    Self("I08", "it plays while the reference is paused", paused) { record in
      guard let index = record.trace.steps.firstIndex(where: { $0.action == .lifecycle(.background) }) else { return }
      record.trace.steps[index].playback = .playing
    },
    Self("I10", "another memory at the end", paused) { record in
      record.trace.finalState = ShippedWorkouts.tabata.run(.of((20, .skip))).finalState
    },
    Self("I10", "the wall clock changed something", .of((50, .wallStep(by: .s(60))))) { record in
      record.dependsOnWallClock = true
    },
    Self("I01", "a cue in a pause", paused) { record in
      guard let pause = record.trace.steps.firstIndex(where: { $0.action == .lifecycle(.background) }),
        let cue = record.trace.steps[..<pause].flatMap(\.events).last(where: \.isCue)
      else { return }
      record.trace.steps[pause].events.append(cue)
    },
    Self("I08", "time runs on in a pause", paused) { record in
      guard let pause = record.trace.steps.firstIndex(where: { $0.action == .lifecycle(.background) }) else { return }
      let progress = record.trace.steps[pause].progress
      record.trace.steps[pause].progress = SessionProgress(
        elapsed: progress.elapsed + .s(1), position: progress.position, remaining: progress.remaining)
    },
    Self("I22", "louder than full", plain) { $0.trace.steps[30].bed = 1.1 },
    Self("I10", "a fade that ends late", paused) { record in
      record.trace.moveEvents(by: .s(0.2)) {
        if case .stateChanged(let report) = $0.kind, case .paused = report.to { true } else { false }
      }
    },
    Self("I08", "ends twice", plain) { record in
      let end = record.trace.events.last { if case .finished = $0.kind { true } else { false } }
      record.trace.steps[record.trace.steps.count - 1].events += [end].compactMap(\.self)
    },
    Self("I08", "never ends", plain) { record in
      record.trace.removeEvents { if case .finished = $0.kind { true } else { false } }
    },
    Self("I22", "a bed in an interruption", interrupted) { record in
      guard let index = record.trace.steps.firstIndex(where: { $0.action == .lifecycle(.background) }) else { return }
      record.trace.steps[index].effects.append(Effect(due: .s(60), kind: .ambient(.resume(fade: .s(1)))))
    },
    Self("I08", "continues after a call though the user has paused in it", pausedInACall) { $0.resume(at: 60) },
    Self("I08", "continues after a call that found it paused", secondCall) { $0.resume(at: 60) },
    Self("I08", "continues after the first of two calls", overlappingCalls) { $0.resume(at: 60) },
    Self("I08", "stays paused after the last of two calls", overlappingCalls) { record in
      guard let index = record.trace.steps.lastIndex(where: { $0.now == .s(80) }) else { return }
      record.trace.steps[index].playback = .paused(.interruption)
    },
    Self("I20", "nothing instead of words that failed", .of((50, .speechCrash))) { record in
      record.trace.removeEffects { if case .playSound = $0.kind { true } else { false } }
    },
    Self("I18", "not restored at all", killed) { $0.trace.notRestored = .otherWorkout },
    Self("I18", "late though all is well", .of((50, .stall(length: .s(3))))) { record in
      record.trace.change({ $0.kind == .phaseStart && $0.set == 5 }) { $0.outcome = .late }
    },
    Self("I22", "beats where the plan has none", plain) { record in
      let now = record.trace.steps[20].now
      record.trace.steps[20].effects.append(
        Effect(due: now, kind: .metronome(.start(Metronome(.perMinute(60)), origin: now, fade: .zero))))
    },
    Self("I25", "a cue in a pause", paused) { record in
      guard let index = record.trace.steps.firstIndex(where: { $0.action == .lifecycle(.background) }),
        let cue = record.trace.steps.flatMap(\.effects).first(where: { $0.cuePart != nil })
      else { return }
      record.trace.steps[index].effects.append(cue)
    },
    Self("I32", "more time than that of the phases", paused) { record in
      record.trace.changeEvents { event in
        guard case .finished(var report) = event.kind else { return event }
        report.elapsed += .s(28)
        return EngineEvent(at: event.at, kind: .finished(report), progress: event.progress)
      }
    },
    Self("I32", "less left than the phases take", plain) { record in
      let progress = record.trace.steps[30].progress
      record.trace.steps[30].progress = SessionProgress(
        elapsed: progress.elapsed, position: progress.position, remaining: progress.remaining.map { $0 - .s(1) })
    },
    Self("I33", "a place that is a second old", asked) { record in
      record.trace.changeEvents { event in
        guard case .said(var cue) = event.kind, let text = cue.say else { return event }
        cue.phrase = Phrase(text.replacing("17 seconds", with: "18 seconds"))
        return EngineEvent(at: event.at, kind: .said(cue), progress: event.progress)
      }
    },
    Self("I33", "what has passed in place of what is left", asked) { record in
      record.trace.changeEvents { event in
        guard case .said(var cue) = event.kind, let text = cue.say else { return event }
        cue.phrase = Phrase(text.replacing("17 seconds left", with: "3 seconds so far"))
        return EngineEvent(at: event.at, kind: .said(cue), progress: event.progress)
      }
    },
    Self("I33", "words while another program has the sound", .of((12, .say()), (12.5, .interrupt), (40, .stop))) {
      record in
      let said = record.trace.events.compactMap { event -> CueReport? in
        if case .said(let cue) = event.kind { cue } else { nil }
      }
      guard var cue = said.first, let index = record.trace.steps.firstIndex(where: { $0.action == .stop }) else {
        return
      }
      record.trace.removeEvents { if case .said = $0.kind { true } else { false } }
      let step = record.trace.steps[index]
      (cue.outcome, cue.cause, cue.due, cue.at) = (.onTime, nil, .s(13), .s(13))
      record.trace.steps[index].events.append(
        EngineEvent(at: step.now, kind: .said(cue), progress: step.progress))
    },
    Self("I33", "a request without an answer", asked) { record in
      record.trace.removeEvents { if case .said = $0.kind { true } else { false } }
    },
    Self("I20", "words that a pause cuts, and no note says so", cut) { record in
      record.trace.removeEvents { if case .planNoted(let note) = $0.kind { note.kind == .cut } else { false } }
    },
    Self("I20", "words that nothing speaks", plain) { record in
      record.trace.removeEffects { $0.cuePart?.isSpeech ?? false }
    },
    Self("I05", "a set that ends unsaid, though the host was there", .of((35.2, .stall(length: .s(0.4))))) { record in
      record.trace.change({ $0.kind == .setCompletion && $0.set == 1 }) { ($0.outcome, $0.at) = (.skipped, nil) }
    },
    Self("I22", "a bed that plays on in a pause", paused) { record in
      record.trace.removeEffects { if case .ambient(.pause) = $0.kind { true } else { false } }
    },
    Self("I22", "a bed that stays silent after a pause", paused) { record in
      record.trace.removeEffects { if case .ambient(.resume) = $0.kind { true } else { false } }
    },
    Self("I22", "a bed that a stop cuts off", .of((52, .stop))) { record in
      record.trace.removeEffects { if case .ambient(.pause) = $0.kind { true } else { false } }
    },
    Self("I22", "a track that plays on in a pause", paused, of: ShippedWorkouts.ride) { record in
      record.trace.removeEffects { if case .track(.pause) = $0.kind { true } else { false } }
    },
    Self("I22", "a track that starts over after a seek", .of((30, .seek(by: .s(-5)))), of: ShippedWorkouts.ride) {
      record in
      record.trace.changeEffects { effect in
        guard case .track(.start(let name, _)) = effect.kind else { return effect }
        return Effect(due: effect.due, kind: .track(.start(name, offset: .zero)))
      }
    },
    Self("I24", "the event of another phase", .of((52, .skip), (54, .undo))) { record in
      let events = record.trace.events.filter { if case .phaseStarted = $0.kind { true } else { false } }
      record.trace.changeEvents { event in
        guard case .phaseStarted = event.kind, event.at == .s(54) else { return event }
        return EngineEvent(at: event.at, kind: events[4].kind, progress: event.progress)
      }
    },
    Self("I25", "words that are spoken on in a pause", cut) { record in
      record.trace.removeEffects { if case .silence = $0.kind { true } else { false } }
    },
    Self("I25", "words of a phase that was left", .of((36.5, .skip))) { record in
      record.trace.removeEffects { if case .silence = $0.kind { true } else { false } }
    },
    Self("I25", "words of a phase of which nothing is left", .of((36.5, .extend(by: .s(-60))))) { record in
      record.trace.removeEffects { if case .silence = $0.kind { true } else { false } }
    },
    Self("I26", "a volume that isn't reported", .of((20, .volume(-6)))) { record in
      record.trace.removeEvents { event in
        if case .stateChanged(let report) = event.kind { report.changes.contains(.volume(-6)) } else { false }
      }
    },
    Self("I27", "a value that isn't reported", pulse, of: ListeningWorkouts.pulse) { record in
      record.trace.removeEvents {
        if case .measured = $0.kind { (.s(100)...(.s(106))).contains($0.at) } else { false }
      }
    },
    Self("I06", "a pulse of half a minute ago", pulse, of: ListeningWorkouts.pulse) { record in
      record.trace.change({ $0.say?.hasPrefix("Heart rate") ?? false }) { $0.phrase = "Heart rate 60" }
    },
    Self("I10", "a recovery that is reported a second too soon", heart, of: ListeningWorkouts.recovery) { record in
      record.trace.moveEvents(by: .s(-1)) { if case .phaseEnded = $0.kind { true } else { false } }
    },
    Self("I30", "a call that comes too soon", heart, of: ListeningWorkouts.recovery) { record in
      record.trace.repeatCue { $0.kind == .coach && $0.phrase != nil }
    },
    Self("I30", "a call that isn't heard though the host was awake", heart, of: ListeningWorkouts.recovery) { record in
      record.trace.changeEvents { event in
        guard case .coached(var report) = event.kind, report.cue.phrase != nil else { return event }
        (report.cue.at, report.cue.outcome) = (nil, .skipped)
        return EngineEvent(at: event.at, kind: .coached(report), progress: event.progress)
      }
    },
    Self("I26", "a phase that is made longer without a report", .of((20, .extend(by: .s(9))))) { record in
      record.trace.removeEvents { if case .stateChanged = $0.kind { $0.at == .s(20) } else { false } }
    },
  ]
}
