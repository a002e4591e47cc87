import WorkoutFiles
import WorkoutModel

func read(_ text: String) throws(WorkoutFileError) -> Workout {
  try WorkoutReader.read(Array(text.utf8), named: "w.json")
}

/// What a file is refused with, a line a problem; empty if it is read.
func complaints(_ text: String) -> [String] { complaints(Array(text.utf8)) }

func complaints(_ bytes: [UInt8]) -> [String] {
  do throws(WorkoutFileError) {
    _ = try WorkoutReader.read(bytes, named: "w.json")
    return []
  } catch {
    return error.description.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.dropFirst("w.json:".count))
    }
  }
}
