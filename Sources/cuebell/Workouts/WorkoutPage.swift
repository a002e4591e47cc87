import SessionReporting
import SharedLinks
import StrictJSON
import WorkoutModel

/// What a page shows of a workout before it starts, as one object.
struct WorkoutPage {
  private let workout: Workout
  /// `nil` if the workout has no plan, such as one whose tracks can't be read.
  private let timeline: Timeline?

  private let hasLosses: Bool

  /// `hasLosses` tells whether files that the workout names are missing.
  init(_ workout: Workout, _ timeline: Timeline?, hasLosses: Bool = false) {
    (self.workout, self.timeline, self.hasLosses) = (workout, timeline, hasLosses)
  }

  /// Its names and length, and the blocks of its strip.
  var summary: JSONFields { WorkoutSummary(workout, timeline, hasLosses: hasLosses).fields }

  /// The summary, and all that its page shows.
  var details: JSONFields { WorkoutSummary(workout, timeline, hasLosses: hasLosses).details }

  /// The text of a link that contains the workout; `nil` if it would be too long.
  var link: String? {
    let link = WorkoutLink(workout, trackLengths: timeline?.trackLengths ?? [:])
    return link.data.utf8.count <= WorkoutLink.longest ? link.data : nil
  }
}
