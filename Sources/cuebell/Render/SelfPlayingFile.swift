import AudioMixing
import CommandSupport
import PageFiles
import SessionControl
import SessionReporting
import SoundFiles
import StrictJSON
import WorkoutEngine
import WorkoutModel

/// A file that plays a workout in a browser: the wall with the rendered sound.
struct SelfPlayingFile {
  let prepared: PreparedWorkout
  /// When open phases without a cap end.
  let doneAfter: Duration
  let format: SoundFileFormat
  let report: (String) -> Void

  func write(to path: String, progress: RenderProgress?) throws {
    progress?.begin(prepared.timeline, doneAfter: doneAfter)
    let file = try OutputFile(path)
    let (plan, sound) = try render(progress)
    let workout = prepared.timeline.workout
    let words = ScreenWords(tag: workout.voice.language).fields
    let page = SelfPlayingPage(title: workout.spokenName, plan: plan.fields, words: words, type: type)
    try file.write(page.head)
    for start in stride(from: 0, to: sound.count, by: Self.piece) {
      try file.write(SelfPlayingPage.text(of: sound[start..<min(start + Self.piece, sound.count)]))
    }
    try file.write(page.tail)
    try file.commit()
  }

  /// The bytes that are written at a time, a multiple of three.
  private static let piece = 3 << 16

  private var type: String { format == .mp3 ? "audio/mpeg" : "audio/ogg; codecs=opus" }

  private func render(_ progress: RenderProgress?) throws -> (plan: PlayedPlan, sound: [UInt8]) {
    var sink = try RenderSink(inMemory: format, progress: progress)
    let plan = PlayedPlan(prepared.timeline)
    try OfflineMix(doneAfter: doneAfter).render(prepared, into: &sink, report, observe: plan.add)
    return (plan, try Exit.ifUnwritable { () throws(SinkError) in try sink.encoded() })
  }
}

/// The phases of a rendered workout, as the pages get them from a run.
private final class PlayedPlan {
  private struct Phase {
    let intensity: Intensity
    let start: Duration
    let values: JSONFields
  }

  private var session: ObservedSession
  private var phases: [Phase] = []
  private var end = Duration.zero

  init(_ timeline: Timeline) { session = ObservedSession(timeline) }

  func add(_ event: EngineEvent) {
    session.observe(SessionEvent(event))
    switch event.kind {
    case .phaseStarted(let phase):
      let values = session.values(of: [.phase, .groups], at: event.at)
      phases.append(Phase(intensity: phase.intensity, start: event.at, values: values))
    case .finished: end = event.at
    default: break
    }
  }

  /// The times of a sound are those of the file.
  private var spans: [Range<Duration>] {
    phases.indices.map { index in
      let start = phases[index].start
      return start..<max(start, index + 1 < phases.count ? phases[index + 1].start : end)
    }
  }

  var fields: JSONFields {
    let (timeline, workout) = (session.timeline, session.timeline.workout)
    // The blocks don't tell how long a surprise is.
    let strip =
      timeline.hasSurprises
      ? PlanStrip(timeline.withoutSurprises) : PlanStrip(zip(phases, spans).map { PlanStrip.Block($0.intensity, $1) })
    let list = zip(phases, spans).map { phase, span -> JSONFields in
      var fields: JSONFields = ["start": span.lowerBound, "end": span.upperBound]
      fields.add(phase.values)
      return fields
    }
    return [
      "name": workout.spokenName, "description": workout.spokenDescription,
      "total": max(end, spans.last?.upperBound ?? .zero),
      "shownTotal": timeline.shownTotal, "phases": list,
      "strip": "data:image/svg+xml;base64," + SelfPlayingPage.text(of: strip.svg.utf8),
    ]
  }
}
