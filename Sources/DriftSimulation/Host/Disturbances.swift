import WorkoutModel

/// A fault that holds for a while.
struct Lasting<Value: Equatable & Sendable>: Equatable, Sendable {
  let value: Value
  /// In true host time; `nil` for the rest of the run.
  let until: Duration?

  func holds(at instant: Duration) -> Bool { until.map { instant < $0 } ?? true }
}

/// What is wrong with the wake-ups at present.
struct Disturbances: Equatable, Sendable {
  private var coalescing: Lasting<Duration>?
  private var jitter: Lasting<Jitter>?
  private var drop: Lasting<Double>?
  private var duplicate: Lasting<Double>?
  private var early: Lasting<Duration>?
  private var audioSkew: Lasting<Int>?
  /// Whether nothing has ever been wrong.
  private(set) var isNone = true

  /// Takes note of a deed; says whether it concerns wake-ups.
  mutating func take(_ deed: Deed) -> Bool {
    switch deed {
    case .coalesce(let to, let until): coalescing = Lasting(value: to, until: until)
    case .jitter(let jitter, let until): self.jitter = Lasting(value: jitter, until: until)
    case .drop(let chance, let until): drop = Lasting(value: chance, until: until)
    case .duplicate(let chance, let until): duplicate = Lasting(value: chance, until: until)
    case .early(let by, let until): early = Lasting(value: by, until: until)
    case .audioSkew(let skew, let until): audioSkew = Lasting(value: skew, until: until)
    default: return false
    }
    isNone = false
    return true
  }

  func jitter(at instant: Duration) -> Jitter? { Self.value(jitter, at: instant) }
  func dropChance(at instant: Duration) -> Double? { Self.value(drop, at: instant) }
  func duplicateChance(at instant: Duration) -> Double? { Self.value(duplicate, at: instant) }

  /// Multiples of which wake-ups wait for, and until when.
  func coalescing(at instant: Duration) -> Lasting<Duration>? {
    coalescing.flatMap { $0.holds(at: instant) ? $0 : nil }
  }

  /// By how much a wake-up comes before its time; negative for after it.
  ///
  /// The card's clock is measured against the host's once a second, so what it gains or loses within one is the error.
  func lead(at instant: Duration) -> Duration {
    let early = Self.value(early, at: instant) ?? .zero
    return early + .microseconds(Self.value(audioSkew, at: instant) ?? 0)
  }

  private static func value<Value>(_ fault: Lasting<Value>?, at instant: Duration) -> Value? {
    fault.flatMap { $0.holds(at: instant) ? $0.value : nil }
  }
}

extension Jitter {
  /// A draw: how late a wake-up is.
  func draw(_ random: inout SplitMix64) -> Duration {
    switch self {
    case .uniform(let scale): return .nanoseconds(random.below(scale.inNanoseconds + 1))
    case .pareto(let scale, let alpha, let cap):
      let factor = Power.of(random.fraction(), -1 / alpha)
      let late = Double(scale.inNanoseconds) * factor
      return late < Double(cap.inNanoseconds) ? .nanoseconds(Int(late)) : cap
    }
  }
}
