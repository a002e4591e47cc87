package import WorkoutModel

extension Timeline {
  /// A short text that is equal for equal workouts and, for all practical purposes, different for others.
  ///
  /// 64-bit FNV-1a over the contents of the workout's file, as `WorkoutWriter` writes it, in hexadecimal digits. It is
  /// the same on every machine, in every build and in every version that writes the workout alike.
  package var digest: String { SeededRandom.digest(of: WorkoutWriter.write(workout)) }
}
