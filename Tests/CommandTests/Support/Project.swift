import FoundationEssentials
import WorkoutFiles

/// Where the command under test and the files of the project are.
enum Project {
  /// The built command, which lies beside the test binary.
  static let command: String = {
    let test = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return folder(of: test) + "/cuebell"
  }()

  /// The root of the project, three folders above this file's.
  static let root = (0..<4).reduce(#filePath) { path, _ in folder(of: path) }

  static let workouts = root + "/Workouts"
  static let scenarios = root + "/Scenarios"
  static let goldens = root + "/Tests/CommandTests/Golden"

  /// The shipped workouts by name, without the file extension; those of programmes are in a folder.
  static let workoutNames = (names(in: workouts) + programmeFiles.filter { !isProgramme($0) }).sorted()

  /// The shipped programmes by name.
  static let programmeNames = programmeFiles.filter(isProgramme)

  private static let programmeFiles = names(in: workouts + "/programmes").map { "programmes/" + $0 }

  private static func isProgramme(_ name: String) -> Bool {
    ProgrammeReader.recognizes([UInt8](FileManager.default.contents(atPath: "\(workouts)/\(name).json") ?? Data()))
  }

  /// The JSON files of a folder.
  private static func names(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.sorted()
  }

  private static func folder(of path: String?) -> String {
    guard let path, let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[..<slash])
  }
}
