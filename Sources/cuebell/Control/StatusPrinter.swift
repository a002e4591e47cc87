import ArgumentParser
import ControlSocket
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// Prints the status of a run, once or whenever it changes.
struct StatusPrinter {
  /// The form of a status.
  enum Form {
    case words
    case json
    case format(String)
  }

  private let form: Form

  init(_ form: Form) { self.form = form }

  /// Prints it; with `follows` again and again until the run is over.
  func run(_ connection: inout RunConnection, follows: Bool) throws {
    let verb = follows ? "watch" : "get"
    let line = try connection.reply(to: "\(verb) \(StatusText.properties)")
    guard let object = JSONLine(line)?.object.object("values") else {
      throw Exit.fail(Exit.protocolVersion, "The run's answer can't be read.")
    }
    if case .json = form {
      try Streams.out(Self.text(of: "values", in: line))
      while follows {
        guard case .line(let line) = connection.client.read(until: nil) else { return }
        try Streams.out(Self.text(of: "change", in: line))
      }
      return
    }
    var status = StatusText(connection, values: object)
    var shown = text(status)
    try Streams.out(shown)
    while follows {
      switch connection.client.read(until: status.nextSecond) {
      case .line(let line): if let change = JSONLine(line)?.object.object("change") { status.merge(change) }
      case .timeout, .other: break
      case .end: return
      }
      let now = text(status)
      if now != shown { try Streams.out(now) }
      shown = now
    }
  }

  /// The object under a key of a line, as it was sent.
  private static func text(of key: String, in line: String) -> String {
    guard let range = line.firstRange(of: "\"\(key)\":") else { return line }
    return String(line[range.upperBound...].dropLast())
  }

  private func text(_ status: StatusText) -> String {
    if case .format(let format) = form { return status.filled(format) }
    return status.line(at: .now)
  }
}

/// The status of a run as text, which counts on by itself between two changes.
struct StatusText {
  /// The properties that it is made of.
  static let properties = "playback reason phase next place volume muted"

  private let name: String
  private let workout: String
  private var values: [String: JSONValue.Content] = [:]
  /// The place, and when it was true.
  private var place: JSONObject?
  /// Session time by the clock of this process.
  private let epoch: ContinuousClock.Instant

  init(_ connection: RunConnection, values: JSONObject) {
    name = connection.name
    workout = connection.greeting.text("workout") ?? ""
    let instant = connection.sessionTime ?? .zero
    epoch = .now - instant
    merge(values)
  }

  /// Takes changed values.
  mutating func merge(_ changes: JSONObject) {
    for member in changes.members { values[member.key] = member.value.content }
    if case .object(let place)? = values["place"] { self.place = place }
  }

  /// When what counts by itself shows another second; `nil` while the session stands.
  var nextSecond: ContinuousClock.Instant? {
    guard let place, let rate = place.number("rate"), rate > 0 else { return nil }
    let reference = remaining(at: .now, place) ?? passed(place, at: .now) + (place.duration("elapsed") ?? .zero)
    let part = reference.inNanoseconds % 1_000_000_000
    return .now + .nanoseconds(part == 0 ? 1_000_000_000 : part) + .milliseconds(1)
  }

  private func passed(_ place: JSONObject, at now: ContinuousClock.Instant) -> Duration {
    guard let rate = place.number("rate"), rate > 0, let t = place.duration("t") else { return .zero }
    return max(.zero, (now - epoch) - t)
  }

  private func remaining(at now: ContinuousClock.Instant, _ place: JSONObject) -> Duration? {
    guard let end = place.duration("phaseEnd"), let t = place.duration("t") else { return nil }
    return max(.zero, end - t - passed(place, at: now))
  }

  private func elapsedInPhase(at now: ContinuousClock.Instant, _ place: JSONObject) -> Duration? {
    guard let start = place.duration("phaseStart"), let t = place.duration("t") else { return nil }
    return max(.zero, t + passed(place, at: now) - start)
  }

  /// One line for people.
  func line(at now: ContinuousClock.Instant) -> String {
    filled(phase == nil ? "{playback}" : "{phase} {place}{time}  {playback}")
  }

  private var phase: JSONObject? { if case .object(let phase)? = values["phase"] { phase } else { nil } }

  /// The format with its names in braces replaced; unknown ones stay.
  func filled(_ format: String) -> String {
    var text = ""
    var rest = format[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let key = String(rest[rest.index(after: open)..<close])
      text += value(of: key).map { SafeText.filtered($0) } ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  private func value(of key: String) -> String? {
    let now = ContinuousClock.now
    func clock(_ duration: Duration?) -> String { duration.map { ClockText.short($0) } ?? "" }
    func text(_ key: String) -> String { if case .text(let text)? = values[key] { text } else { "" } }
    switch key {
    case "name": return name
    case "workout": return workout
    case "playback": return playback(text("playback"), text("reason"))
    case "phase": return phase?.text("name") ?? ""
    case "intensity": return phase?.text("intensity") ?? ""
    case "set", "sets": return phase?.number(key).map { "\(Int($0))" } ?? ""
    case "place": return set.isEmpty ? "" : "\(set) "
    case "time":
      let left = place.flatMap { remaining(at: now, $0) }
      return left.map { "\(ClockText.short($0.wholeSecondsUp)) left" } ?? "until done"
    case "next":
      guard case .object(let next)? = values["next"] else { return "" }
      return next.text("name") ?? ""
    case "phaseElapsed": return clock(place.flatMap { elapsedInPhase(at: now, $0) })
    case "phaseRemaining": return clock(place.flatMap { remaining(at: now, $0) }?.wholeSecondsUp)
    case "elapsed":
      return clock(place.flatMap { place in place.duration("elapsed").map { $0 + passed(place, at: now) } })
    case "remaining":
      let left = place.flatMap { place in place.duration("remaining").map { $0 - passed(place, at: now) } }
      return clock(left.map { max(.zero, $0).wholeSecondsUp })
    case "volume":
      guard case .number(let number)? = values["volume"] else { return "" }
      return number.text
    default: return nil
    }
  }

  /// The playback in a word or two for people.
  private func playback(_ name: String, _ reason: String) -> String {
    switch name {
    case "idle", "preparingToPlay": "preparing"
    case "fadingIn", "playing": "playing"
    case "fadingOut" where reason.isEmpty: "stopping"
    case "fadingOut", "preparingToPause", "paused": reason == "user" ? "paused" : "paused (\(reason))"
    default: name
    }
  }

  private var set: String {
    guard let set = phase?.number("set") else { return "" }
    return "\(Int(set))" + (phase?.number("sets").map { "/\(Int($0))" } ?? "")
  }
}

extension RunConnection {
  /// Session time now.
  var sessionTime: Duration? { (try? reply(to: "clock")).flatMap { JSONLine($0)?.object.duration("t") } }
}

extension Duration {
  /// Whole seconds, up to the next one, as a countdown shows them.
  fileprivate var wholeSecondsUp: Duration { .seconds((inNanoseconds + 998_000_000) / 1_000_000_000) }
}
