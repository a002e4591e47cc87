import FoundationEssentials
import SessionHistory
import WorkoutFiles
import WorkoutModel

extension WorkoutSource {
  /// What the history is told of a session of this workout.
  func header(_ timeline: Timeline, file: String, speed: Int) -> SessionHeader {
    SessionHeader(timeline, file: Self.absolute(file), speed: speed) { [workout] in WorkoutWriter.write(workout) }
  }

  /// The path from the root, by which the file is found from another folder, too; `nil` for stdin.
  private static func absolute(_ path: String) -> String? {
    if path == "-" { return nil }
    return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
