import ArgumentParser
import CueAudio
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// `check`: is a file a workout?
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check workout files.",
    discussion: """
      Examples:
        cuebell check Workouts/*.json
        cuebell check --json mine.json

      Every problem is told at once, as file:line:column: path: what is wrong, what is allowed.
      """)

  @Argument(help: "Workout files; - for stdin.", completion: .file(extensions: ["json"]))
  var files: [String]

  @Flag(help: "Print one JSON object for each file.")
  var json = false

  func run() throws {
    var first: ExitCode?
    for file in files {
      let verdict: Verdict
      do { verdict = try Verdict(file) } catch let code as ExitCode {
        // A file that isn't there keeps nobody from looking at the others.
        first = first ?? code
        continue
      }
      try Streams.out(json ? verdict.json : verdict.text)
      if !verdict.problems.isEmpty { first = first ?? Exit.badInput }
    }
    if let first { throw first }
  }
}

/// What is to be said about one file.
private struct Verdict {
  let file: String
  var problems: [LocatedProblem] = []
  var text: String
  private var notes: [String] = []
  private var total: Duration?

  init(_ file: String) throws {
    self.file = file
    let bytes = try WorkoutSource.bytes(of: file)
    let name = file == "-" ? "stdin" : file
    do throws(WorkoutFileError) {
      let source = WorkoutSource(
        document: try WorkoutReader.document(bytes, named: name), folder: WorkoutSource.folder(of: file))
      let (problems, timeline) = source.judge()
      if !problems.isEmpty { throw source.document.error(problems) }
      total = timeline?.total
      let phases = timeline?.phases.count ?? 0
      notes = source.workout.untranslatedLanguage.map { [LanguageNote.text($0)] } ?? []
      let verdict = "ok, \(total.map { ClockText.short($0) } ?? "open"), \(phases) phases"
      text = (["\(SafeText.filtered(name)): \(verdict)"] + notes.map { "  \($0)" }).joined(separator: "\n")
    } catch {
      problems = error.problems
      text = error.description
    }
  }

  var json: String {
    var json = JSONText()
    json.add("file", file)
    json.add("ok", problems.isEmpty)
    json.add("total", total)
    let list = problems.map { problem in
      var json = JSONText()
      json.add("line", problem.location.line)
      json.add("column", problem.location.column)
      json.add("path", "\(problem.path)")
      json.add("message", problem.message)
      return json.object
    }
    json.add("problems", raw: "[" + list.joined(separator: ", ") + "]")
    json.add("notes", raw: "[" + notes.map(JSONText.quoted).joined(separator: ", ") + "]")
    return json.object
  }
}
