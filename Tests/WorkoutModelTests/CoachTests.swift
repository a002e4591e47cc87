import Testing
import WorkoutModel

@Suite struct `A coach of a workout` {
  private static let body = BodyProfile(maxHeartRate: 185, thresholdHeartRate: 168, ftp: 240)

  private static func signals(_ target: String, _ body: BodyProfile = body) -> String {
    SignalTarget.all(of: Target(target).parts ?? [], for: body).map { target in
      let limits = target.limits(after: .zero, of: .seconds(60))
      return "\(target.signal.rawValue) \(limits.lowerBound)-\(limits.upperBound)"
    }.joined(separator: ", ")
  }

  @Test(arguments: [
    ("145-155bpm", "heartRate 145-155"), ("155-145bpm", "heartRate 145-155"), ("200-210w", "power 200-210"),
    ("150bpm", "heartRate 146-154"), ("60bpm", "heartRate 57-63"), ("90rpm", "cadence 87-93"),
    ("220w", "power 209-231"), ("50w", "power 45-55"), ("1w", "power -4-6"),
    ("90% LTHR", "heartRate 147-155"), ("80% HR", "heartRate 144-152"), ("95%", "power 217-239"),
    ("88-94%", "power 211-226"), ("Z2 HR", "heartRate 111-129"), ("Z5 HR", "heartRate 167-250"),
    ("Z4", "power 219-254"), ("Z7", "power 363-3000"), ("ramp 100-160bpm", "heartRate 97-103"),
    ("95% 90rpm", "power 217-239, cadence 87-93"), ("5:30/km pace 90rpm", "cadence 87-93"),
    ("Z2 HR 130bpm", "heartRate 111-129"), ("5:30/km pace", ""), ("Z9 HR", ""), ("as you like", ""),
  ])
  func `compares a signal with the values of its target, a single one within a tolerance`(
    target: String, values: String
  ) {
    #expect(Self.signals(target) == values)
  }

  @Test func `takes the first quantity of a signal that the person's numbers allow`() {
    #expect(Self.signals("Z2 HR 130-140bpm", BodyProfile()) == "heartRate 130-140")
    #expect(Self.signals("95% 90rpm", BodyProfile(maxHeartRate: 185)) == "cadence 87-93")
  }

  @Test(arguments: [("ramp 100-110bpm", 1, 109), ("ramp 110-100bpm", -1, 101), ("ramp 100-103w", 1, 102)])
  func `follows a ramp in whole numbers, each from its own moment on`(target: String, step: Int, last: Int) throws {
    let ramp = try #require(SignalTarget.all(of: Target(target).parts ?? [], for: Self.body).first)
    let length = Duration.seconds(7)
    func middle(_ moment: Duration) -> Int {
      let limits = ramp.limits(after: moment, of: length)
      return (limits.lowerBound + limits.upperBound) / 2
    }
    var (moment, value) = (Duration.zero, middle(.zero))
    while let next = ramp.nextChange(after: moment, of: length) {
      #expect(next > moment && middle(next - .nanoseconds(1)) == value)
      (moment, value) = (next, value + step)
      #expect(middle(next) == value)
    }
    #expect(moment == length && value == last + step)
    #expect(ramp.nextChange(after: .zero, of: nil) == nil)
  }

  private static func phase(_ target: String?, _ coach: Coach? = nil) -> Node {
    .phase(Phase("A", .high, .after(.fixed(.seconds(60))), target: target.map { PerSet(Target($0)) }, coach: coach))
  }

  private static func found(_ nodes: [Node], _ coach: Coach = .off) throws -> [String] {
    try Timeline(Workout(name: "A", coach: coach, nodes: nodes)).ineffective.map { "\($0.path): \($0.message)" }
  }

  @Test func `has no effect where no target in its reach can be measured`() throws {
    let reason = "has no effect: no phase in its reach has a \"target\" that can be measured, such as \"145-155bpm\""
    #expect(try Self.found([Self.phase(nil, .standard)]) == ["phases[0].coach: \(reason)"])
    #expect(try Self.found([Self.phase("5:30/km pace", .standard)]) == ["phases[0].coach: \(reason)"])
    #expect(try Self.found([Self.phase("90rpm", .standard), Self.phase("hard", .off)]).isEmpty)
    let group = Node.group(
      SetGroup(.sets(2), nodes: [Self.phase("90rpm", .standard), Self.phase(nil)], coach: .standard))
    #expect(try Self.found([group], .standard) == ["coach: \(reason)", "phases[0].coach: \(reason)"])
    #expect(try Self.found([group, Self.phase("Z2 HR")], .standard) == ["phases[0].coach: \(reason)"])
    #expect(try Self.found([Self.phase("90rpm", .off)], .standard) == ["coach: \(reason)"])
  }

  @Test func `has no effect where no phase that it is for is long enough for a call`() throws {
    func phase(_ length: PhaseEnd, _ coach: Coach? = nil) -> Node {
      .phase(Phase("A", .high, length, target: PerSet(Target("90rpm")), coach: coach))
    }
    func fixed(_ milliseconds: Int) -> PhaseEnd { .after(.fixed(.milliseconds(milliseconds))) }
    let reason =
      "has no effect: no phase in its reach with such a \"target\" is longer than 25s, and nothing is said in the "
      + "first 20s and the last 5s of one; make one longer"
    #expect(try Self.found([phase(fixed(25_000), .standard)]) == ["phases[0].coach: \(reason)"])
    #expect(try Self.found([phase(fixed(25_001), .standard)]).isEmpty)
    #expect(try Self.found([phase(fixed(20_000)), phase(fixed(9_000))], .standard) == ["coach: \(reason)"])
    #expect(try Self.found([phase(fixed(20_000)), phase(fixed(60_000))], .standard).isEmpty)
    #expect(try Self.found([phase(.open(cap: .seconds(25)), .standard)]) == ["phases[0].coach: \(reason)"])
    #expect(try Self.found([phase(.open(), .standard)]).isEmpty)
    let growing = PhaseEnd.after(.progression(from: .seconds(10), by: .seconds(10)))
    for (sets, found) in [(2, ["phases[0].coach: \(reason)"]), (3, [])] {
      let group = SetGroup(.sets(sets), nodes: [phase(growing)], coach: .standard)
      #expect(try Self.found([.group(group)]) == found)
    }
  }

  @Test func `names the person's numbers that it lacks, each once`() throws {
    let nodes = [
      Self.phase("Z4", .off), Self.phase("95% 90rpm"), Self.phase("Z2 HR"), Self.phase("Z4 80% HR"),
      Self.phase("90% LTHR 150bpm"), Self.phase("90% LTHR"), Self.phase("90rpm"),
    ]
    let timeline = try Timeline(Workout(name: "A", coach: .standard, nodes: nodes))
    let found = timeline.uncoached(for: BodyProfile()).map { "\($0.path): \($0.message)" }
    #expect(
      found == [
        "phases[1].target: \"95%\" isn't coached: it needs your functional threshold power; "
          + "set \"ftp\" in \"body\" of the settings",
        "phases[2].target: \"Z2 HR\" isn't coached: it needs your maximum heart rate; "
          + "set \"maxHeartRate\" in \"body\" of the settings",
        "phases[5].target: \"90% LTHR\" isn't coached: it needs your heart rate at the threshold; "
          + "set \"thresholdHeartRate\" in \"body\" of the settings",
      ])
    #expect(timeline.uncoached(for: Self.body).isEmpty)
  }

  @Test func `outside its limits is a problem`() {
    let every = Coach.on(every: .milliseconds(9_999))
    let group = SetGroup(.sets(1), nodes: [Self.phase("90rpm", .on(every: .seconds(3_601)))], coach: every)
    let problems = Workout(name: "A", coach: every, nodes: [.group(group)]).problems.map { "\($0.path): \($0.message)" }
    #expect(
      problems == [
        "coach.every: must be 10s…1h, got 9.999s", "phases[0].coach.every: must be 10s…1h, got 9.999s",
        "phases[0].phases[0].coach.every: must be 10s…1h, got 1h1s",
      ])
  }
}
