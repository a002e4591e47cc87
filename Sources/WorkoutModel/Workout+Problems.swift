extension Workout {
  /// What is wrong with the structure of this workout, as far as it can be judged without files and without adding
  /// up lengths; in the order of the workout, each with the path that it has in a workout file.
  ///
  /// It holds for workouts built in code as well as for those read from files. A workout without problems can be
  /// written and read back unchanged.
  public var problems: [Problem] { problems(besides: []) }

  /// The problems that remain where nothing is known of the values at some paths, because a file says there what
  /// cannot be understood: neither those values nor what depends on them is judged.
  package func problems(besides unknown: Set<FieldPath>) -> [Problem] {
    var check = WorkoutCheck(self, unknown: unknown)
    check.checkWorkout()
    return check.problems
  }
}
