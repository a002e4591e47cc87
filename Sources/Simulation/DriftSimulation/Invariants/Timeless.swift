import WorkoutEngine
import WorkoutModel

/// What a session reports, and has its host play on, whenever its host is awake.
struct Timeless: Sendable {
  private var events: [EngineEvent] = []
  private var effects: [Effect] = []

  init() {}

  init(_ step: TraceStep) { add(step.events, step.effects) }

  mutating func add(_ events: [EngineEvent], _ effects: [Effect]) {
    self.events += events.filter { event in
      switch event.kind {
      // How late a cue is depends on the host, and a sleep that counts is no more than time.
      case .cueSettled, .coached, .said, .planNoted, .setMismatched, .finished: false
      case .actionTaken(let report): report.action.name != "suspended"
      default: true
      }
    }
    self.effects += effects.filter { effect in
      switch effect.kind {
      case .ambient, .track, .metronome, .volume: true
      default: false
      }
    }
  }

  /// The first difference from what is expected; `nil` if there is none.
  func difference(from expected: Timeless) -> String? {
    Self.difference(events, expected.events) ?? Self.difference(effects, expected.effects)
  }

  private static func difference<Value: Equatable>(_ all: [Value], _ expected: [Value]) -> String? {
    if all == expected { return nil }
    let same = zip(all, expected).prefix { $0 == $1 }.count
    func text(_ list: [Value]) -> String { list.dropFirst(same).first.map { "\($0)" } ?? "nothing" }
    return "it has \(text(all)), expected \(text(expected))"
  }
}
