import CommandSupport
import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// A workout or programme of a folder, as listed by `list`.
struct LibraryItem {
  enum Content {
    case workout(Timeline)
    case programme(Programme)
    /// Neither, with the reason.
    case broken(String)
  }

  let name: String
  let path: String
  let content: Content

  /// Reads a file; `nil` for a workout in a folder of programmes, which belongs to one of them.
  init?(_ entry: WorkoutFolders.Entry) {
    (name, path) = (entry.name, entry.path)
    do {
      let bytes = try InputFile.contents(ofRegularFile: path)
      let isProgramme = ProgrammeReader.recognizes(bytes)
      if entry.isInProgrammes, !isProgramme { return nil }
      content =
        isProgramme
        ? .programme(try ProgrammeSource(bytes, from: path).programme)
        : .workout(try WorkoutSource(bytes, from: path).timeline())
    } catch let error as WorkoutFileError {
      content = .broken(error.problems.first.map { $0.line(in: error.file) } ?? "")
    } catch {
      content = .broken("\(error)")
    }
  }
}

extension LibraryItem {
  /// One object; `total` is nanoseconds, or null for a workout with an open phase; a drawn length also has a `range`.
  var fields: JSONFields {
    var fields: JSONFields = ["name": name, "file": path]
    var problem: String?
    switch content {
    case .workout(let timeline):
      let workout = timeline.workout
      fields.add([
        "title": workout.name, "description": workout.description ?? "", "total": timeline.certainTotal,
        "tags": workout.tags,
      ])
      fields.add("range", ifAny: timeline.totalRange.map { [$0.lowerBound, $0.upperBound] })
    case .programme(let programme): fields.add(["title": programme.name, "sessions": programme.sessions.count])
    case .broken(let reason): problem = reason
    }
    fields.add("problem", problem)
    return fields
  }

  var isProgramme: Bool { if case .programme = content { true } else { false } }

  var cells: [String] {
    switch content {
    case .workout(let timeline):
      let text = PlanLength.text(
        timeline.certainTotal, shown: timeline.certainTotal ?? .zero, range: timeline.totalRange)
      return [name, text, timeline.workout.tags.joined(separator: ", ")].map { SafeText.filtered($0) }
    case .programme(let programme):
      let sessions = Counted.of(programme.sessions.count, "session", "sessions")
      return [name, sessions, programme.name].map { SafeText.filtered($0) }
    case .broken: return [SafeText.filtered(name), "broken", ""]
    }
  }

  var problem: String? { if case .broken(let problem) = content { SafeText.filtered(problem) } else { nil } }
}
