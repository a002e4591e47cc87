import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The measurements of a session` {
  private static let workout = Sample.silent([], Sample.phase("Work", .high, 60))

  /// The reports of measurements.
  private func reports(_ harness: EngineHarness) -> [MeasurementReport] {
    harness.events.compactMap { if case .measured(let report) = $0.kind { report } else { nil } }
  }

  /// The values of the heart rate with their instants, `-` for an unknown one, each as often as it is reported.
  private func values(_ harness: EngineHarness) -> String {
    let all = harness.events.compactMap { event -> String? in
      guard case .measured(let report) = event.kind else { return nil }
      return "\(Double(event.at.wholeNanoseconds) / 1e9): \(report.value.map(String.init) ?? "-")"
    }
    return all.joined(separator: ", ")
  }

  private func rate(_ value: Int, from source: String? = nil) -> Action { .measure(.heartRate, value, from: source) }

  @Test func `give the median of the last five seconds, rounded down`() throws {
    var harness = try EngineHarness(Self.workout)
    for (second, value) in [100, 110, 180, 121, 122].enumerated() { harness.send(rate(value), at: Double(second)) }
    #expect(values(harness) == "0.0: 100, 1.0: 105, 2.0: 110, 3.0: 115, 4.0: 121")
    // Without the first one the value is the same, and without the second one it isn't.
    harness.run(to: 6.5)
    #expect(values(harness).hasSuffix("4.0: 121, 6.0: 122"))
  }

  @Test func `age alone: the last value stays for ten seconds, then it is unknown until the next one`() throws {
    var harness = try EngineHarness(Self.workout)
    harness.send(rate(100), at: 0)
    harness.send(rate(120), at: 1)
    harness.run(to: 11)
    #expect(values(harness) == "0.0: 100, 1.0: 110, 5.0: 120")
    #expect(harness.engine.state.signals[.heartRate]?.value == 120)
    #expect(harness.engine.state.signals[.heartRate]?.since == .seconds(5))
    harness.run(to: 30)
    #expect(values(harness) == "0.0: 100, 1.0: 110, 5.0: 120, 11.000000001: -")
    for second in [31.0, 32] { harness.send(rate(90), at: second) }
    #expect(values(harness).hasSuffix("31.0: -, 32.0: 90") && reports(harness).last?.measurement == 90)
  }

  @Test func `give no value alone after a gap of more than five seconds, when the former one is still true`() throws {
    var harness = try EngineHarness(Self.workout)
    for (second, value) in [(0.0, 120), (5, 121), (11, 90), (17, 80)] { harness.send(rate(value), at: second) }
    #expect(values(harness) == "0.0: 120, 5.0: 121, 11.0: 121, 15.000000001: -, 17.0: -")
    harness.send(rate(84), at: 22)
    #expect(values(harness).hasSuffix("17.0: -, 22.0: 84"))
    harness.send(rate(86), at: 26)
    #expect(values(harness).hasSuffix("22.0: 84, 26.0: 85"))
  }

  @Test func `tell nothing where a strap has no contact, though they are accepted, also from another source`() throws {
    var harness = try EngineHarness(Self.workout)
    harness.send(rate(120, from: "Strap"), at: 1)
    let before = (reports(harness), harness.engine.state.signals)
    for second in [2.0, 3] { harness.send(rate(0, from: second == 2 ? "Strap" : nil), at: second) }
    #expect((reports(harness), harness.engine.state.signals) == before)
    #expect(harness.answers == Array(repeating: "measure: accepted", count: 3))
    for signal in [Signal.power, .cadence] { harness.send(.measure(signal, 0, from: nil), at: 4) }
    #expect(reports(harness).suffix(2).map(\.value) == [0, 0])
  }

  @Test func `are known until they are ten seconds old, and not a nanosecond longer`() throws {
    var harness = try EngineHarness(Self.workout)
    harness.send(rate(120), at: 2)
    for (second, value) in [(11.999_999_999, 120), (12, 120), (12.000_000_001, nil)] as [(Double, Int?)] {
      harness.run(to: second)
      #expect(harness.engine.state.signals[.heartRate]?.value == value, "\(second)")
    }
  }

  @Test func `never depend on how often the host is woken`() throws {
    var (awake, asleep) = (try EngineHarness(Self.workout), try EngineHarness(Self.workout))
    for second in [1.0, 1.25, 2, 3.5, 20] {
      awake.run(to: second)
      for value in [97, 140, 121] {
        awake.send(rate(value), at: second)
        asleep.send(rate(value), at: second)
      }
    }
    awake.run(to: 40)
    asleep.send(.tick, at: 40)
    #expect(reports(awake) == reports(asleep) && awake.engine.state.signals == asleep.engine.state.signals)
  }

  @Test(arguments: [
    (Signal.heartRate, [19, 20, 250, 251], "heartRate must be 20 to 250"),
    (.power, [-1, 0, 3_000, 3_001], "power must be 0 to 3000"),
    (.cadence, [-1, 0, 300, 301], "cadence must be 0 to 300"),
  ])
  func `are refused beyond the range of their signal`(signal: Signal, values: [Int], refusal: String) throws {
    var harness = try EngineHarness(Self.workout)
    for value in values { harness.send(.measure(signal, value, from: nil), at: 1) }
    #expect(
      harness.answers == ["measure: \(refusal)", "measure: accepted", "measure: accepted", "measure: \(refusal)"])
  }

  @Test func `are at most ten a second for each signal`() throws {
    var harness = try EngineHarness(Self.workout)
    for tenth in 0..<12 { harness.send(rate(120), at: 1 + Double(tenth) * 0.08) }
    harness.send(.measure(.power, 200, from: nil), at: 1.9)
    harness.send(rate(120), at: 2)
    let refused = "measure: at most 10 measurements a second are accepted"
    #expect(
      harness.answers == Array(repeating: "measure: accepted", count: 10) + [refused, refused] + [
        "measure: accepted", "measure: accepted",
      ])
  }

  @Test func `come from one source of a signal, until it has been silent for ten seconds`() throws {
    var harness = try EngineHarness(Self.workout)
    harness.send(rate(120, from: "Strap"), at: 1)
    harness.send(rate(90), at: 2)
    harness.send(.measure(.power, 200, from: "Bike"), at: 2)
    harness.send(rate(91, from: "Watch"), at: 11)
    harness.send(rate(92, from: "Watch"), at: 11.5)
    harness.send(rate(121, from: "Strap"), at: 12)
    #expect(
      harness.answers == [
        "measure: accepted", "measure: \"Strap\" measures it already", "measure: accepted",
        "measure: \"Strap\" measures it already", "measure: accepted", "measure: \"Watch\" measures it already",
      ])
  }

  @Test func `have a report for logs at most once a second, and one that the value is unknown`() throws {
    var harness = try EngineHarness(Self.workout)
    for tenth in 0..<30 { harness.send(rate(120 + tenth), at: Double(tenth) * 0.1) }
    harness.run(to: 20)
    let logged = harness.events.filter { $0.isMeasured && $0.isForLogs }.map(\.at)
    #expect(logged.prefix(3) == [.zero, .seconds(1), .seconds(2)])
    #expect(zip(logged, logged.dropFirst()).allSatisfy { $1 - $0 >= .seconds(1) })
    #expect(reports(harness).last?.value == nil && reports(harness).last?.isForLogs == true)
  }

  @Test func `have the zone of the person's maximum: five from 50, 60, 70, 80 and 90 per cent`() throws {
    var harness = try EngineHarness(Self.workout, policies: Policies(body: BodyProfile(maxHeartRate: 185)))
    let rates = [92, 93, 110, 111, 129, 130, 147, 148, 166, 167, 200]
    for (index, value) in rates.enumerated() { harness.send(rate(value), at: Double(index) * 5) }
    let zones = reports(harness).filter { $0.measurement != nil }.map(\.zone)
    #expect(zones == [nil, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    #expect(
      BodyProfile().zone(of: 150, .heartRate) == nil && BodyProfile(maxHeartRate: 185).zone(of: 150, .power) == nil)
  }

  @Test func `are part of a log, and unknown in one that another process resumes`() throws {
    var harness = try EngineHarness(Self.workout)
    harness.send(rate(120, from: "Strap"), at: 3)
    let before = harness.engine
    try harness.replay()
    #expect(harness.engine.state.signals == before.state.signals)
    #expect(try #require(before.paused()).state.signals.isEmpty)
  }

  @Test func `are neither counted nor stored as actions, and end with the session`() throws {
    var harness = try EngineHarness(Self.workout)
    #expect(harness.engine.copy { $0.send(rate(120), at: .seconds(1)) }.isWorthStoring == false)
    harness.send(rate(120), at: 58)
    harness.run(to: 100)
    harness.send(rate(120), at: 100)
    #expect(harness.answers.last == "measure: the workout is over" && harness.engine.nextDeadline == nil)
    let counts = harness.events.compactMap { if case .finished(let end) = $0.kind { end.counts } else { nil } }
    #expect(counts.first?.actions == ["start": 1, "prepared": 1])
  }
}

extension EngineEvent {
  fileprivate var isMeasured: Bool { if case .measured = kind { true } else { false } }
}

extension Engine {
  /// The result of a change of a copy.
  fileprivate func copy(_ change: (inout Engine) -> Reaction) -> Reaction {
    var copy = self
    return change(&copy)
  }
}
