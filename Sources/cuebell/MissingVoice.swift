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
  init?(_ source: WorkoutSource, _ phrases: PhraseBook) {
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
  var warning: String {
    let path = problem.path == .root ? "" : "\(problem.path): "
    return LocatedProblem(problem.location, "warning: \(path)\(problem.message)").line(in: file)
  }
}

/// Tells why words are not spoken: each reason once for a text, and once at all where no words are spoken for it.
struct UnspokenWords {
  /// A workout that says something new in each set fills no memory; nobody reads so many reasons.
  private static let mostTold = 1_000

  private let phrases: PhraseBook
  private var told: Set<String>

  /// The reasons why words of `phrases` are not spoken, but for what has been told already, if anything has.
  init(_ phrases: PhraseBook, besides missing: MissingVoice? = nil) {
    self.phrases = phrases
    told = missing.map { [$0.error.explanation] } ?? []
  }

  /// Whether the reason why this cue's words aren't spoken hasn't been told.
  mutating func isNews(_ cue: CueReport) -> Bool {
    guard cue.outcome == .failed, let cause = cue.cause, told.count < Self.mostTold else { return false }
    let concernsAll = cause == phrases.lostVoice?.explanation
    return told.insert(concernsAll ? cause : "\(cause)\u{0}\(cue.say ?? "")").inserted
  }

  /// What is said of it.
  static func sentence(_ cue: CueReport) -> String { "“\(cue.say ?? "")” is not spoken: \(cue.cause ?? "")." }
}
