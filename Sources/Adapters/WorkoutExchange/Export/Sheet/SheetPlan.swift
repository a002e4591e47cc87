import SessionReporting
import WorkoutFiles
package import WorkoutModel

/// The contents of a printed sheet: phases, sets and lengths.
package struct SheetPlan {
  struct Row: Equatable {
    let depth: Int
    /// "8 ×" before a repeated group; `nil` for a phase.
    let sets: String?
    let name: String
    var length: String
    let target: String
    var notes: String

    /// The row of a node that is run between two others.
    var asBetween: Row {
      var row = self
      row.notes = ["between two of these", notes].filter { !$0.isEmpty }.joined(separator: "; ")
      return row
    }
  }

  let title: String
  let description: String?
  let author: String?
  /// "45:00, 12 phases".
  let totals: String
  let rows: [Row]

  package init(_ timeline: Timeline) {
    let workout = timeline.workout
    title = MediaText.line(workout.spokenName)
    description = workout.spokenDescription.map(MediaText.line)
    author = workout.author.map(MediaText.line)
    let isOpen = timeline.phases.contains { if case .open = $0.phase.end { true } else { false } }
    let range = timeline.totalRange.map { "\(Self.clock($0.lowerBound))–\(Self.clock($0.upperBound))" }
    let length = range ?? timeline.certainTotal.map { (isOpen ? "at most " : "") + Self.clock($0) } ?? "open end"
    totals = "\(length), \(Counted.phases(timeline.phaseCount))"
    rows = Self.rows(workout.nodes, depth: 0).map { row in
      var row = row
      row.length = workout.phrases.filled(row.length)
      return row
    }
  }

  private static func rows(_ nodes: [Node], depth: Int) -> [Row] {
    nodes.flatMap { node -> [Row] in
      switch node {
      case .phase(let phase): return [row(phase, depth: depth)]
      case .group(let group):
        let row = Row(
          depth: depth, sets: sets(group.repetition), name: MediaText.line(group.name ?? ""), length: "",
          target: "", notes: notes(of: group))
        let between = group.between.map { rows([$0], depth: depth + 1) } ?? []
        return [row] + rows(group.nodes, depth: depth + 1) + between.prefix(1).map(\.asBetween) + between.dropFirst()
      }
    }
  }

  private static func row(_ phase: Phase, depth: Int) -> Row {
    let names = phase.name.values.joined(separator: " / ")
    let reps = phase.reps.map { ", \(self.reps($0))" } ?? ""
    let sides = phase.sides == nil ? "" : ", each side"
    let notes = [phase.notes?.values.joined(separator: " / "), skipped(phase.skip)].compactMap(\.self)
    return Row(
      depth: depth, sets: nil, name: MediaText.line(names + reps + sides), length: length(phase.end),
      target: MediaText.line((phase.target?.values ?? []).map(\.description).joined(separator: " / ")),
      notes: MediaText.line(notes.joined(separator: "; ")))
  }

  /// Further properties of a group, without which its lengths and sets would not add up to the total.
  private static func notes(of group: SetGroup) -> String {
    let picked = group.pick.map { "\($0) of these" }
    let order: String? =
      switch group.order {
      case .given: nil
      case .shuffled: "in a drawn order"
      case .shuffledEachSet: "in an order drawn for each set"
      }
    let parts = [picked, order, group.sides.map { _ in "each side" }, skipped(group.skip)]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  private static func skipped(_ sets: SkippedSets?) -> String? {
    switch sets {
    case .first: "not in the first set"
    case .last: "not in the last set"
    case .numbers(let numbers): "not in set \(numbers.map(String.init).joined(separator: ", "))"
    case nil: nil
    }
  }

  private static func reps(_ reps: Reps) -> String {
    switch reps {
    case .perSet(let counts): return "\(counts.values.map(String.init).joined(separator: "/")) ×"
    case .progression(let from, let growth): return "\(from) ×, \(growth < 0 ? "" : "+")\(growth) each set"
    }
  }

  private static func length(_ end: PhaseEnd) -> String {
    switch end {
    case .open(let cap, let atLeast, let until):
      "until \(until?.label ?? "done")" + (atLeast.map { ", at least \(clock($0))" } ?? "")
        + (cap.map { ", at most \(clock($0))" } ?? "")
    case .after(.fixed(let length)): clock(length)
    case .after(.perSet(let lengths)): lengths.map(clock).joined(separator: ", ")
    case .after(.progression(let from, let growth)):
      "\(clock(from)), \(growth < .zero ? "" : "+")\(DurationText.write(growth)) each set"
    case .after(.track): "as its track"
    case .after(.tempo(let tempo)): "tempo \(tempo)"
    case .after(.random(let length)): "\(clock(length.shortest))–\(clock(length.longest))"
    case .after(.relative(let length)): MediaText.line(length.description)
    }
  }

  private static func sets(_ repetition: Repetition) -> String {
    switch repetition {
    case .sets(let sets): "\(sets) ×"
    case .capped(let sets, let cap): "\(sets) ×, at most \(clock(cap))"
    case .total(let time): "as many as fit \(clock(time))"
    case .interval(let sets, let every): "\(sets) ×, every \(length(.after(every.length)))"
    case .totalInterval(let time, let every): "for \(clock(time)), every \(length(.after(every.length)))"
    }
  }

  /// `m:ss` or `h:mm:ss`, with fractions of a second if there are any.
  static func clock(_ length: Duration) -> String {
    let milliseconds = ExchangeNumber.milliseconds(length)
    let fraction = milliseconds % 1000
    return ClockText.short(.milliseconds(milliseconds))
      + (fraction > 0 ? ExchangeNumber.decimal(fraction).dropFirst() : "")
  }

  var lines: [String] {
    rows.map { row in
      let indent = String(repeating: "  ", count: row.depth)
      let words = [row.sets, row.name, row.length, row.target, row.notes].compactMap(\.self).filter { !$0.isEmpty }
      return indent + words.joined(separator: "  ")
    }
  }
}

/// Writes the sheet of a workout in Markdown (CommonMark with tables).
package enum MarkdownSheet {
  package static func write(_ plan: SheetPlan) -> String {
    var parts = ["# \(escaped(plan.title))"]
    if let description = plan.description { parts.append(escaped(description)) }
    parts.append("**\(escaped(plan.totals))**" + (plan.author.map { ", by \(escaped($0))" } ?? ""))
    var table = ["| Phase | Length | Target | Notes |", "| --- | --- | --- | --- |"]
    for row in plan.rows {
      let indent = String(repeating: "&emsp;", count: row.depth)
      let name = [row.sets.map { "**\(escaped($0))**" }, escaped(row.name)].compactMap(\.self).joined(separator: " ")
      table.append("| \(indent)\(name) | \(escaped(row.length)) | \(escaped(row.target)) | \(escaped(row.notes)) |")
    }
    parts.append(table.joined(separator: "\n"))
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    let marked = MediaText.escaped(text, "\\`*_[]<>#|~&!").unicodeScalars
    // At the start of a line these would begin a list: "-", "+", "1."
    let number = marked.prefix { ("0"..."9").contains($0) }
    let signs = Array((number.isEmpty ? "-+=" : ".)").unicodeScalars)
    if let sign = marked.dropFirst(number.count).first, signs.contains(sign) {
      return String(Substring(number)) + "\\" + String(Substring(marked.dropFirst(number.count)))
    }
    return String(marked)
  }
}
