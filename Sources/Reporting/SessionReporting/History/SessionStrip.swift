package import WorkoutModel

extension SessionDetail {
  /// Its plan as a strip, an SVG image, in which what was done is in full colour; `timeline` is the plan of its
  /// workout, without which the strip is of what was done alone.
  package func strip(of timeline: Timeline?) -> String {
    guard let timeline else { return PlanStrip(doneBlocks).svg }
    var shares: [Place: Double] = [:]
    for phase in phases {
      guard let place = phase.place else { continue }
      // A phase that the user went back to counts as it was done last.
      shares[Place(path: phase.path, sets: place)] = share(of: phase)
    }
    var (done, cursor): ([Range<Duration>], Cursor?) = ([], timeline.first())
    while let here = cursor {
      cursor = timeline.following(here, openLength: PlanStrip.openLength)
      let sets = here.id.sets.map { "\($0 + 1)" }.joined(separator: ".")
      guard let share = shares[Place(path: "\(timeline.path(of: here.id))", sets: sets)] else { continue }
      let end = max(here.start, cursor?.start ?? here.end ?? here.start + PlanStrip.openLength)
      let length = Double((end - here.start).inNanoseconds) * share
      done.append(here.start..<here.start + .nanoseconds(Int64(length)))
    }
    return PlanStrip(timeline).svg(done: done)
  }

  /// A phase within the sets around it.
  private struct Place: Hashable {
    let path: String
    let sets: String
  }

  private func share(of phase: Phase) -> Double {
    if phase.isDone == true { return 1 }
    guard let planned = phase.planned, planned > .zero else { return phase.active == nil ? 0.5 : 1 }
    let active = phase.active ?? max(.zero, session.active - phase.elapsed)
    return min(1, max(0, active / planned))
  }

  /// The phases, as long as they took; one that hasn't ended lasts up to the end of the session.
  private var doneBlocks: [PlanStrip.Block] {
    var end = Duration.zero
    return phases.compactMap { phase in
      guard let intensity = Intensity(rawValue: phase.intensity) else { return nil }
      let start = end
      end = phase.active.map { start + $0 } ?? max(start, session.active)
      return PlanStrip.Block(intensity, start..<end)
    }
  }
}
