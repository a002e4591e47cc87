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
      let shown = [workout.name, workout.description ?? ""] + workout.tags
      fields.add("translations", ifAny: workout.translations.of(shown).json)
    case .programme(let programme):
      fields.add(["title": programme.name, "sessions": programme.sessions.count])
      fields.add("translations", ifAny: programme.translations.of([programme.name]).json)
    case .broken(let reason): problem = reason
    }
    fields.add("problem", problem)
    return fields
  }

  var isProgramme: Bool { if case .programme = content { true } else { false } }

  /// The cells for a reader of a language.
  func cells(_ language: Language?) -> [String] {
    func read(_ text: String, _ translations: Translations) -> String {
      language.flatMap { translations.texts(in: $0.rawValue)[text] } ?? text
    }
    switch content {
    case .workout(let timeline):
      let text = PlanLength.text(
        timeline.certainTotal, shown: timeline.certainTotal ?? .zero, range: timeline.totalRange)
      let tags = timeline.workout.tags.map { read($0, timeline.workout.translations) }
      return [name, text, tags.joined(separator: ", ")].map { SafeText.filtered($0) }
    case .programme(let programme):
      let sessions = Counted.of(programme.sessions.count, "session", "sessions")
      return [name, sessions, read(programme.name, programme.translations)].map { SafeText.filtered($0) }
    case .broken: return [SafeText.filtered(name), "broken", ""]
    }
  }

  var problem: String? { if case .broken(let problem) = content { SafeText.filtered(problem) } else { nil } }
}
