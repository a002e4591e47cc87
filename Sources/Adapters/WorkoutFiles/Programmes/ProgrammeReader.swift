import StrictJSON
import WorkoutModel

/// Reads programme files.
///
/// ```swift
/// let programme = try ProgrammeReader.document(bytes, named: "couch-to-5k.json").programme
/// for session in programme.sessions { report(session.week, session.day, session.workout) }
/// ```
package enum ProgrammeReader {
  /// Reads a programme from the bytes of a file; `file` is its name in messages.
  ///
  /// Throws all problems of the file at once, except that the first syntax error ends the reading. It doesn't check
  /// whether the workouts exist.
  package static func document(_ bytes: [UInt8], named file: String) throws(WorkoutFileError) -> ProgrammeDocument {
    let (json, list) = try WorkoutReader.opened(bytes, named: file)
    let programme = try list.checked(ProgrammeDecoder.programme(Field(json.root, at: .root, list)), named: file)
    let problems = programme.translations.problems(at: FieldPath.root.key("translations"))
    let document = ProgrammeDocument(programme: programme, file: file, json: json)
    guard problems.isEmpty else {
      throw WorkoutFileError(file: file, problems: problems.map(document.located))
    }
    return document
  }

  /// Whether a file is meant as a programme, not as a workout: by its format, or because it has sessions and no phases.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard let object = try? JSONReader.readFile(bytes).root.object else { return false }
    if let format = object["format"]?.text { return format.hasPrefix("programme") }
    return object["sessions"] != nil && object["phases"] == nil
  }
}

/// A programme and the file it was read from.
package struct ProgrammeDocument: Sendable {
  /// The programme in the file.
  package let programme: Programme
  /// The name of the file for messages.
  package let file: String
  let json: JSONDocument

  /// A problem with the workout of a session; sessions are counted from 1.
  package func problem(ofWorkoutIn session: Int, _ message: String) -> LocatedProblem {
    located(Problem(FieldPath.root.key("sessions").index(session - 1).key("workout"), message))
  }

  /// Translations without effect, each at its place.
  package var ineffective: [LocatedProblem] {
    let path = FieldPath.root.key("translations")
    return programme.translations.ineffective(for: programme.texts, at: path).map(located)
  }

  func located(_ problem: Problem) -> LocatedProblem {
    LocatedProblem(json.location(of: problem.path.steps), problem.path, problem.message)
  }
}
