import AudioMixing
import CommandSupport
import CueAudio
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// A workout's lack of a voice on this machine, with the reason.
struct MissingVoice {
  let error: SpeechError
  /// The problem and its fix, at the field that chooses the voice; at the file if no voice would work.
  let problem: LocatedProblem
  private let file: String

  /// Tries the voices of `source`, which speak as `phrases`; `nil` if they speak, or there are no words.
  init?(_ source: WorkoutSource, in timeline: Timeline, _ phrases: SpeechCache) {
    guard source.workout.speaks else { return nil }
    for voice in source.workout.voices {
      let isOwn = voice == source.workout.voice
      if isOwn, source.isRecorded(in: timeline) { continue }
      guard let error = phrases.voiceFailure(of: isOwn ? nil : voice) else { continue }
      self.init(source, error, voice)
      return
    }
    return nil
  }

  /// The effect of `error` on a workout, for one of its voices, by default its own.
  init(_ source: WorkoutSource, _ error: SpeechError, _ named: Voice? = nil) {
    let (document, workout) = (source.document, source.workout)
    self.error = error
    file = document.file
    let asking = workout.voiceChanges.first { $0.change.applied(to: workout.voice) == named }
    let isOwn = named == nil || named == workout.voice
    let voice = (isOwn ? nil : asking?.path) ?? FieldPath.root.key("voice")
    let path: FieldPath =
      switch error {
      case .noVoice: voice.key("language")
      case .noVariant: voice.key("variant")
      case .unavailable, .crashed, .timedOut, .nothingToSay: .root
      }
    let message = error.explanation + (error.remedy.map { " (see: \($0))" } ?? "")
    problem = LocatedProblem(document.location(of: path), path, message)
  }

  /// One line for human readers, with the consequence: `file:line:column: voice.language: problem; consequence`.
  func line(_ consequence: String? = nil) -> String {
    let message = problem.message + (consequence.map { "; \($0)" } ?? "")
    return LocatedProblem(problem.location, problem.path, message).line(in: file)
  }

  /// One line for human readers, marked as a warning.
  var warning: String { problem.warning(in: file) }
}

extension LocatedProblem {
  /// One line for human readers, marked as a warning.
  func warning(in file: String) -> String {
    let path = path == .root ? "" : "\(path): "
    return LocatedProblem(location, .root, "warning: \(path)\(message)", file: self.file).line(in: file)
  }
}
