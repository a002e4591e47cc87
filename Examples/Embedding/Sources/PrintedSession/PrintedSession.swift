import Cuebell

/// A session whose cues are lines of text. It has no clock: its caller passes the time since its start.
public struct PrintedSession {
  private var engine: Engine

  /// Reads a workout; throws its mistakes, each with line and column.
  public init(_ json: String) throws {
    engine = Engine(try Timeline(WorkoutReader.read(Array(json.utf8), named: "workout.json")))
  }

  /// When the session has to be woken next, since its start; `nil` when it is over.
  public var deadline: Duration? { engine.nextDeadline }

  /// Starts the workout.
  public mutating func start() -> [String] { lines(of: [.start, .prepared], at: .zero) }

  /// Lets time pass up to `instant`: what was due is said, or skipped where it is too late.
  public mutating func advance(to instant: Duration) -> [String] { lines(of: [.tick], at: instant) }

  private mutating func lines(of actions: [Action], at instant: Duration) -> [String] {
    actions.flatMap { engine.send($0, at: instant).events }.compactMap { event in
      guard case .cueSettled(let cue) = event.kind else { return nil }
      return "\(cue.mark) \(cue.say ?? cue.sound ?? ""): \(cue.outcome.rawValue)"
    }
  }
}
