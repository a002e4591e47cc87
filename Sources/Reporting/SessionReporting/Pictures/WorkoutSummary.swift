package import StrictJSON
package import WorkoutModel

/// What a page tells of a workout before it starts: its name and length, what its author says, and its strip.
package struct WorkoutSummary {
  private let workout: Workout
  private let timeline: Timeline?
  private let hasLosses: Bool

  /// A summary of a workout with its plan, if it has one; `hasLosses` tells whether files that it names are missing.
  package init(_ workout: Workout, _ timeline: Timeline?, hasLosses: Bool = false) {
    (self.workout, self.timeline, self.hasLosses) = (workout, timeline, hasLosses)
  }

  /// The summary for a program.
  package var fields: JSONFields {
    let total = timeline?.certainTotal
    var fields: JSONFields = [
      "name": workout.name.json, "seconds": total.map(Self.seconds).json,
      "length": total.map { ClockText.long($0) }.json, "description": (workout.description ?? "").json,
      "author": (workout.author ?? "").json, "tags": workout.tags.json,
      "strip": (timeline.map { PlanStrip($0).fields } ?? []).json, "losses": hasLosses.json,
    ]
    fields.add("range", ifAny: timeline?.totalRange.map { [$0.lowerBound, $0.upperBound].map(Self.seconds) })
    fields.add(workout.languageFields)
    return fields
  }

  /// The summary with its parts as they are written, what it says, and how it sounds.
  package var details: JSONFields {
    var fields = fields
    fields.add([
      "parts": WrittenPlan(of: workout).fields.json,
      "phrases": (timeline.map { PlanOutline(of: $0).phrases } ?? []).json,
      "bed": (workout.ambient?.sound).json, "style": workout.style.rawValue.json,
    ])
    return fields
  }

  private static func seconds(_ length: Duration) -> Int { Int(length / .seconds(1)) }
}
