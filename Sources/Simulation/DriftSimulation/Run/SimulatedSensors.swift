import WorkoutEngine
import WorkoutModel

/// The sensors of a run: each measures once a second of true time, and its faults change what reaches the session.
struct SimulatedSensors: Sendable {
  /// A measurement on its way to the session.
  struct Sample: Equatable {
    let at: Duration
    let signal: Signal
    let value: Int
    let source: String

    var action: Action { .measure(signal, value, from: source) }
  }

  private static let interval = Duration.seconds(1)

  private var sensors: [SimulatedSensor]
  /// The true time of the next measurements.
  private var nextRound: Duration?
  /// The measurements that have not arrived, by the times at which they do.
  private var pending: [Sample] = []

  init(_ scenario: Scenario) {
    sensors = Signal.allCases.compactMap { signal in
      scenario.signals[signal].map { SimulatedSensor(signal, $0, seed: scenario.seed) }
    }
    nextRound = sensors.isEmpty ? nil : .zero
  }

  /// Whether there are none.
  var isEmpty: Bool { sensors.isEmpty }

  /// The true time at which something is measured, or arrives; `nil` if there are no sensors.
  var next: Duration? {
    guard let nextRound else { return nil }
    return pending.first.map { min($0.at, nextRound) } ?? nextRound
  }

  /// Measures what is due, of a body that trains with an intensity; returns what arrives.
  mutating func measure(at instant: Duration, _ intensity: Intensity?) -> [Sample] {
    if let round = nextRound, round <= instant {
      for index in sensors.indices {
        for (delay, value, source) in sensors[index].measure(at: round, intensity) {
          add(Sample(at: round + delay, signal: sensors[index].signal, value: value, source: source))
        }
      }
      nextRound = round + Self.interval
    }
    let arrived = pending.prefix { $0.at <= instant }
    defer { pending.removeFirst(arrived.count) }
    return Array(arrived)
  }

  /// Those that arrive at one instant keep the order in which they were measured.
  private mutating func add(_ sample: Sample) {
    pending.insert(sample, at: pending.firstIndex { $0.at > sample.at } ?? pending.endIndex)
  }

  /// Changes the sensor of a signal, if there is one.
  mutating func disturb(_ signal: Signal, _ change: (inout SensorDisturbance) -> Void) {
    for index in sensors.indices where sensors[index].signal == signal { change(&sensors[index].disturbance) }
  }
}

/// A sensor of one signal, with its source and its faults.
private struct SimulatedSensor: Sendable {
  let signal: Signal
  var disturbance = SensorDisturbance()
  private let source: SignalSource
  /// The random numbers of the response of the body, and of the faults.
  private var (noise, random): (SeededRandom, SeededRandom)
  /// How much of its range the body uses, in millionths.
  private var level = 0
  /// The last value, at which a stuck sensor stays.
  private var last: Int?

  private static let whole = 1_000_000

  init(_ signal: Signal, _ source: SignalSource, seed: UInt64) {
    (self.signal, self.source) = (signal, source)
    random = SeededRandom(seed: seed ^ 0x5365_6E73_6F72)
    if case .response(let body) = source { noise = SeededRandom(seed: body.seed) } else { noise = random }
  }

  /// What is measured at an instant: the delays, values and names of the sensors.
  mutating func measure(
    at instant: Duration, _ intensity: Intensity?
  ) -> [(delay: Duration, value: Int, source: String)] {
    guard let measured = value(at: instant, intensity) else { return [] }
    var found: [(delay: Duration, value: Int, source: String)] = []
    func clamped(_ value: Int) -> Int { min(max(value, signal.range.lowerBound), signal.range.upperBound) }
    if !disturbance.isLost(at: instant) {
      var value = measured
      if disturbance.isStuck(at: instant), let last { value = last }
      last = value
      if let amount = disturbance.noise(at: instant) { value += random.below(2 * amount + 1) - amount }
      found.append((disturbance.delay(at: instant), clamped(value), "Strap"))
    }
    if let more = disturbance.second(at: instant) {
      found.append((.milliseconds(500), clamped(measured + more), "Second strap"))
    }
    return found
  }

  private mutating func value(at instant: Duration, _ intensity: Intensity?) -> Int? {
    switch source {
    case .points(let points): return SignalSource.value(of: points, at: instant)
    case .response(let body):
      let demand = (intensity?.demand ?? 0) * Self.whole / 1000
      // A step of a second of the implicit Euler method is stable for each time constant.
      level += (demand - level) * 1_000_000 / (Int(body.tau.inNanoseconds / 1000) + 1_000_000)
      return body.rest + (body.max - body.rest) * level / Self.whole + noise.below(5) - 2
    }
  }
}
