import SessionControl
import SessionReporting
import StrictJSON
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// A session that a page plays: the engine, what observers see of it, and its log.
final class PageSession {
  private var engine: Engine
  private var observed: ObservedSession
  private var log: SessionLog
  private var encoder = EventEncoder { _ in nil }
  /// The volume that mute returns to.
  private var volume = (level: 0.0, isMuted: false)

  /// The session that a call opens: new, or with a `log` that of an earlier page, paused where it was.
  convenience init(_ call: PageCall) throws(CallError) {
    let workout = try PageWorkout(call).workout
    let seed = try call["seed"].map { value throws(CallError) in try Self.seed(value) } ?? Timeline.standardSeed
    guard let timeline = try? Timeline(workout, trackLengths: call.lengths("tracks"), seed: seed) else {
      throw CallError("the workout has no plan")
    }
    var durations = PhraseDurations()
    try durations.learn(from: call)
    if let text = call["log"]?.text {
      try self.init(restoring: text, timeline, durations, clock: call["at"]?.duration ?? .zero)
      return
    }
    // Nothing measures in a page, and the time that a locked phone sleeps counts.
    let standard = Policies(whenSuspended: .continue, expectsSensors: false)
    let policies = try call["policies"].map { value throws(CallError) in try Self.policies(value) } ?? standard
    self.init(Engine(timeline, durations: durations, policies: policies), SessionLog(seed: seed, policies))
  }

  /// The session of a log, paused at its last instant, on a clock that is at `clock`.
  private convenience init(
    restoring text: String, _ timeline: Timeline, _ durations: PhraseDurations, clock: Duration
  ) throws(CallError) {
    guard let told = SessionLog.told(by: text) else { throw CallError("log: can't be read") }
    let restored: Engine?
    do throws(ReplayError) {
      restored = try Engine(replaying: told.log, timeline, to: told.end, durations: durations).paused(clock: clock)
    } catch {
      throw CallError(error.explanation)
    }
    guard let restored else { throw CallError(ReplayError.completed.explanation) }
    var log = told.log
    log.begin(SessionLog.Run(.continued(after: told.end, clock: clock), restored.policies), restored.state.facts)
    self.init(restored, log)
  }

  private init(_ engine: Engine, _ log: SessionLog) {
    (self.engine, self.log) = (engine, log)
    observed = ObservedSession(engine)
    volume = (engine.state.volume, false)
  }

  private static func seed(_ value: JSONValue) throws(CallError) -> UInt64 {
    guard let seed = value.text.flatMap({ UInt64($0) }) else { throw CallError("seed: must be a number in quotes") }
    return seed
  }

  private static func policies(_ value: JSONValue) throws(CallError) -> Policies {
    guard let policies = Policies(value.json.line()) else { throw CallError("policies: can't be read") }
    return policies
  }

  /// What a page learns first: the values of all properties, as a server's `state` has them.
  var greeting: JSONFields {
    let workout = engine.timeline.workout
    return [
      "workout": workout.name.json, "language": workout.voice.language.json,
      "seed": "\(engine.timeline.seed)".json, "total": engine.timeline.shownTotal.json,
      "values": observed.values(of: .watchable, at: engine.now).json, "deadline": engine.nextDeadline.json,
    ]
  }

  /// The answer to a call of this session.
  func answer(_ call: PageCall, named name: String) throws(CallError) -> JSONFields {
    switch name {
    case "send": return try send(call)
    case "learn": return try learn(call)
    case "place":
      let now = try call.time("at")
      var shown = observed
      shown.advance(to: now)
      return ["t": now.json, "values": shown.values(of: .watchable, at: now).json]
    case "forecast": return ["effects": forecast(until: try call.time("until")).json]
    case "phrases": return ["phrases": engine.timeline.phrases().map { $0.fields }.json]
    case "log": return ["log": log.text(at: engine.now).json]
    default: throw CallError("call: there is no \(Excerpt.quoted(name))")
    }
  }

  // MARK: Sending

  /// An `action` with its `argument`, as logs write them, or the `request` of a client, as the control socket takes it.
  private func send(_ call: PageCall) throws(CallError) -> JSONFields {
    let now = try call.time("at")
    let soundsFrom = call["soundsFrom"]?.duration
    guard let request = call["request"] else {
      return react(to: try action(call), by: nil, at: now, soundsFrom: soundsFrom).fields
    }
    let read: ControlRequest?
    do throws(ControlRequest.Failure) {
      read = try ControlRequest.read(Array(request.json.line(.compact).utf8))
    } catch {
      return ["reply": JSONOutput.raw(ControlReply.line(error.error, to: error.id))]
    }
    guard let read, case .perform(let command) = read.kind else { throw CallError("request: must be a command") }
    let origin = ActionOrigin.from(.key, name: read.clientName, client: read.client, seeing: read.seenPhase)
    let before = volume
    let action = action(of: command)
    var (fields, event) = react(to: action, by: origin, at: now, soundsFrom: soundsFrom)
    let changes = if case .setVolume = action { volume != before } else { true }
    fields.add("reply", .raw(ControlReply.line(ControlAnswer(to: event, changes: changes), to: read.id)))
    return fields
  }

  private func action(_ call: PageCall) throws(CallError) -> Action {
    let (name, argument) = (try call.text("action"), call["argument"]?.text)
    switch name {
    case "speechFailed":
      guard let phrase = call["phrase"].flatMap(Phrase.init) else { throw CallError("phrase: needs a text") }
      return .speechFailed(phrase, reason: try call.text("reason"))
    case "measure":
      guard let signal = Signal(rawValue: try call.text("signal")) else { throw CallError("signal: there is none") }
      return .measure(signal, try call.number("value"), from: call["source"]?.text)
    default: break
    }
    guard let action = Action(name: name, argument: argument) else {
      throw CallError("action: there is no \(Excerpt.quoted(name)) with this argument")
    }
    return action
  }

  private func action(of command: ControlCommand) -> Action {
    switch command {
    case .setVolume(let level): volume = (level, false)
    case .changeVolume(let step): volume = (Limits.volume(nearest: volume.level + step), false)
    case .mute(let isMuted): volume.isMuted = isMuted ?? !volume.isMuted
    default: break
    }
    return command.action(volume: volume.isMuted ? Limits.volume.lowerBound : volume.level)
  }

  /// The reaction as fields, and the event of the action.
  private func react(
    to action: Action, by origin: ActionOrigin?, at now: Duration, soundsFrom: Duration?
  ) -> (fields: JSONFields, event: EngineEvent?) {
    let before = observed
    let reaction = engine.send(action, by: origin, at: now, soundsFrom: soundsFrom)
    log.record(reaction.events, engine.state.facts)
    for event in reaction.events { observed.observe(SessionEvent(event)) }
    let changes = observed.values(of: observed.changes(since: before), at: engine.now)
    let lines = reaction.events.map { JSONOutput.raw(encoder.line(SessionEvent($0))) }
    let fields: JSONFields = [
      "t": engine.now.json, "effects": reaction.effects.map { $0.fields }.json, "events": JSONOutput.list(lines),
      "change": changes.json, "deadline": engine.nextDeadline.json, "isOver": engine.playback.isOver.json,
      "isWorthStoring": reaction.isWorthStoring.json,
    ]
    let answer = reaction.events.first { if case .actionTaken = $0.kind { true } else { false } }
    return (fields, answer)
  }

  // MARK: Sounds

  /// The lengths of `phrases` and `sounds`, by which words end where they must.
  private func learn(_ call: PageCall) throws(CallError) -> JSONFields {
    var news = PhraseDurations()
    try news.learn(from: call)
    engine.updateDurations { durations in
      for (phrase, length) in news.phrases { durations.record(phrase, length: length) }
      for (phrase, reason) in news.failures { durations.record(phrase, failure: reason) }
      for (name, length) in news.sounds { durations.sounds[name] = length }
    }
    return ["deadline": engine.nextDeadline.json]
  }

  /// The effects up to an instant if nobody does anything: a copy of the session plays until then.
  private func forecast(until end: Duration) -> [JSONFields] {
    var (copy, effects) = (engine, [JSONFields]())
    while let next = copy.nextDeadline, next <= end, !copy.playback.isOver {
      effects += copy.send(.tick, at: next).effects.map { $0.fields }
    }
    return effects
  }
}

extension PhraseDurations {
  /// Records the lengths of `phrases` and `sounds` in a call, or why a phrase can't be spoken.
  fileprivate mutating func learn(from call: PageCall) throws(CallError) {
    for value in call["phrases"]?.list ?? [] {
      guard let phrase = Phrase(value) else { throw CallError("phrases: each needs a text") }
      if let length = value["length"]?.duration { record(phrase, length: length) }
      if let failure = value["failure"]?.text { record(phrase, failure: failure) }
    }
    for (name, length) in call.lengths("sounds") { sounds[name] = length }
  }
}
