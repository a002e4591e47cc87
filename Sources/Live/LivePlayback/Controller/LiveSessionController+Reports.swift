import AudioMixing
package import CueAudio
import SessionReporting
package import WorkoutEngine
import WorkoutModel

extension LiveSessionController {
  /// Writes an event's line if lines are shown, and each reason for unspoken words once.
  mutating func showLine(of event: EngineEvent) {
    var isNews = false
    if let cue = event.kind.cue, unspoken.isNews(cue) {
      isNews = true
      if output.isJSON || terminal.hasScreen { show(UnspokenWords.sentence(cue)) }
    }
    if case .stateChanged(let report) = event.kind, case .failed(let reason) = report.to {
      show("The workout can't be played: \(reason).")
    }
    guard !output.isJSON, !terminal.hasScreen, isNeeded(event, isNews: isNews) else { return }
    if let line = PlainLog.line(event, colored: options.isColored, explains: isNews) { output.line(line) }
  }

  /// Whether to show the line of an event; a quiet session shows only news, refused actions and its end.
  private func isNeeded(_ event: EngineEvent, isNews: Bool) -> Bool {
    guard options.isQuiet else { return true }
    switch event.kind {
    case .finished, .setMismatched: return true
    default: return isNews || event.kind.refusal != nil
    }
  }

  mutating func receive(_ change: AudioChange, at instant: Duration) {
    switch change {
    case .lost(let error):
      let reason = error.explanation
      show(
        wasHeard
          ? "The sound is lost (\(reason)); the workout continues in silence."
          : "No sound yet (\(reason)): keeping time in silence.")
      if case .stalled = error { audio.state = .stalled } else { audio.state = .lost }
      audio.reason = reason
    case .restored:
      let (device, verb) = (sound.outputDevice.name, wasHeard ? "is back" : "has begun")
      show(
        device == sound.outputDevice.requested
          ? "The sound \(verb)." : "The sound \(verb), on the device \"\(device)\".")
      (audio.sink, audio.device, audio.state, audio.reason) = (sound.sink, device, .restored, nil)
      wasHeard = true
    case .ranDry(let times): audio.xruns = times
    }
    observe(SessionEvent(at: instant, kind: .audio(audio)))
  }

  /// Moves the audio session to the track of a phase while that phase runs, and then back to the workout.
  mutating func moveOwnership(to phase: PhaseReport, at instant: Duration) {
    let source: AudioSource = timeline.phase(of: phase.id).track == nil ? .workout : .guidedTrack
    do throws(AudioSessionError) {
      guard try ownership.move(to: source) else { return }
    } catch {
      show(error.sentence)
    }
    writeOwner(at: instant)
  }
}

package struct UnspokenWords {
  /// The maximum number of stored reasons, so that a workout with new words in each set doesn't fill the memory.
  private static let capacity = 1_000

  private let phrases: SpeechCache
  private var known: Set<String>

  /// The reasons for unspoken words of `phrases`; `reason` has already been reported.
  package init(_ phrases: SpeechCache, besides reason: String? = nil) {
    self.phrases = phrases
    known = reason.map { [$0] } ?? []
  }

  /// Whether the reason for this cue's unspoken words hasn't been reported.
  package mutating func isNews(_ cue: CueReport) -> Bool {
    guard cue.outcome == .failed, let cause = cue.cause?.description, known.count < Self.capacity else { return false }
    let concernsAll = cause == phrases.lostVoice?.error.explanation
    return known.insert(concernsAll ? cause : "\(cause)\u{0}\(cue.say ?? "")").inserted
  }

  package static func sentence(_ cue: CueReport) -> String {
    "“\(cue.say ?? "")” is not spoken: \(cue.cause?.description ?? "")."
  }
}
