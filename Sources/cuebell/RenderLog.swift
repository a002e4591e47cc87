import CueAudio
import SessionReporting
import SoundFiles
import WorkoutEngine
import WorkoutModel

/// What a render tells as it goes: its events as lines, its phases as chapters, and the plan that a picture shows.
final class RenderLog {
  private var lines = EventLines { FrameClock().frame(at: $0) }
  /// The events, one JSON object a line; empty where nobody wants them.
  private(set) var text = ""
  /// One for each phase, as the players' lists have them.
  private(set) var chapters: [SoundChapter] = []
  /// What was done and when, where somebody wants to see it.
  private(set) var plan: Plan?
  private let writesLines: Bool

  /// A log of nothing yet; with `hello` it keeps the events' lines, which begin with that, and where it `draws` a plan.
  init(_ timeline: Timeline, hello: SessionEvent.Kind?, draws: Bool) {
    plan = draws ? Plan(of: timeline) : nil
    writesLines = hello != nil
    if let hello { add(SessionEvent(at: .zero, kind: hello)) }
  }

  /// Notes what the session tells.
  func add(_ event: EngineEvent) {
    if writesLines { add(SessionEvent(event)) }
    plan?.take(event)
    guard case .phaseStarted(let phase) = event.kind, chapters.count < SoundChapter.maximum else { return }
    let set = phase.set.map { set in " \(set)\(phase.sets.map { "/\($0)" } ?? "")" } ?? ""
    let name = SafeText.filtered(phase.name) + set
    chapters.append(SoundChapter(start: FrameClock().frame(at: event.at), name: name))
  }

  private func add(_ event: SessionEvent) { text += lines.line(event) + "\n" }
}
