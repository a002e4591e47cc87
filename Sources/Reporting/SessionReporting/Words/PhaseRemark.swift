import WorkoutEngine
import WorkoutModel

/// The texts of a phase on the screen and in lines, tables and pictures.
extension PhaseReport {
  /// The text beside its name: its target, the author's remark, and its track.
  var remark: String? { PhaseRemark.text(target, notes, track) }

  /// The innermost enclosing set of a group that has more or fewer than one.
  var countedSet: Timeline.SetSpan? { groups.first { $0.sets != 1 } }
}

enum PhaseRemark {
  static func text(_ target: Target?, _ notes: String?, _ track: String?) -> String? {
    let parts = [target?.description, notes, track.map { "plays \($0)" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
