import SessionReporting
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// A session on a virtual clock, and the view of it.
struct ScreenHarness {
  private(set) var engine: Engine
  var view: SessionView
  /// How far ahead of its sound an event is reported.
  private let lead: Duration

  /// A session of `workout` that plays from instant 0, its phrases a second long.
  init(
    _ workout: Workout, lead: Duration = .zero, isPrepared: Bool = true, sensing signals: [Signal] = [],
    _ body: BodyProfile = BodyProfile()
  ) throws {
    let timeline = try Timeline(unchecked: workout)
    engine = Engine(timeline, policies: Policies(body: body))
    view = SessionView(ObservedSession(engine, sensing: signals))
    self.lead = lead
    let texts = engine.phrases(upTo: .seconds(1000))
    engine.updateDurations { durations in for text in texts { durations.record(text, .length(.seconds(1))) } }
    send(.start, at: .zero)
    if isPrepared { send(.prepared, at: .zero) }
  }

  mutating func send(_ action: Action, at instant: Duration) {
    for event in engine.send(action, at: instant + lead).events { view.add(SessionEvent(event)) }
  }

  /// Ticks at every deadline up to `end`, as a host does that is never late.
  mutating func run(to end: Duration) {
    while let deadline = engine.nextDeadline, deadline - lead <= end { send(.tick, at: deadline - lead) }
    send(.tick, at: end)
  }

  /// The rows of the screen at an instant, up to which it has run.
  mutating func screen(
    at now: Duration, _ columns: Int, _ rows: Int, _ glyphs: Glyphs = .eighths, hasKeys: Bool = true
  ) -> String {
    let look = TerminalStyle(isColored: false, glyphs: glyphs, hasKeys: hasKeys)
    return view.frame(at: now, ScreenSize(columns: columns, rows: rows), look).lines.joined(separator: "\n")
  }
}

/// Workouts that several tests show.
enum ScreenWorkouts {
  static func phase(_ name: String, _ intensity: Intensity, _ seconds: Int) -> Node {
    .phase(Phase(PerSet(name), intensity, .after(.fixed(.seconds(seconds)))))
  }

  static func open(_ name: String, _ intensity: Intensity, reps: Int? = nil, cap: Duration? = nil) -> Node {
    .phase(Phase(PerSet(name), intensity, .open(cap: cap), reps: reps.map { .perSet(PerSet($0)) }))
  }

  static let tabata = Workout(
    name: "Tabata",
    nodes: [
      phase("Get ready", .prepare, 10),
      .group(SetGroup(.sets(8), nodes: [phase("Work", .high, 20), phase("Rest", .low, 10)])),
    ])

  /// Names that try everything: wide characters, marks, an escape sequence, a text turned round, an emoji of parts.
  static let hostileName = "\u{1B}[31m\u{202E}日本e\u{301}\u{200D}👍🏽\u{7}"
}

extension TerminalEmulator {
  /// A terminal that measures text as the screen does.
  init(columns: Int, rows: Int) { self.init(columns: columns, rows: rows) { ColumnWidth.of($0) } }
}
