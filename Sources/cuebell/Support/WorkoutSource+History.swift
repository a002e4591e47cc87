import FoundationEssentials
import Glibc
import SessionHistory
import WorkoutFiles
import WorkoutModel

extension WorkoutSource {
  /// The header of a session of this workout in the history.
  func header(_ timeline: Timeline, file: String, speed: Int, _ programme: ProgrammeSession?) -> SessionHeader {
    SessionHeader(timeline, file: Self.absolute(file), speed: speed, programme: programme) {
      [workout = document.workout] in
      WorkoutWriter.write(workout)
    }
  }

  /// The absolute path, by which the file is found from another folder; `nil` for input that can't be read again:
  /// stdin, by any name, and other streams.
  private static func absolute(_ path: String) -> String? {
    var status = stat()
    let isStream = path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    guard !isStream, unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
