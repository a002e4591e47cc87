import ArgumentParser
import AudioMixing
import CueAudio
import EspeakSpeech
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
    let voices = VoiceTrials()
    for file in files {
      let verdict: FileVerdict
      do { verdict = try FileVerdict(file, voices) } catch let code as ExitCode {
        // A missing file doesn't keep the others from being checked.
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
private struct FileVerdict {
  let file: String
  var problems: [LocatedProblem] = []
  var text: String
  private var notes: [String] = []
  private var missing: MissingVoice?
  private var total: Duration?

  init(_ file: String, _ voices: VoiceTrials) throws {
    self.file = file
    let bytes = try WorkoutSource.bytes(of: file)
    let name = file == "-" ? "stdin" : file
    do throws(WorkoutFileError) {
      let folder = WorkoutSource.folder(of: file)
      let document = try WorkoutReader.document(bytes, named: name, parts: WorkoutSource.parts(beneath: folder))
      let source = WorkoutSource(document: document, folder: folder)
      let (problems, timeline) = source.judge()
      if !problems.isEmpty { throw source.document.error(problems) }
      total = timeline?.total
      let phases = timeline?.phaseCount ?? 0
      missing = voices.missing(for: source)
      // Words that aren't spoken needn't be translated.
      notes = missing == nil ? source.workout.untranslatedLanguage.map { [LanguageNote.text($0)] } ?? [] : []
      let length = total.map { ClockText.short($0) } ?? "open"
      let verdict = "\(SafeText.filtered(name)): ok, \(length), \(phases) phase\(phases == 1 ? "" : "s")"
      text = ([verdict] + (missing.map { [$0.warning] } ?? []) + notes.map { "  \($0)" }).joined(separator: "\n")
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
    json.add("problems", raw: "[" + problems.map(Self.object).joined(separator: ", ") + "]")
    let warnings = missing.map { [$0.problem] } ?? []
    json.add("warnings", raw: "[" + warnings.map(Self.object).joined(separator: ", ") + "]")
    json.add("notes", raw: "[" + notes.map(SafeText.jsonString).joined(separator: ", ") + "]")
    return json.object
  }

  private static func object(_ problem: LocatedProblem) -> String {
    var json = JSONText()
    if let file = problem.file { json.add("file", file) }
    json.add("line", problem.location.line)
    json.add("column", problem.location.column)
    json.add("path", "\(problem.path)")
    json.add("message", problem.message)
    return json.object
  }
}

/// Tries each voice once, whatever number of files ask for it.
private final class VoiceTrials {
  private let speech = PreparedWorkout.speech()
  private var failures: [Voice: SpeechError?] = [:]

  deinit { speech.close() }

  /// Why the words of a workout can't be said here.
  func missing(for source: WorkoutSource) -> MissingVoice? {
    let voice = source.workout.voice
    guard source.workout.speaks else { return nil }
    let failure = failures[voice] ?? SpeechCache(speech, voice: voice).voiceFailure()
    failures[voice] = .some(failure)
    return failure.map { MissingVoice(source.document, $0) }
  }
}
