import CueAudio
import SessionReporting
import SoundFiles
import WorkoutEngine
import WorkoutModel

/// What a render tells as it goes: its phases as chapters, and the plan that a picture shows.
final class RenderLog {
  /// One for each phase, as the players' lists have them.
  private(set) var chapters: [SoundChapter] = []
  /// What was done and when, where somebody wants to see it.
  private(set) var plan: Plan?

  /// A log of nothing yet; where it `draws`, it keeps a plan.
  init(_ timeline: Timeline, draws: Bool) { plan = draws ? Plan(of: timeline) : nil }

  /// Notes what the session tells.
  func add(_ event: EngineEvent) {
    plan?.take(event)
    guard case .phaseStarted(let phase) = event.kind, chapters.count < SoundChapter.maximum else { return }
    let set = phase.set.map { set in " \(set)\(phase.sets.map { "/\($0)" } ?? "")" } ?? ""
    let name = SafeText.filtered(phase.name) + set
    chapters.append(SoundChapter(start: FrameClock().frame(at: event.at), name: name))
  }
}
