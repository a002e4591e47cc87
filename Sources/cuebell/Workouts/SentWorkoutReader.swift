import CommandSupport
import Glibc
import HostSystem
import LiveRuns
import SessionReporting
import SharedLinks
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// Reads a workout that somebody has sent to the server, in a process of its own: what a stranger has made may take all
/// the time and memory that it gets.
enum SentWorkoutReader {
  /// Reads stdin, and prints one JSON object; returns the exit status.
  static func run(_ form: SentForm) -> Int32 {
    guard let bytes = try? InputFile.bytes(of: "-") else { return 66 }
    let line = report(on: String(decoding: bytes, as: UTF8.self), form).line() + "\n"
    return OutputWriter.write(line, to: STDOUT_FILENO) == nil ? 0 : 73
  }

  private static func report(on text: String, _ form: SentForm) -> JSONFields {
    switch form {
    case .link:
      do throws(WorkoutFileError) {
        let (workout, losses) = try WorkoutLink.workout(in: text)
        // Another person may have made it, so what it says is of interest.
        let page = WorkoutPage(workout, try? Timeline(workout), hasLosses: !losses.isEmpty)
        return fields(of: workout, page.details)
      } catch {
        return problems(error.problems, error.problems.first?.message)
      }
    case .short:
      do throws(ShortFormError) {
        let workout = try ShortForm(text).workout
        var page = WorkoutPage(workout, try? Timeline(workout)).summary
        page.add("text", WorkoutWriter.write(workout))
        return fields(of: workout, page)
      } catch {
        var fields = problems([LocatedProblem(error)], error.description)
        if ShortForm.isMeant(by: text) { fields.add("nearest", error.nearest) }
        return fields
      }
    }
  }

  private static func problems(_ problems: [LocatedProblem], _ message: String?) -> JSONFields {
    ["problems": problems.map(\.fields), "message": message]
  }

  private static func fields(of workout: Workout, _ page: JSONFields) -> JSONFields {
    ["text": WorkoutWriter.write(workout), "stem": stem(of: workout), "page": page]
  }

  private static func stem(of workout: Workout) -> String {
    let words = workout.name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let stem = words.joined(separator: "-").prefix(40)
    return stem.isEmpty ? "workout" : String(stem)
  }
}
