import WorkoutEngine
import WorkoutModel

/// The values of signals over a run, and the measurements from which they follow.
struct SignalHistory: Sendable {
  /// A value from an instant on, until the next one.
  struct Value: Equatable, Sendable {
    let from: Duration
    let value: Int?
  }

  /// The changes of each signal that was measured, in order; at one instant there may be several.
  private(set) var values: [Signal: [Value]] = [:]
  /// What the measurements of each signal say without those from before a gap, in order; a lone one counts.
  private(set) var evidence: [Signal: [Value]] = [:]
  /// The steps of measurements that must be accepted.
  private(set) var accepted: Set<Int> = []
  private(set) var samples = ReferenceSamples()
  /// The instant up to which measurements have aged.
  private var aged = Duration.zero

  /// Whether nothing is learnt or forgotten any more.
  private var isClosed = false

  /// Whether anything was measured.
  var isEmpty: Bool { values.isEmpty }

  /// Adds a measurement in a step; returns whether it is accepted.
  mutating func add(_ value: Int, of signal: Signal, from source: String?, at now: Duration, in step: Int) -> Bool {
    guard !isClosed, samples.add(value, of: signal, from: source, at: now) else { return false }
    accepted.insert(step)
    note(signal, at: now)
    return true
  }

  /// Begins again in a new process. What one knows that only fades out is of no use to anybody.
  mutating func restart(at instant: Duration, isOver: Bool) {
    for signal in values.keys { note(nil, nil, of: signal, at: instant) }
    (samples, isClosed) = (ReferenceSamples(), isOver)
  }

  private mutating func note(_ signal: Signal, at instant: Duration) {
    note(samples.value(of: signal, at: instant), samples.evidence(of: signal, at: instant), of: signal, at: instant)
  }

  /// Notes the values that change with the age of measurements.
  mutating func age(to instant: Duration) {
    if isClosed { return }
    for signal in evidence.keys {
      var now = aged
      while let next = samples.nextAging(of: signal, after: now), next <= instant {
        note(signal, at: next)
        now = next
      }
    }
    aged = max(aged, instant)
  }

  /// Notes a value and the evidence, unless they are those before.
  mutating func note(_ value: Int?, _ evidence: Int? = nil, of signal: Signal, at instant: Duration) {
    func note(_ value: Int?, in all: inout [Value]?) {
      if (all?.last?.value ?? nil) != value { all = (all ?? []) + [Value(from: instant, value: value)] }
    }
    note(value, in: &values[signal])
    note(evidence, in: &self.evidence[signal])
  }

  /// The values that are true at some instant of a span, both ends included, in order.
  func values(of signal: Signal, in span: ClosedRange<Duration>) -> [Int?] {
    Self.values(values[signal] ?? [], in: span)
  }

  /// What measurements say at some instant of a span, both ends included, in order.
  func evidence(of signal: Signal, in span: ClosedRange<Duration>) -> [Int?] {
    Self.values(evidence[signal] ?? [], in: span)
  }

  private static func values(_ all: [Value], in span: ClosedRange<Duration>) -> [Int?] {
    let first = all.lastIndex { $0.from <= span.lowerBound }
    let before = first.map { all[$0].value } ?? nil
    return [before] + all[(first.map { $0 + 1 } ?? 0)...].prefix { $0.from <= span.upperBound }.map(\.value)
  }
}
