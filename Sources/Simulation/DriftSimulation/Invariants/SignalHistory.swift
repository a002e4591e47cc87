import WorkoutEngine
import WorkoutModel

/// The values of signals over a run, as a naive reader of its measurements finds them.
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
  private var samples = ReferenceSamples()
  /// The instant up to which measurements have aged.
  private var aged = Duration.zero

  /// Whether anything was measured.
  var isEmpty: Bool { values.isEmpty }

  init(_ steps: [TraceStep]) {
    var end: Duration?
    for index in steps.indices {
      let step = steps[index]
      if step.restoration != nil {
        for signal in values.keys { note(nil, nil, of: signal, at: step.now) }
        samples = ReferenceSamples()
        // What a session that only fades out knows is of no use to anybody.
        end = step.playback.isOver || step.playback.isStopping ? step.now : nil
      }
      // A session that is over forgets nothing and learns nothing.
      guard end == nil else { continue }
      let finish = step.events.firstIndex { if case .finished = $0.kind { true } else { false } }
      end = finish.map { step.events[$0].at }
      age(to: end ?? step.now)
      // A measurement that ends the session is one that it has learnt.
      let isLast = step.events.prefix(finish ?? 0).contains {
        if case .actionTaken(let report) = $0.kind { report.action.isMeasurement } else { false }
      }
      if case .measure(let signal, let value, let source) = step.action, end == nil || isLast,
        samples.add(value, of: signal, from: source, at: step.now)
      {
        accepted.insert(index)
        note(signal, at: step.now)
      }
    }
  }

  private mutating func note(_ signal: Signal, at instant: Duration) {
    note(samples.value(of: signal, at: instant), samples.evidence(of: signal, at: instant), of: signal, at: instant)
  }

  /// Notes the values that change with the age of measurements.
  private mutating func age(to instant: Duration) {
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
