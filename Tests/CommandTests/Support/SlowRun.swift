/// A run that is still there when a test looks at it.
extension TemporaryHome {
  /// A home without a sound device and with a slow workout, `w.json`.
  static func withSlowWorkout() throws -> TemporaryHome {
    let home = try withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    return home
  }

  /// Starts the slow workout, and waits for its first phase.
  func startSlow(_ name: String = "w") throws -> Child {
    let run = try start("run", "--silent", "--json", "--name", name, "w.json")
    try run.waitForPhase()
    return run
  }
}
