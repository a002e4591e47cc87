import Glibc
import HostSystem
import WorkoutFiles
import WorkoutModel

/// The workout that a word of the command line names: a file or, if there is none, a short form such as `8x20/10`.
package enum NamedWorkout {
  package static func isShortForm(_ word: String) -> Bool {
    guard word != "-", ShortForm.isMeant(by: word) else { return false }
    let type = (try? unsafe Stat(word))?.type
    return type == nil || type == .directory
  }

  /// The bytes of the file at a path, or of the one that a short form stands for.
  ///
  /// A file that can't be read ends the command.
  ///
  /// - Throws: `WorkoutFileError` for a short form with a mistake.
  package static func bytes(of path: String) throws -> [UInt8] {
    guard isShortForm(path) else { return try InputFile.bytes(of: path) }
    do throws(ShortFormError) { return Array(WorkoutWriter.write(try ShortForm(path).workout).utf8) } catch {
      throw WorkoutFileError(file: path, problems: [LocatedProblem(error)])
    }
  }

  package static func fileName(of path: String) -> String {
    isShortForm(path) ? path.replacing(/[\/.]/, with: "-") : path
  }
}
