import DriftSimulation
import SessionReporting
import StrictJSON
import Synchronization
import WebEngine
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// The calls by which a page does what a simulated host has done with its session, and the answers of the engine here.
final class CallScript: Sendable {
  private struct State {
    var engine = PageEngine()
    var calls: [String] = []
    var answers: [String] = []
    var isOver = false
  }

  private let state = Mutex(State())

  var calls: [String] { state.withLock { $0.calls } }
  var answers: [String] { state.withLock { $0.answers } }

  /// Adds a call; the first one opens session 1.
  @discardableResult
  func add(_ fields: JSONFields) -> String {
    state.withLock { state in
      guard !state.isOver else { return "" }
      let call = fields.line(.compact)
      let answer = state.engine.answer(call)
      state.calls.append(call)
      state.answers.append(answer)
      return answer
    }
  }

  /// Adds nothing more: a session that was over when it was killed can't be opened again.
  func end() { state.withLock { $0.isOver = true } }
}

/// A session that writes down what its host does.
struct ScriptedSession: SessionDriver {
  private var engine: Engine
  private let script: CallScript
  /// The number of the session in the page, which another process opens again.
  private var number = 1
  /// The log from which another process has begun.
  private var restored: (log: SessionLog, end: Duration)?
  private var encoder = EventEncoder { _ in nil }

  init(_ engine: Engine, _ script: CallScript) {
    (self.engine, self.script) = (engine, script)
    script.add(opening)
  }

  private var opening: JSONFields {
    let timeline = engine.timeline
    var tracks = JSONFields()
    for (name, length) in timeline.trackLengths.sorted(by: { $0.key < $1.key }) { tracks.add(name, length) }
    var fields: JSONFields = [
      "call": "open", "text": WorkoutWriter.write(timeline.workout), "seed": "\(timeline.seed)", "tracks": tracks,
      "policies": JSONOutput.raw(engine.policies.text),
    ]
    fields.add(Self.fields(of: engine.durations))
    return fields
  }

  private static func fields(
    of durations: PhraseDurations, besides known: PhraseDurations = PhraseDurations()
  ) -> JSONFields {
    let phrases = durations.phrases.filter { known.phrases[$0.key] != $0.value }
    let list = phrases.sorted { $0.key.text < $1.key.text }.map { phrase, length in
      var fields = phrase.fields
      fields.add("length", length)
      return fields
    }
    var sounds = JSONFields()
    for (name, length) in durations.sounds.sorted(by: { $0.key < $1.key }) where known.sounds[name] != length {
      sounds.add(name, length)
    }
    return ["phrases": list, "sounds": sounds]
  }

  mutating func send(_ action: Action, at moment: ObservedTime) -> Engine.Reaction {
    let reaction = engine.send(action, at: moment)
    var fields: JSONFields = [
      "call": "send", "session": number, "at": moment.session, "soundsFrom": moment.soundsFrom, "action": action.name,
    ]
    switch action {
    case .speechFailed(let phrase, let reason): fields.add(["phrase": phrase.fields, "reason": reason])
    case .measure(let signal, let value, let source):
      fields.add(["signal": signal.rawValue, "value": value, "source": source])
    default: fields.add("argument", action.argument)
    }
    script.add(fields)
    return reaction
  }

  mutating func updateDurations(_ change: (inout PhraseDurations) -> Void) {
    let before = engine.durations
    engine.updateDurations(change)
    var fields: JSONFields = ["call": "learn", "session": number]
    fields.add(Self.fields(of: engine.durations, besides: before))
    script.add(fields)
  }

  func replaying(_ log: SessionLog, to end: Duration) throws(ReplayError) -> ScriptedSession {
    var session = self
    session.engine = try engine.replaying(log, to: end)
    session.restored = (log, end)
    return session
  }

  func paused(clock: Duration) -> ScriptedSession? {
    guard let paused = engine.paused(clock: clock), let restored else {
      script.end()
      return nil
    }
    var session = self
    session.engine = paused
    session.number += 1
    session.restored = nil
    var fields = session.opening
    fields.add(["log": restored.log.text(at: restored.end), "at": clock])
    script.add(fields)
    return session
  }

  var state: EngineState { engine.state }
  var reading: SessionReading { engine.reading }
  var bedLevel: Double { engine.bedLevel }
  var progress: SessionProgress { engine.progress }
  var nextDeadline: Duration? { engine.nextDeadline }
  var durations: PhraseDurations { engine.durations }
  var policies: Policies { engine.policies }

  func forecast(until instant: Duration) -> [Effect] { engine.forecast(until: instant) }
}
