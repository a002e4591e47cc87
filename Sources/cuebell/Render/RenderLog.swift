import CueAudio
import SessionReporting
import SoundFiles
import WorkoutEngine
import WorkoutModel

/// The record of a render: its phases as chapters, and the plan for a picture.
final class RenderLog {
  /// The chapters, one for each phase.
  private(set) var chapters: [SoundChapter] = []
  /// The plan, if a picture is requested.
  private(set) var plan: Plan?

  /// An empty log; with `draws` it includes a plan.
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
