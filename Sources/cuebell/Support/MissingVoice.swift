import AudioMixing
import CueAudio
import SessionReporting
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// That a workout has words and this machine can't say any of them, and why.
struct MissingVoice {
  let error: SpeechError
  /// What is wrong and what to look at, with the place of the field that asks for the voice; that of the file where no
  /// voice would do.
  let problem: LocatedProblem
  private let file: String

  /// Tries the voice of `source`, which speaks as `phrases`; `nil` where it speaks, or has nothing to say.
  init?(_ source: WorkoutSource, _ phrases: SpeechCache) {
    guard source.workout.speaks, let error = phrases.voiceFailure() else { return nil }
    self.init(source.document, error)
  }

  /// What `error` means to the workout in a document.
  init(_ document: WorkoutDocument, _ error: SpeechError) {
    self.error = error
    file = document.file
    let voice = FieldPath.root.key("voice")
    let path: FieldPath =
      switch error {
      case .noVoice: voice.key("language")
      case .noVariant: voice.key("variant")
      case .unavailable, .crashed, .timedOut, .nothingToSay: .root
      }
    let message = error.explanation + (error.remedy.map { " (see: \($0))" } ?? "")
    problem = LocatedProblem(document.location(of: path), path, message)
  }

  /// One line for people, with what comes of it: `file:line:column: voice.language: what is wrong; what comes of it`.
  func line(_ consequence: String? = nil) -> String {
    let message = problem.message + (consequence.map { "; \($0)" } ?? "")
    return LocatedProblem(problem.location, problem.path, message).line(in: file)
  }

  /// One line for people, marked as a warning.
  var warning: String { problem.warning(in: file) }
}

extension LocatedProblem {
  /// One line for people, marked as a warning.
  func warning(in file: String) -> String {
    let path = path == .root ? "" : "\(path): "
    return LocatedProblem(location, .root, "warning: \(path)\(message)", file: self.file).line(in: file)
  }
}
