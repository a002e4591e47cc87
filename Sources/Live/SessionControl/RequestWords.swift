import SessionReporting
import StrictJSON
import WorkoutModel

/// The words of requests, in JSON and in the plain text of `cuebell ctl`.
enum RequestWords {
  /// Commands without arguments, by their JSON names.
  static let plainCommands: [String: ControlCommand] = [
    "pause": .pause, "resume": .resume, "toggle": .toggle, "next": .next, "back": .back,
    "restartPhase": .restartPhase, "skip": .skip, "done": .done, "undo": .undo, "redo": .redo, "stop": .stop,
  ]
  /// The JSON names of all commands.
  static let names = [
    "pause", "resume", "toggle", "next", "back", "restartPhase", "skip", "done", "undo", "redo", "stop", "extend",
    "jump", "volume", "mute",
  ]
  /// The plain-text names of all commands, and of the requests that only read.
  static let textNames = [
    "pause", "resume", "toggle", "next", "back", "restart", "skip", "done", "undo", "redo", "stop", "extend", "jump",
    "seek", "volume", "mute", "status", "watch",
  ]
  /// The range of an extension or a seek.
  static let shift = (.zero - Limits.totalLength)...Limits.totalLength
  /// The range of a jump.
  static let place = Duration.zero...Limits.totalLength
  /// The range of a relative volume change, in dB.
  static let volumeChange = -72.0...72.0

  static func property(_ name: String, canBePlan: Bool) throws(ControlError) -> SessionProperty {
    guard let property = SessionProperty(rawValue: name) else {
      let names = SessionProperty.allCases.map(\.rawValue)
      throw .unknown("unknown property \(Excerpt.quoted(name))" + Suggestion.question(name, among: names))
    }
    if property == .plan, !canBePlan { throw .invalid("plan: doesn't change; use \"get\"") }
    return property
  }

  /// The set of event names; an empty list means all.
  static func events(_ names: [String]) throws(ControlError) -> Set<String> {
    for name in names where !SessionEvent.names.contains(name) {
      throw .unknown("unknown event \(Excerpt.quoted(name))" + Suggestion.question(name, among: SessionEvent.names))
    }
    return Set(names.isEmpty ? SessionEvent.names : names)
  }

  static func set(_ text: String) throws(ControlError) -> Int {
    guard let set = Int(text), Limits.sets.contains(set) else {
      throw .invalid("set: must be a whole number from 1 on, got \(Excerpt.quoted(text))")
    }
    return set
  }

  /// A duration as on the command line, where a bare number is seconds.
  static func duration(_ text: String, in range: ClosedRange<Duration>) throws(ControlError) -> Duration {
    let unsigned = text.hasPrefix("+") ? String(text.dropFirst()) : text
    let isNumber = !unsigned.isEmpty && unsigned.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    do throws(DurationTextError) {
      let duration = try DurationText.read(isNumber ? unsigned + "s" : unsigned)
      if range.contains(duration) { return duration }
    } catch {
      throw .invalid(error.description)
    }
    throw .invalid(
      "\(Excerpt.quoted(text)) must be \(DurationText.write(range.lowerBound)) to "
        + DurationText.write(range.upperBound))
  }
}

extension ControlRequest {
  /// Parses the words of `cuebell ctl`: `extend 15s`.
  ///
  /// - Returns: The request; `nil` if there are no words.
  public static func read(words: [String]) throws(ControlError) -> ControlRequest? {
    guard let verb = words.first else { return nil }
    let rest = Array(words.dropFirst())
    switch verb {
    case "watch": return ControlRequest(.events(try RequestWords.events(rest == ["all"] ? [] : rest), ahead: false))
    case "status":
      guard rest.isEmpty else { throw .invalid("\"status\" takes no arguments") }
      return ControlRequest(.get(.status))
    default: return ControlRequest(.perform(try command(verb, rest)))
    }
  }

  /// The first words of a plain line and of `cuebell ctl`.
  public static let verbs = RequestWords.textNames

  /// The events that can be subscribed to.
  public static let eventNames = SessionEvent.names

  private static func command(_ verb: String, _ rest: [String]) throws(ControlError) -> ControlCommand {
    let name = verb == "restart" ? "restartPhase" : verb
    if let command = RequestWords.plainCommands[name] {
      guard rest.isEmpty else { throw .invalid("\"\(verb)\" takes no arguments") }
      return command
    }
    switch verb {
    case "extend": return .extend(by: try RequestWords.duration(only(rest, of: verb, "15s"), in: RequestWords.shift))
    case "seek": return .seek(by: try RequestWords.duration(only(rest, of: verb, "-5s"), in: RequestWords.shift))
    case "jump": return try jump(rest)
    case "volume": return try volume(only(rest, of: verb, "-3"))
    case "mute": return .mute(try isOn(rest))
    default:
      throw .unknown("unknown word \(Excerpt.quoted(verb))" + Suggestion.question(verb, among: RequestWords.textNames))
    }
  }

  private static func only(_ words: [String], of verb: String, _ example: String) throws(ControlError) -> String {
    guard let word = words.first, words.count == 1 else {
      throw .invalid("\"\(verb)\" needs one word more: \(verb) \(example)")
    }
    return word
  }

  private static func jump(_ words: [String]) throws(ControlError) -> ControlCommand {
    if words.first == "set" {
      return .jumpToSet(try RequestWords.set(only(Array(words.dropFirst()), of: "jump set", "3")))
    }
    let place = try only(words, of: "jump", "3:20")
    if place.hasPrefix("-") || place.hasPrefix("+") {
      return .seek(by: try RequestWords.duration(place, in: RequestWords.shift))
    }
    return .jump(to: try RequestWords.duration(place, in: RequestWords.place))
  }

  private static func volume(_ word: String) throws(ControlError) -> ControlCommand {
    let number = word.hasPrefix("=") || word.hasPrefix("+") ? String(word.dropFirst()) : word
    let isNumber = !number.isEmpty && number.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    guard isNumber, let decibels = Double(number), !(word.hasPrefix("+") && number.hasPrefix("-")) else {
      throw .invalid("volume: must be a number of dB: -3, +3 or =0, got \(Excerpt.quoted(word))")
    }
    if word.hasPrefix("=") {
      guard ControlProtocol.volumes.contains(decibels) else {
        throw .invalid("volume: must be -60 to 12 dB, got \(Excerpt.quoted(number))")
      }
      return .setVolume(decibels)
    }
    guard word.hasPrefix("+") || word.hasPrefix("-") else {
      throw .invalid("volume: write +\(number) to raise it by, or =\(number) to set it to, that many dB")
    }
    guard RequestWords.volumeChange.contains(decibels) else {
      throw .invalid("volume: can change by at most 72 dB, got \(Excerpt.quoted(word))")
    }
    return .changeVolume(by: decibels)
  }

  private static func isOn(_ words: [String]) throws(ControlError) -> Bool? {
    switch words {
    case []: return nil
    case ["on"]: return true
    case ["off"]: return false
    default: throw .invalid("mute: must be alone, \"on\" or \"off\"")
    }
  }
}
