import WorkoutModel

/// A workout as a sheet says it: what to do, how often and for how long.
struct SheetPlan {
  /// A line of the sheet.
  struct Row: Equatable {
    /// How many groups are around it.
    let depth: Int
    /// "8 ×" before what is repeated; `nil` for a phase.
    let sets: String?
    let name: String
    let length: String
    let target: String
    let notes: String
    let intensity: Intensity?
  }

  let title: String
  let description: String?
  let author: String?
  /// "45:00, 12 phases".
  let totals: String
  let rows: [Row]

  init(_ timeline: Timeline) {
    let workout = timeline.workout
    title = SafeText.filtered(workout.name)
    description = workout.description.map(SafeText.filtered)
    author = workout.author.map(SafeText.filtered)
    let isOpen = timeline.phases.contains { if case .open = $0.phase.end { true } else { false } }
    let length = timeline.total.map { (isOpen ? "at most " : "") + Self.clock($0) } ?? "open end"
    let count = timeline.phaseCount
    totals = "\(length), \(count) \(count == 1 ? "phase" : "phases")"
    rows = Self.rows(workout.nodes, depth: 0)
  }

  private static func rows(_ nodes: [Node], depth: Int) -> [Row] {
    nodes.flatMap { node -> [Row] in
      switch node {
      case .phase(let phase): return [row(phase, depth: depth)]
      case .group(let group):
        let row = Row(
          depth: depth, sets: sets(group.repetition), name: SafeText.filtered(group.name ?? ""), length: "",
          target: "", notes: "", intensity: nil)
        return [row] + rows(group.nodes, depth: depth + 1)
      }
    }
  }

  private static func row(_ phase: Phase, depth: Int) -> Row {
    let names = phase.name.values.joined(separator: " / ")
    let reps = phase.reps.map { ", \(self.reps($0))" } ?? ""
    let sides = phase.sides == nil ? "" : ", each side"
    var notes = phase.notes?.values ?? []
    switch phase.skip {
    case .first: notes.append("not in the first set")
    case .last: notes.append("not in the last set")
    case .numbers(let numbers): notes.append("not in set \(numbers.map(String.init).joined(separator: ", "))")
    case nil: break
    }
    return Row(
      depth: depth, sets: nil, name: SafeText.filtered(names + reps + sides), length: length(phase.end),
      target: SafeText.filtered((phase.target?.values ?? []).map(\.description).joined(separator: " / ")),
      notes: SafeText.filtered(notes.joined(separator: "; ")), intensity: phase.intensity)
  }

  private static func reps(_ reps: Reps) -> String {
    switch reps {
    case .perSet(let counts): return "\(counts.values.map(String.init).joined(separator: "/")) ×"
    case .progression(let from, let growth): return "\(from) ×, \(growth < 0 ? "" : "+")\(growth) each set"
    }
  }

  private static func length(_ end: PhaseEnd) -> String {
    switch end {
    case .open(let cap): cap.map { "until done, at most \(clock($0))" } ?? "until done"
    case .after(.fixed(let length)): clock(length)
    case .after(.perSet(let lengths)): lengths.map(clock).joined(separator: ", ")
    case .after(.progression(let from, let growth)):
      "\(clock(from)), \(growth < .zero ? "" : "+")\(DurationText.write(growth)) each set"
    case .after(.track): "as its track"
    case .after(.tempo(let tempo)): "tempo \(tempo)"
    }
  }

  private static func sets(_ repetition: Repetition) -> String {
    switch repetition {
    case .sets(let sets): "\(sets) ×"
    case .capped(let sets, let cap): "\(sets) ×, at most \(clock(cap))"
    case .total(let time): "as many as fit \(clock(time))"
    case .interval(let sets, let every): "\(sets) ×, every \(clock(every))"
    }
  }

  /// `m:ss`, or `h:mm:ss`; parts of a second where there are some.
  static func clock(_ length: Duration) -> String {
    let milliseconds = ExchangeNumber.milliseconds(length)
    let seconds = milliseconds / 1000
    let rest = milliseconds % 1000
    let tail = MediaTime.padded(seconds % 60) + (rest > 0 ? ExchangeNumber.decimal(rest).dropFirst() : "")
    let minutes = seconds / 60
    return minutes >= 60 ? "\(minutes / 60):\(MediaTime.padded(minutes % 60)):\(tail)" : "\(minutes):\(tail)"
  }

  /// A line of text for each row.
  var lines: [String] {
    rows.map { row in
      let indent = String(repeating: "  ", count: row.depth)
      let words = [row.sets, row.name, row.length, row.target, row.notes].compactMap(\.self).filter { !$0.isEmpty }
      return indent + words.joined(separator: "  ")
    }
  }
}
