import WorkoutEngine
import WorkoutModel

/// What people read of a phase, alike on the screen, in lines, tables and pictures.
extension PhaseReport {
  /// What is shown beside its name: its target, the author's remark, and the track that it plays.
  var remark: String? {
    let parts = [target?.description, notes, track.map { "plays \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The set around it that is worth showing: the innermost of a group that has not just one.
  var countedSet: Timeline.SetSpan? { groups.first { $0.sets != 1 } }
}
