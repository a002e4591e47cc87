import SessionReporting
import WorkoutFiles
import WorkoutModel

/// The status of a run, with the values that change over time.
struct RunStatus {
  private let greeting: JSONObject
  private let values: JSONValue

  /// The status from the values of a reply.
  init(_ greeting: JSONObject, _ values: JSONValue) {
    self.greeting = greeting
    self.values = values
  }

  /// The text of a placeholder at an instant of session time; empty if it has no value.
  func text(_ placeholder: StatusFormat.Placeholder, at now: Duration) -> String {
    switch placeholder {
    case .name, .workout: greeting[placeholder.rawValue]?.value.text ?? ""
    case .playback: StatusWords.playback(values["playback"]?.text ?? "", reason: values["reason"]?.text)
    case .reason: values["reason"]?.text ?? ""
    case .phase: values["phase"]?["name"]?.text ?? ""
    case .intensity: values["phase"]?["intensity"]?.text ?? ""
    case .set, .sets, .reps: values["phase"]?[placeholder.rawValue]?.integer.map(String.init) ?? ""
    case .phaseLength: length(of: "phase")
    case .next: values["next"]?["name"]?.text ?? ""
    case .nextLength: length(of: "next")
    case .elapsed, .position, .remaining, .phaseElapsed, .phaseRemaining:
      clock(placeholder, at: now).map { ClockText.short(Self.rounded($0, placeholder)) } ?? isOpenText
    case .volume:
      values["volume"].map { number in if case .number(let number) = number.content { number.text } else { "" } } ?? ""
    case .muted: if case .bool(true)? = values["muted"]?.content { "muted" } else { "" }
    case .lastCue: values["lastCue"]?["say"]?.text ?? values["lastCue"]?["sound"]?.text ?? ""
    }
  }

  /// The session time until one of these texts changes; `nil` if time changes none.
  func delay(_ placeholders: [StatusFormat.Placeholder], at now: Duration) -> Duration? {
    guard isRunning else { return nil }
    let second = 1_000_000_000
    return placeholders.compactMap { placeholder -> Duration? in
      guard let clock = clock(placeholder, at: now) else { return nil }
      let rest = ((clock.inNanoseconds % second) + second) % second
      let isDown = placeholder == .remaining || placeholder == .phaseRemaining
      return .nanoseconds(isDown ? (rest == 0 ? second : rest) : second - rest)
    }.min()
  }

  private var isRunning: Bool { (values["place"]?["rate"]?.integer ?? 0) > 0 }

  private var isOpenText: String { values["phase"]?["name"] == nil ? "" : "open" }

  private func length(of property: String) -> String {
    guard let phase = values[property], phase["name"] != nil else { return "" }
    return phase["length"]?.integer.map { ClockText.short(.nanoseconds($0)) } ?? "open"
  }

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
    default: nil
    }
  }

  /// A countdown is rounded up to seconds; an excess of up to a millisecond is ignored.
  private static func rounded(_ clock: Duration, _ placeholder: StatusFormat.Placeholder) -> Duration {
    let isDown = placeholder == .remaining || placeholder == .phaseRemaining
    return isDown ? clock + .nanoseconds(999_000_000 - 1) : clock
  }
}

/// The names of states for human readers.
enum StatusWords {
  /// The name of a playback state from its name in JSON.
  static func playback(_ name: String, reason: String? = nil) -> String {
    switch name {
    case "idle", "preparingToPlay", "preparingToPause": "preparing"
    case "fadingIn": "playing"
    case "fadingOut": reason == nil ? "ending" : "pausing"
    default: name
    }
  }
}
