import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The coach` {
  private static let range: PerSet<Target> = PerSet(Target("140-150bpm"))

  @Test func `speaks when a signal has been outside its target for exactly ten seconds`() throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 145), (30, 139)], to: 39.999)
    #expect(coach.calls.isEmpty)
    coach.feed([(40, 139)], to: 40)
    #expect(coach.calls == "40: Faster")
    let report = try #require(coach.reports.first)
    #expect((report.call, report.signal, report.value, report.limits) == (.faster, .heartRate, 139, 140...150))
    #expect(report.cue.kind == .coach && report.cue.outcome == .onTime && report.cue.phase == "Ride")
  }

  @Test func `begins to count again when the signal has been inside meanwhile, or on the other side`() throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 145), (30, 139), (39.9, 140), (45, 139), (54.9, 151)], to: 64.8)
    #expect(coach.calls.isEmpty)
    coach.feed([(64.9, 151)], to: 64.9)
    #expect(coach.calls == "64.900: Slower")
  }

  @Test func `counts from the first of two measurements that agree, and again after a gap of more than 5 s`() throws {
    for (measured, calls) in [
      ([(0.0, 145), (5, 139)], "20: No heart rate"),
      ([(0, 145), (12, 139), (16, 139), (20, 139), (25, 139), (30, 139)], "22: Faster"),
      ([(6, 139), (10, 139), (14, 139), (20.5, 139), (24, 139), (28, 139)], "30.500: Faster"),
    ] as [([(Double, Int)], String)] {
      var coach = try CoachHarness(Self.range)
      for (second, value) in measured { coach.send(.measure(.heartRate, value, from: nil), at: second) }
      coach.feed([], to: 33)
      #expect(coach.calls == calls, "\(measured)")
    }
  }

  @Test(arguments: [
    (Signal.heartRate, "140-150bpm", 139, "Faster"), (.heartRate, "140-150bpm", 151, "Slower"),
    (.cadence, "85-95rpm", 84, "Faster"), (.cadence, "85-95rpm", 96, "Slower"),
    (.power, "200-220w", 199, "Push harder"), (.power, "200-220w", 221, "Ease off"),
  ])
  func `says which way to go, for power in words of effort`(
    signal: Signal, target: String, value: Int, words: String
  ) throws {
    var coach = try CoachHarness(PerSet(Target(target)))
    coach.feed([signal: [(0, value)]], to: 25)
    #expect(coach.calls == "20: \(words)")
  }

  @Test func `speaks at the gain of the workout's voice`() throws {
    var workout = Sample.silent([], CoachHarness.phase(Self.range, 120, .standard))
    workout.voiceGain = -6
    var coach = try CoachHarness(workout)
    coach.feed([(0, 100)], to: 25)
    let gains = coach.harness.score.effects.compactMap {
      if case .speak(let words) = $0.kind { words.gain } else { nil }
    }
    #expect(gains == [-6])
  }

  @Test func `is silent in the first 20 s, and after a call for 30 s or as long as the file says`() throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 100)], to: 120)
    #expect(coach.calls == "20: Faster, 50: Faster, 80: Faster, 110: Faster")
    coach = try CoachHarness(Self.range, 60, .on(every: .milliseconds(12_500)))
    coach.feed([(0, 100)], to: 60)
    #expect(coach.calls == "20: Faster, 32.500: Faster, 45: Faster")
  }

  @Test func `is silent in the last 5 s of a phase, words included`() throws {
    for (seconds, calls) in [(26, "20: Faster"), (25, "")] {
      var coach = try CoachHarness(Self.range, seconds)
      coach.feed([(0, 100)], to: 30)
      #expect(coach.calls == calls)
    }
  }

  @Test func `ticks once, softly, when the signal is back after a call`() throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 145), (10, 100), (15, 145), (20, 100), (35, 145), (50, 100), (55, 145)], to: 60)
    #expect(coach.calls == "30: Faster, 35: [tick]")
    #expect(coach.reports.last?.call == .inside && coach.reports.last?.value == 145)
    let sounds = coach.harness.score.effects.compactMap {
      if case .playSound(let struck) = $0.kind { struck.sound } else { nil }
    }
    #expect(sounds == [CueSound("tick", gain: -6)])
  }

  @Test func `ticks only when two measurements agree, where they come after a gap of more than 5 s`() throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 100)], to: 20)
    for second in [26.0, 28] { coach.send(.measure(.heartRate, 145, from: nil), at: second) }
    #expect(coach.calls == "20: Faster, 28: [tick]")
  }

  @Test func `says once in a session that nobody measures a signal`() throws {
    let phases = [CoachHarness.phase(Self.range, 40), CoachHarness.phase(Self.range, 60)]
    var coach = try CoachHarness(Workout(name: "W", style: .silent, coach: .standard, nodes: phases))
    coach.feed([], to: 65)
    #expect(coach.calls == "20: No heart rate")
    #expect(coach.reports.first?.call == .unknown && coach.reports.first?.value == nil)
    coach.feed([(65, 100)], to: 100)
    #expect(coach.calls == "20: No heart rate, 75: Faster")
    // A strap that is lost later.
    coach = try CoachHarness(PerSet(Target("200w 90rpm")))
    coach.feed([.power: [(0, 200), (30, nil)]], to: 120)
    #expect(coach.calls == "20: No cadence, 35: No power")
  }

  @Test func `never judges by a value older than 10 s`() throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 100), (44, nil), (60, 100)], to: 69.9)
    #expect(coach.calls == "20: Faster, 49: No heart rate")
    coach.feed([(69.9, 100)], to: 70)
    #expect(coach.calls == "20: Faster, 49: No heart rate, 70: Faster")
  }

  @Test func `doesn't count the time of a pause`() throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 145), (25, 100)], to: 30)
    coach.send(.pause, at: 30)
    coach.feed([(30, 100)], to: 50)
    coach.send(.resume, at: 50)
    coach.feed([(50, 100)], to: 60)
    #expect(coach.calls == "55: Faster")
    // Nor does it say anything then, not even that the signal is back.
    coach.send(.pause, at: 60)
    coach.feed([(60, 145)], to: 100)
    coach.send(.resume, at: 100)
    coach.feed([(100, 145)], to: 120)
    #expect(coach.calls == "55: Faster")
  }

  @Test(arguments: [Action.restartPhase, .seek(by: .seconds(5)), .seek(by: .seconds(-5)), .jump(to: .seconds(60))])
  func `begins again where the user moves in the plan`(move: Action) throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 145), (21, 100)], to: 30)
    coach.send(move, at: 30)
    coach.feed([(30, 100)], to: 55)
    #expect(coach.calls == "50: Faster")
  }

  @Test func `begins again in each phase, with the target that it has in this set`() throws {
    let target = try #require(PerSet(list: [Target("140-150bpm"), Target("120-130bpm")]))
    let group = SetGroup(.sets(2), nodes: [CoachHarness.phase(target, 60)], coach: .standard)
    var coach = try CoachHarness(Sample.silent([], .group(group)))
    coach.feed([(0, 135)], to: 120)
    #expect(coach.calls == "20: Faster, 50: Faster, 80: Slower, 110: Slower")
    coach = try CoachHarness(Sample.silent([], .group(group)))
    coach.feed([(0, 135)], to: 15)
    coach.send(.skip, at: 15)
    coach.feed([(15, 135)], to: 60)
    #expect(coach.calls == "35: Slower")
    // Back, and in the set before.
    coach.send(.undo, at: 60)
    coach.feed([(60, 135)], to: 85)
    #expect(coach.calls == "35: Slower, 80: Faster")
  }

  @Test func `continues where a phase is extended, or its extension undone`() throws {
    var coach = try CoachHarness(Self.range, 45)
    coach.feed([(0, 145), (33, 100)], to: 40)
    coach.send(.extend(by: .seconds(30)), at: 40)
    coach.feed([(40, 100)], to: 50)
    #expect(coach.calls == "43: Faster")
    coach.send(.undo, at: 50)
    coach.feed([(50, 100)], to: 90)
    #expect(coach.calls == "43: Faster")
  }

  @Test func `follows a ramp second by second, and the whole of it where nobody knows how long it lasts`() throws {
    // After 24 s it has come to 124, and 120 is too low.
    var coach = try CoachHarness(PerSet(Target("ramp 100-160bpm")), 60)
    coach.feed([(0, 120)], to: 33.999)
    #expect(coach.calls.isEmpty)
    coach.feed([(34, 120)], to: 34)
    #expect(coach.calls == "34: Faster" && coach.reports.first?.limits == 130...138)
    // Falling, and slower because the phase is longer now.
    coach = try CoachHarness(PerSet(Target("ramp 160-100bpm")), 60)
    coach.send(.extend(by: .seconds(60)), at: 0)
    coach.feed([(0, 130)], to: 120)
    #expect(coach.calls == "20: Faster, 50: Faster, 52: [tick], 80: Slower, 110: Slower")
    let open = Phase("Ride", .high, .open(), target: PerSet(Target("ramp 100-160bpm")), coach: .standard)
    coach = try CoachHarness(Sample.silent([], .phase(open)))
    coach.feed([(0, 97), (30, 164), (60, 165)], to: 75)
    #expect(coach.calls == "70: Slower" && coach.reports.first?.limits == 97...164)
  }

  @Test func `takes the person's zones and shares, and says nothing of a target that needs an unknown number`() throws {
    for (target, limits) in [("Z2 HR", 111...129), ("60-70% HR", 111...130), ("80% HR", 144...152)] {
      var coach = try CoachHarness(PerSet(Target(target)), body: BodyProfile(maxHeartRate: 185))
      coach.feed([(0, 100)], to: 25)
      #expect(coach.calls == "20: Faster" && coach.reports.first?.limits == limits)
      coach = try CoachHarness(PerSet(Target(target)))
      coach.feed([(0, 100)], to: 120)
      #expect(coach.calls.isEmpty)
    }
  }

  @Test func `gives several signals their turns, those first that the target names first`() throws {
    var coach = try CoachHarness(PerSet(Target("200w 90rpm")), 150)
    coach.feed([.power: [(0, 100)], .cadence: [(0, 70), (85, 90)]], to: 140)
    #expect(
      coach.calls == "20: Push harder, 50: Faster, 80: Push harder, 85: [tick], 110: Push harder, 140: Push harder")
  }

  @Test func `holds where the innermost phase or group says so`() throws {
    let group = SetGroup(
      .sets(1),
      nodes: [CoachHarness.phase(Self.range, 30), CoachHarness.phase(Self.range, 30, .standard)], coach: .off)
    let nodes = [CoachHarness.phase(Self.range, 30), .group(group), CoachHarness.phase(nil, 30)]
    var coach = try CoachHarness(Workout(name: "W", style: .silent, coach: .on(every: .seconds(10)), nodes: nodes))
    coach.feed([(0, 100)], to: 120)
    #expect(coach.calls == "20: Faster, 80: Faster")
  }
}
