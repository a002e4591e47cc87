import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// A workout or programme of a folder, as listed by `list`.
struct LibraryItem {
  enum Content {
    case workout(title: String, description: String, length: Length, tags: [String])
    case programme(title: String, sessions: Int)
    /// Neither, with the reason.
    case broken(String)
  }

  struct Length {
    /// `nil` for a workout with an open phase.
    let total: Duration?
    /// The total lengths that random lengths allow.
    let range: ClosedRange<Duration>?

    init(_ timeline: Timeline) { (total, range) = (timeline.total, timeline.totalRange) }
  }

  let name: String
  let path: String
  let content: Content

  /// Reads a file; `nil` for a workout in a folder of programmes, which belongs to one of them.
  init?(_ entry: WorkoutFolders.Entry) {
    (name, path) = (entry.name, entry.path)
    do throws(ListingProblem) {
      let bytes = try Self.bytes(of: path)
      let isProgramme = ProgrammeReader.recognizes(bytes)
      if entry.isInProgrammes, !isProgramme { return nil }
      content = try isProgramme ? Self.programme(bytes, path) : Self.workout(bytes, path)
    } catch {
      content = .broken(error.message)
    }
  }

  /// The reason why a file can't be listed.
  private struct ListingProblem: Error {
    let message: String

    init(_ message: String) { self.message = message }

    init(_ error: WorkoutFileError) { message = error.problems.first.map { $0.line(in: error.file) } ?? "" }
  }

  private static func bytes(of path: String) throws(ListingProblem) -> [UInt8] {
    do throws(UnreadableFile) { return try InputFile.contents(ofRegularFile: path) } catch {
      throw ListingProblem(error.description)
    }
  }

  private static func workout(_ bytes: [UInt8], _ path: String) throws(ListingProblem) -> Content {
    do throws(WorkoutFileError) {
      let source = try WorkoutSource(bytes, from: path)
      let timeline = try source.timeline()
      let workout = source.workout
      return .workout(
        title: workout.name, description: workout.description ?? "", length: Length(timeline), tags: workout.tags)
    } catch {
      throw ListingProblem(error)
    }
  }

  private static func programme(_ bytes: [UInt8], _ path: String) throws(ListingProblem) -> Content {
    do throws(WorkoutFileError) {
      let programme = try ProgrammeSource(bytes, from: path).programme
      return .programme(title: programme.name, sessions: programme.sessions.count)
    } catch {
      throw ListingProblem(error)
    }
  }
}

extension LibraryItem {
  /// One object; `total` is nanoseconds, or null for a workout with an open phase; a drawn length also has a `range`.
  var fields: JSONFields {
    var fields: JSONFields = ["name": name, "file": path]
    var problem: String?
    switch content {
    case .workout(let title, let description, let length, let tags):
      fields.add(["title": title, "description": description, "total": length.total, "tags": tags])
      fields.add("range", ifAny: length.range.map { [$0.lowerBound, $0.upperBound] })
    case .programme(let title, let sessions): fields.add(["title": title, "sessions": sessions])
    case .broken(let reason): problem = reason
    }
    fields.add("problem", problem)
    return fields
  }

  var isProgramme: Bool { if case .programme = content { true } else { false } }

  var cells: [String] {
    switch content {
    case .workout(_, _, let length, let tags):
      let text = PlanLength.text(length.total, shown: length.total ?? .zero, range: length.range)
      return [name, text, tags.joined(separator: ", ")].map { SafeText.filtered($0) }
    case .programme(let title, let sessions):
      return [name, Counted.of(sessions, "session", "sessions"), title].map { SafeText.filtered($0) }
    case .broken: return [SafeText.filtered(name), "broken", ""]
    }
  }

  var problem: String? { if case .broken(let problem) = content { SafeText.filtered(problem) } else { nil } }
}
