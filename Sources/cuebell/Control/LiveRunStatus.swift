import SessionReporting
import StrictJSON
import WorkoutEngine
import WorkoutModel

/// The status of a run, with the values that change over time.
struct LiveRunStatus {
  let greeting: JSONObject
  let values: JSONValue

  /// The text of a placeholder at an instant of session time; empty if it has no value.
  func text(_ placeholder: StatusFormat.Placeholder, at now: Duration) -> String {
    switch placeholder {
    case .name, .workout: greeting[placeholder.rawValue]?.text ?? ""
    case .playback: playback
    case .reason: values["reason"]?.text ?? ""
    case .phase: values["phase"]?["name"]?.text ?? ""
    case .intensity: values["phase"]?["intensity"]?.text ?? ""
    case .set, .sets, .reps: values["phase"]?[placeholder.rawValue]?.integer.map(String.init) ?? ""
    case .phaseLength: length(of: "phase")
    case .next: values["next"]?["name"]?.text ?? ""
    case .nextLength: length(of: "next")
    case .elapsed, .position, .remaining, .phaseElapsed, .phaseRemaining:
      clock(placeholder, at: now).map { ClockText.short(placeholder.isCountdown ? $0.secondsUp : $0) } ?? isOpenText
    case .groups: groups.joined(separator: ", ")
    case .limit: clock(placeholder, at: now).map { ClockText.short($0.secondsUp) } ?? ""
    case .volume: values["volume"]?.number.map { DecibelText.signed($0) } ?? ""
    case .muted: values["muted"]?.bool == true ? "muted" : ""
    case .heartRate: heartRate?.text ?? ""
    case .zone: heartRate?.zone.map(String.init) ?? ""
    case .lastCue: values["lastCue"]?["say"]?.text ?? values["lastCue"]?["sound"]?.text ?? ""
    }
  }

  /// The heart rate; `nil` if it is neither measured nor expected.
  var heartRate: ObservedSignal? {
    guard let json = values["heartRate"] else { return nil }
    return ObservedSignal(
      value: json["value"]?.integer, zone: json["zone"]?.integer,
      since: .nanoseconds(json["since"]?.integer ?? 0))
  }

  var playback: String {
    Words.playback(values["playback"]?.text ?? "", isPausing: values["reason"]?.text != nil)
  }

  /// The session time until one of these texts changes; `nil` if time changes none.
  func delay(_ placeholders: [StatusFormat.Placeholder], at now: Duration) -> Duration? {
    guard isRunning else { return nil }
    let second: Int64 = 1_000_000_000
    return placeholders.compactMap { placeholder -> Duration? in
      guard let clock = clock(placeholder, at: now) else { return nil }
      let rest = ((clock.inNanoseconds % second) + second) % second
      return .nanoseconds(placeholder.isCountdown ? (rest == 0 ? second : rest) : second - rest)
    }.min()
  }

  private var isRunning: Bool { (values["place"]?["rate"]?.integer ?? 0) > 0 }

  private var isOpenText: String { values["phase"]?["name"] == nil ? "" : "open" }

  private func length(of property: String) -> String {
    guard let phase = values[property], phase["name"] != nil else { return "" }
    // As what is left of it: rounded up.
    if let length = phase["length"]?.integer { return ClockText.short(Duration.nanoseconds(length).secondsUp) }
    return isOpen(property) ? "open" : ""
  }

  /// Whether the user ends a phase and hasn't said yet when.
  func isOpen(_ property: String = "phase") -> Bool {
    values[property]?["open"]?.bool == true && values[property]?["done"]?.bool != true
  }

  func until(_ property: String) -> ObservedUntil? {
    guard let until = values[property]?["until"], let signal = until["signal"]?.text.flatMap(Signal.init),
      let comparison = until["comparison"]?.text?.first.flatMap(Until.Comparison.init), let text = until["text"]?.text
    else { return nil }
    return ObservedUntil(signal, comparison, value: until["value"]?.integer, comparisonText: SafeText.filtered(text))
  }

  /// Whether nobody is to know when the phase ends.
  var isSurprise: Bool { values["phase"]?["surprise"]?.bool == true }

  /// Whether a limit around the phase, if there is one, ends at another instant than the phase.
  func hasOwnTime(at now: Duration) -> Bool {
    isOpen() || clock(.limit, at: now) != clock(.phaseRemaining, at: now)
  }

  /// The repetitions of a phase in words; in the current one with a tempo the repetition at an instant.
  func reps(of property: String, at now: Duration? = nil) -> String? {
    guard let phase = values[property], let reps = phase["reps"]?.integer else { return nil }
    let passed = now.flatMap { clock(.phaseElapsed, at: $0) }.map { Int($0.inNanoseconds) }
    let repetition = phase["repLength"]?.integer.flatMap { length in passed.map { min(reps, $0 / max(1, length) + 1) } }
    return PlaceText.reps(reps, repetition)
  }

  /// The sets of the groups around the phase in words.
  var groups: [String] {
    PlaceText.groups(groupValues.map { ($0["name"]?.text, $0["set"]?.integer ?? 0, $0["sets"]?.integer) })
  }

  private var groupValues: [JSONValue] { values["groups"]?.list ?? [] }

  /// A time of the session; `nil` if it has none.
  private func clock(_ placeholder: StatusFormat.Placeholder, at now: Duration) -> Duration? {
    guard let place = values["place"], let read = place["t"]?.integer.map(Duration.nanoseconds) else { return nil }
    let now = isRunning ? max(now, read) : read
    func value(_ key: String) -> Duration? { place[key]?.integer.map(Duration.nanoseconds) }
    return switch placeholder {
    case .elapsed, .position: value(placeholder.rawValue).map { $0 + (now - read) }
    case .remaining: value("remaining").map { $0 - (now - read) }
    case .phaseElapsed: value("phaseStart").map { now - $0 }
    case .phaseRemaining: value("phaseEnd").map { $0 - now }
    case .limit:
      groupValues.reversed().lazy.compactMap { $0["left"]?.integer }.first.map { .nanoseconds($0) - (now - read) }
    default: nil
    }
  }
}

extension StatusFormat.Placeholder {
  /// Whether it counts down to the end of something.
  fileprivate var isCountdown: Bool { self == .remaining || self == .phaseRemaining || self == .limit }
}
