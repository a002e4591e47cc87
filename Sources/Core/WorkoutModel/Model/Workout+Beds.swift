extension Workout {
  /// The bed of a phase: none while preparing, its own, or that of the workout.
  package func bed(in phase: Phase) -> Ambient? {
    if phase.intensity == .prepare { return nil }
    switch phase.ambient {
    case .inherited: return ambient
    case .silent: return nil
    case .bed(let bed): return bed
    }
  }

  /// The length of the closing fade if the user ends the workout in a phase: the longer of the fades of bed and track;
  /// zero if neither plays.
  package func closingFade(in phase: Phase) -> Duration {
    let track = phase.track.map { _ in ambient?.fade ?? Ambient.standardFade }
    return [bed(in: phase)?.fade, track].compactMap { $0 }.max() ?? .zero
  }
}
