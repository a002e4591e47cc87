import WorkoutEngine
package import WorkoutModel

/// What is said in the first phases of a plan. It costs as much for a long workout as for a short one.
package struct PlanOutline {
  /// The number of phases and of phrases, one more than a page shows.
  private static let capacity = 41
  /// The number of steps after which it ends in any case.
  private static let longest = 5_000

  private var plan: Plan

  package init(of timeline: Timeline) {
    plan = Plan(of: timeline)
    var rehearsal = Rehearsal(timeline)
    var (steps, phases) = (0, 0)
    while steps < Self.longest, phases <= Self.capacity, let reaction = rehearsal.next() {
      for event in reaction.events {
        if case .phaseStarted = event.kind { phases += 1 }
        plan.add(event)
      }
      steps += 1
    }
  }

  /// The texts in the order in which they are first said.
  package var phrases: [String] {
    var texts: [String] = []
    for text in plan.cues.compactMap({ $0.phrase?.text }) where texts.count < Self.capacity && !texts.contains(text) {
      texts.append(text)
    }
    return texts
  }
}
