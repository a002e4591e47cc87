import CueAudio
import SessionReporting
import SoundFiles
import WorkoutEngine
import WorkoutModel

/// What a render records as it proceeds: its phases as chapters, and the plan that a picture shows.
final class RenderLog {
  /// One for each phase, as the players' lists have them.
  private(set) var chapters: [SoundChapter] = []
  /// What was done and when, where it is wanted.
  private(set) var plan: Plan?

  /// A log of nothing yet; where it `draws`, it keeps a plan.
  init(_ timeline: Timeline, draws: Bool) { plan = draws ? Plan(of: timeline) : nil }

  /// Records an event of the session.
  func add(_ event: EngineEvent) {
    plan?.add(event)
    guard case .phaseStarted(let phase) = event.kind, chapters.count < SoundChapter.maximum else { return }
    let set = phase.set.map { set in " \(set)\(phase.sets.map { "/\($0)" } ?? "")" } ?? ""
    let name = SafeText.filtered(phase.name) + set
    chapters.append(SoundChapter(start: FrameClock().frame(at: event.at), name: name))
  }
}
