import Foundation
import SessionReporting
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An event line` {
  private func line(_ kind: SessionEvent.Kind) -> String {
    var lines = EventEncoder { _ in nil }
    return lines.line(SessionEvent(at: .nanoseconds(7), kind: kind))
  }

  /// The lines of a run's events of one kind.
  private func lines(_ event: String, of run: ReportingHarness) -> [String] {
    run.lines.filter { $0.contains("\"event\": \"\(event)\"") }
  }

  @Test func `greets with the version, the workout and its length`() {
    #expect(
      line(.hello(version: "1.2", workout: "A \"B\"", total: .seconds(2), sampleRate: 48_000, seed: 7))
        == #"{"api": 1, "seq": 0, "t": 7, "event": "hello", "version": "1.2", "workout": "A \"B\"", "#
        + #""total": 2000000000, "sampleRate": 48000, "seed": 7}"#)
    #expect(
      line(.hello(version: "1.2", workout: "A", total: nil, sampleRate: 48_000, seed: 7)).hasSuffix(
        #""workout": "A", "total": null, "sampleRate": 48000, "seed": 7}"#))
  }

  @Test func `reports the device and the session owner, null if there is none`() {
    #expect(
      line(.audio(SessionEvent.AudioReport(sink: "alsa", device: "default", state: .restored, xruns: 2)))
        == #"{"api": 1, "seq": 0, "t": 7, "event": "audio", "sink": "alsa", "device": "default", "state": "restored", "#
        + #""xruns": 2}"#)
    #expect(
      line(.audio(SessionEvent.AudioReport(sink: "silent", device: nil, state: .lost, xruns: 0))).contains(
        #""device": null, "state": "lost""#))
    let reason = SessionEvent.AudioReport(sink: "silent", device: nil, state: .opened, xruns: 0, reason: "x: none")
    #expect(line(.audio(reason)).hasSuffix(#""state": "opened", "xruns": 0, "reason": "x: none"}"#))
    #expect(line(.session(owner: nil)) == #"{"api": 1, "seq": 0, "t": 7, "event": "session", "owner": null}"#)
  }

  @Test func `is numbered from 0 without gaps, whatever its event`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.run(to: .seconds(20))
    try #require(run.lines.count > 10)
    for (number, line) in run.lines.enumerated() {
      let instant = run.events[number].at.wholeNanoseconds
      #expect(line.hasPrefix("{\"api\": 1, \"seq\": \(number), \"t\": \(instant), \"event\": "))
    }
  }

  @Test func `has the time of its report and, if it differs, of the event`() throws {
    let workout = Workout(name: "A", style: .silent, nodes: [PlanFixture.phase("B", .high, .seconds(10))])
    var engine = Engine(try Timeline(workout), policies: Policies(whenSuspended: .continue))
    var lines = EventEncoder { _ in nil }
    var text: [String] = []
    for (action, instant) in [(Action.start, 0), (.prepared, 0), (.suspended(gap: .seconds(7200)), 7205)] {
      for event in engine.send(action, at: .seconds(instant)).events { text.append(lines.line(SessionEvent(event))) }
    }
    text.append(lines.line(SessionEvent(at: .seconds(5), kind: .session(owner: nil))))
    let finished = try #require(text.first { $0.contains(#""event": "finished""#) })
    #expect(finished.contains(#""t": 10000000000"#))
    #expect(text.last?.contains(#""at": 5000000000"#) == true)
    let times = text.map { Self.time(of: $0) }
    #expect(times == times.sorted())
  }

  @Test func `never goes back in time, whatever the user and the machine do`() throws {
    for seed in UInt64(1)...300 {
      var random = SplitMix64(seed: seed)
      let policies = Policies(whenSuspended: [.continue, .freeze, .pauseIfOver(.seconds(2))][random.below(3)])
      var engine = Engine(try Timeline(PlanFixture.small), policies: policies)
      var lines = EventEncoder { _ in nil }
      var (now, last) = (Duration.zero, -1)
      for step in 0..<40 {
        let actions: [Action] = [
          .tick, .skip, .back, .done, .pause, .resume, .extend(by: .seconds(5)), .undo, .lifecycle(.background),
          .suspended(gap: .milliseconds(random.below(30_000))), .tick,
        ]
        let action = step == 0 ? .start : step == 1 ? .prepared : actions[random.below(actions.count)]
        if step > 1 { now += .milliseconds(random.below(9000)) }
        let soundsFrom = now - .milliseconds(random.below(3) * 100)
        for event in engine.send(action, at: now, soundsFrom: soundsFrom).events {
          let line = lines.line(SessionEvent(event))
          let time = Self.time(of: line)
          #expect(time >= last, "seed \(seed): \(line)")
          last = time
        }
      }
    }
  }

  private static func time(of line: String) -> Int {
    let field = line.split(separator: ",")[2].split(separator: ":")[1]
    return Int(field.drop { $0 == " " }) ?? -1
  }

  @Test func `of a note has what was moved or left out, from when to when, and why`() throws {
    let (name, hello) = (CueText(pieces: [.placeholder(.phase)]), CueText(pieces: [.words("Hello")]))
    let workout = Workout(
      name: "A", style: .silent,
      cues: [
        CueRule(on: .phase, at: .start(offset: .zero), say: name),
        CueRule(on: .workout, at: .start(offset: .zero), say: hello, cueClass: .warning),
        CueRule(on: .phase, at: .start(offset: .seconds(15)), say: hello),
      ], nodes: [PlanFixture.phase("B", .high, .seconds(10))])
    var run = try ReportingHarness(workout)
    run.run(to: .seconds(10))
    let notes = lines("note", of: run)
    #expect(notes.count == 2)
    #expect(notes.last?.contains(#""change": "moved", "mark": 0, "due": 0, "newDue": 1"#) == true, "\(notes)")
    #expect(
      notes.first?.hasSuffix(
        #""change": "leftOut", "mark": 15000000000, "due": 15000000000, "newDue": null, "say": "Hello", "#
          + #""reason": "its moment is outside the phase"}"#) == true, "\(notes)")
  }

  @Test func `of a phase has its set and its end, null where there is none`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.run(to: .seconds(18))
    let phases = lines("phase", of: run)
    #expect(phases.count == 5)
    #expect(
      phases.first == #"{"api": 1, "seq": 2, "t": 0, "event": "phase", "name": "Push", "intensity": "high", "#
        + #""path": "phases[0].phases[0]", "set": 1, "sets": 2, "start": 0, "end": 6000000000, "#
        + #""elapsed": 0, "position": 0, "remaining": null}"#)
    #expect(
      phases.last?.hasSuffix(
        #""name": "Hang", "intensity": "sit", "path": "phases[1]", "set": null, "sets": null, "start": 18000000000, "#
          + #""end": null, "elapsed": 18000000000, "position": 18000000000, "remaining": null}"#) == true)
  }

  @Test func `of a cue has its due time, its start and the frame of its mark`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.run(to: .milliseconds(900))
    run.send(.tick, at: .milliseconds(1200))
    run.run(to: .seconds(9))
    let cues = lines("cue", of: run)
    #expect(cues.count == 3)
    #expect(
      cues.first?.hasSuffix(
        #""event": "cue", "cue": "r0.n2.s1.#0", "kind": "custom", "phase": "Push", "set": 1, "plannedSet": 1, "#
          + #""due": 1000000000, "mark": 1000000000, "at": 1200000000, "late": 200000000, "outcome": "late", "#
          + #""cause": "stall", "sound": "bell", "say": null, "frame": 1000, "elapsed": 1200000000, "#
          + #""position": 1200000000}"#) == true)
    // Speech that ends at its mark is due before it.
    #expect(
      cues.last?.contains(
        #""due": 8000000000, "mark": 9000000000, "at": 8000000000, "late": 0, "outcome": "onTime", "cause": null, "#
          + #""sound": null, "say": "Set 1 over", "frame": 9000"#) == true)
  }

  @Test func `of a cue that didn't begin has no instant and no lateness`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.run(to: .milliseconds(900))
    run.send(.tick, at: .milliseconds(5900))
    let cues = lines("cue", of: run)
    #expect(cues.count == 1)
    #expect(cues.first?.contains(#""at": null, "late": null, "outcome": "skipped", "cause": "stall""#) == true)
  }

  @Test func `of an action says whether it was accepted, and if not, why`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.send(.done, at: .seconds(4))
    let accepted =
      #""action": "start", "accepted": true, "from": "idle", "to": "preparingToPlay", "reason": null}"#
    #expect(lines("action", of: run).first?.hasSuffix(accepted) == true)
    #expect(
      lines("action", of: run).last
        == #"{"api": 1, "seq": 7, "t": 4000000000, "event": "action", "action": "done", "accepted": false, "#
        + #""from": "playing", "to": "playing", "reason": "this phase ends by the clock: skip it instead"}"#)
  }

  @Test func `of words that can't be spoken names them and the cause`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.send(.speechFailed("Push", reason: "no voice"), at: .seconds(4))
    let fields = #""action": "speechFailed", "accepted": true, "from": "playing", "to": "playing", "reason": null, "#
    #expect(lines("action", of: run).last?.hasSuffix(fields + #""text": "Push", "cause": "no voice"}"#) == true)
  }

  @Test func `of a session that fails has each cue, cancelled for that`() throws {
    var engine = Engine(try Timeline(PlanFixture.small))
    _ = engine.send(.start, at: .zero)
    let events = engine.send(.preparationFailed(reason: "no session"), at: .zero).events
    let cues = events.compactMap { if case .cueSettled(let cue) = $0.kind { cue } else { nil } }
    #expect(!cues.isEmpty && cues.allSatisfy { $0.outcome == .cancelled && $0.cause == .failed })
  }

  @Test func `of a pause and its end has the active time`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.send(.pause, at: .seconds(5))
    run.run(to: .seconds(10))
    run.send(.resume, at: .seconds(10))
    let tails = (lines("paused", of: run) + lines("resumed", of: run)).map { $0.drop { $0 != "t" } }
    #expect(
      tails == [
        #"t": 6500000000, "event": "paused", "elapsed": 5000000000, "reason": "user"}"#,
        #"t": 10000000000, "event": "resumed", "elapsed": 5000000000, "reason": "user"}"#,
      ])
  }

  @Test func `of a state names both, and the reason of a failure`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.send(.abort, at: .seconds(1))
    run.run(to: .seconds(2))
    #expect(
      lines("state", of: run).last
        == #"{"api": 1, "seq": 8, "t": 1250000000, "event": "state", "playback": "stopped", "from": "fadingOut", "#
        + #""changes": {"playback": "stopped"}, "elapsed": 1000000000, "position": 1000000000, "remaining": null}"#)
    #expect(
      run.lines.last
        == #"{"api": 1, "seq": 9, "t": 1250000000, "event": "finished", "elapsed": 1000000000, "reason": "stopped", "#
        + #""actions": {"abort": 1, "prepared": 1, "start": 1}, "refused": {}, "cues": {"onTime": 1}}"#)
    let progress = SessionProgress(elapsed: .zero, position: .zero, remaining: .seconds(1))
    #expect(
      line(.engine(.stateChanged(StateReport(from: .idle, to: .failed(reason: "no\nvoice"), changes: [])), progress))
        .hasSuffix(
          #""playback": "failed", "from": "idle", "changes": {}, "reason": "no\nvoice", "elapsed": 0, "position": 0, "#
            + #""remaining": 1000000000}"#))
  }

  @Test func `of a phase made longer has its new end`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.send(.extend(by: .seconds(2)), at: .seconds(1))
    #expect(
      try #require(lines("state", of: run).last).contains(
        #""changes": {"end": 8000000000, "undoable": 1, "redoable": 0}"#))
  }

  @Test func `of a cue that plays in another set than planned says both`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.run(to: .seconds(1))
    let keys = run.events.compactMap { event -> CueKey? in
      if case .cueSettled(let cue) = event.kind { cue.cue } else { nil }
    }
    let key = try #require(keys.first)
    let progress = SessionProgress(elapsed: .zero, position: .zero, remaining: nil)
    #expect(
      line(.engine(.setMismatched(SetMismatch(cue: key, planned: 3, playing: 4)), progress))
        == #"{"api": 1, "seq": 0, "t": 7, "event": "mismatch", "cue": "r0.n2.s1.#0", "#
        + #""text": "planned for set 3, playing in set 4"}"#)
  }

  @Test func `stays one line of JSON whatever the names hold`() throws {
    let names = [PlanFixture.hostileName, "a\nb", "\u{2028}\u{85}", "\\", "\u{E0001}"]
    for name in names {
      var workout = Workout(name: name, nodes: [PlanFixture.phase(name, .high, .seconds(50))])
      workout.cues = [PlanFixture.sound(name, at: .seconds(1))]
      var run = try ReportingHarness(workout, failing: [name: name])
      run.run(to: .seconds(60))
      for line in run.lines {
        let breaks = line.filter(\.isNewline)
        #expect(breaks.isEmpty)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      }
      let phase = try #require(lines("phase", of: run).first)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(phase.utf8)) as? [String: Any])
      #expect(object["name"] as? String == name)
    }
  }
}
