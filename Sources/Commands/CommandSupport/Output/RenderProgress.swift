import CueAudio
package import SessionReporting
import Synchronization
import WorkoutEngine
package import WorkoutModel

/// The frames that a render has written, or of a recording that have been read, of how many.
package final class RenderProgress: Sendable {
  private let verb: String
  private let done = Atomic<Int>(0)
  /// 0 while the length is unknown.
  private let whole = Atomic<Int>(0)

  /// Progress in frames of the bus, with its past participle.
  package init(_ verb: String = "Rendered") { self.verb = verb }

  /// Renders, and shows how far that has come, unless the command is quiet or has no terminal.
  package static func show(unless isQuiet: Bool = false, _ render: (RenderProgress?) throws -> Void) throws {
    let progress = RenderProgress()
    let line = isQuiet ? nil : ProgressLine { progress.text }
    defer { line?.finish() }
    try Exit.unlessExhausted("The workout can't be rendered") { try render(line == nil ? nil : progress) }
  }

  /// Begins to count, towards the length of a workout whose open phases end after `doneAfter`.
  package func begin(_ timeline: Timeline, doneAfter: Duration) { begin(Self.length(of: timeline, doneAfter)) }

  /// The length of a workout whose open phases end after `doneAfter`.
  package static func length(of timeline: Timeline, _ doneAfter: Duration) -> Duration {
    if let total = timeline.total { return total }
    var rehearsal = Rehearsal(timeline, doneAfter: doneAfter)
    rehearsal.run { _ in }
    return rehearsal.engine.state.elapsed
  }

  package func begin(_ length: Duration) { whole.store(FrameClock.frames(in: length), ordering: .relaxed) }

  package func add(_ frames: Int) { done.add(frames, ordering: .relaxed) }

  package var text: ProgressText {
    let (done, whole) = (done.load(ordering: .relaxed), whole.load(ordering: .relaxed))
    guard whole > 0 else { return ProgressText("Preparing") }
    let parts = [min(done, whole), whole].map { ClockText.short(FrameClock.duration(of: $0)) }
    return ProgressText("\(verb) \(parts[0]) of \(parts[1])", part: Double(done) / Double(whole))
  }
}
