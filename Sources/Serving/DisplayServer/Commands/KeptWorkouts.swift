import Glibc
import HostSystem

/// Adds workouts to the user's own folder, and never replaces one.
enum KeptWorkouts {
  private static let most = 100

  /// Writes a workout under a free name, and returns the name; one that is there already stays as it is.
  static func keep(_ contents: SentWorkout.Contents, in folder: String) throws(Refusal) -> String {
    if let problem = OwnPath.makeFolder(folder) { throw Refusal(500, "failed", problem) }
    let bytes = Array(contents.text.utf8)
    // The list shows no hidden files.
    let unfinished = "\(folder)/.\(contents.stem).\(String(UInt64.random(in: 0 ... .max), radix: 16)).part"
    guard PrivateFile.replace(unfinished, with: bytes) else {
      throw Refusal(500, "failed", "the workout can't be written: \(Errno.last)")
    }
    defer { unsafe unlink(unfinished) }
    for number in 1...most {
      let name = number == 1 ? contents.stem : "\(contents.stem)-\(number)"
      let path = "\(folder)/\(name).json"
      // A link, unlike a new name, replaces no file.
      if unsafe link(unfinished, path) == 0 { return name }
      guard errno == EEXIST else { throw Refusal(500, "failed", "\(name): \(Errno.last)") }
      if PrivateFile.read(path, atMost: bytes.count) == bytes { return name }
    }
    throw Refusal(409, "refused", "there are \(most) workouts of this name already")
  }
}
