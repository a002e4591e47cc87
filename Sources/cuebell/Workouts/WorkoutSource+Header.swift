import CommandSupport
import HostSystem
import SessionHistory
import SessionReporting
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

extension WorkoutSource {
  func header(
    _ timeline: Timeline, file: String, speed: Int, policies: Policies, _ programme: ProgrammeSession?
  ) -> SessionHeader {
    SessionHeader(timeline, file: Self.absolute(file), speed: speed, policies: policies, programme: programme) {
      [workout = document.workout] in
      WorkoutWriter.write(workout)
    }
  }

  /// The absolute path, by which the file is found from another folder; `nil` for input that can't be read again:
  /// stdin, by any name, and other streams.
  private static func absolute(_ path: String) -> String? {
    let isStream = path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    guard !isStream, (try? unsafe Stat(path))?.type == .regular else { return nil }
    return FullPath.absolute(path)
  }
}
