import WorkoutModel

/// The words of a command: its name in requests and what it takes.
enum CommandWords {
  /// What a command takes.
  enum Argument: Equatable {
    case none
    /// A duration, which may be negative.
    case by
    /// A place of the plan, or a duration by which to move inside the phase.
    case place
    /// dB, absolute or relative.
    case volume
    /// On, off, or neither.
    case isOn
  }

  /// The name, what it takes, and the command of those that take nothing.
  static let all: [(name: String, argument: Argument, command: ControlCommand?)] = [
    ("pause", .none, .pause), ("resume", .none, .resume), ("toggle", .none, .toggle), ("next", .none, .next),
    ("back", .none, .back), ("restartPhase", .none, .restartPhase), ("skip", .none, .skip), ("done", .none, .done),
    ("undo", .none, .undo), ("redo", .none, .redo), ("stop", .none, .stop), ("extend", .by, nil),
    ("jump", .place, nil), ("volume", .volume, nil), ("mute", .isOn, nil),
  ]

  /// The command's words by its name.
  static func named(_ name: String) -> (name: String, argument: Argument, command: ControlCommand?)? {
    all.first { $0.name == name }
  }

  /// Reads a duration, which may be negative.
  static func amount(_ text: String) throws(RequestError) -> Duration {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text
    let amount: Duration
    do throws(DurationTextError) {
      // A number alone is seconds here: there is no second reading of it.
      amount = try DurationText.read(Double(digits) == nil ? digits : digits + "s")
    } catch {
      throw RequestError(.invalid, "\(error)")
    }
    guard amount >= .zero, amount <= Limits.totalLength else {
      throw RequestError(.invalid, "\(Excerpt.quoted(text)) is out of range")
    }
    return isNegative ? .zero - amount : amount
  }

  /// Reads a place of the plan, or with a sign a duration by which to move.
  static func jump(_ text: String) throws(RequestError) -> ControlCommand {
    if text.hasPrefix("+") || text.hasPrefix("-") { return .seek(by: try amount(text)) }
    do throws(PlanPlaceError) {
      switch try PlanPlace(text) {
      case .moment(let moment): return .jump(to: moment)
      case .set(let set): return .jumpToSet(set)
      }
    } catch {
      throw RequestError(.invalid, error.explanation)
    }
  }

  /// dB to set, within the bounds of the volume.
  static func volume(to value: Double) throws(RequestError) -> ControlCommand {
    guard (-60...12).contains(value) else { throw RequestError(.invalid, "the volume must be -60 to 12 dB") }
    return .setVolume(value)
  }

  /// dB to add.
  static func volume(by value: Double) throws(RequestError) -> ControlCommand {
    guard (-72...72).contains(value) else { throw RequestError(.invalid, "the volume changes by -72 to 72 dB") }
    return .changeVolume(by: value)
  }
}

extension ClientRequest {
  /// Every word that a line may begin with.
  public static var words: [String] {
    CommandWords.all.map(\.name) + ["restart", "get", "watch", "unwatch", "events", "clock", "status"]
  }

  /// Reads a line of words, such as `extend 15s`; a set or a time may follow `jump`, a sign decides of `volume`.
  ///
  /// - Throws: `RequestError`, which names the nearest word where one is unknown.
  public init(words line: String) throws(RequestError) {
    var words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard let first = words.first else { throw RequestError(.malformed(column: 1), "the line is empty") }
    words.removeFirst()
    switch first {
    case "get": self.init(.get(try Self.properties(words, of: SessionProperty.allCases)))
    case "watch": self.init(.watch(try Self.properties(words, of: SessionProperty.watchable)))
    case "unwatch": self.init(.unwatch(try Self.properties(words, of: SessionProperty.watchable, mayBeNone: true)))
    case "events":
      let ahead = words.last == "ahead"
      self.init(.events(try Self.events(ahead ? words.dropLast() : words), ahead: ahead))
    case "clock": self.init(.clock(words.first.map { SafeText.jsonString($0) } ?? "null"))
    case "status": self.init(.get([.playback, .reason, .phase, .next, .place, .volume, .muted]))
    default: self.init(.command(try Self.command(first == "restart" ? "restartPhase" : first, words)))
    }
  }

  private static func command(_ name: String, _ words: [String]) throws(RequestError) -> ControlCommand {
    guard let known = CommandWords.named(name) else {
      let question = Suggestion.question(name, among: Self.words)
      throw RequestError(.unknown, "there is no command \(Excerpt.quoted(name))\(question)")
    }
    let text = words.joined(separator: " ")
    if let command = known.command {
      guard words.isEmpty else { throw RequestError(.invalid, "\(name) takes nothing, not \(Excerpt.quoted(text))") }
      return command
    }
    if known.argument == .isOn {
      switch text {
      case "": return .mute(nil)
      case "on", "true": return .mute(true)
      case "off", "false": return .mute(false)
      default: throw RequestError(.invalid, "mute takes on or off, not \(Excerpt.quoted(text))")
      }
    }
    guard !words.isEmpty else { throw RequestError(.invalid, "\(name) lacks \(Self.lack(known.argument))") }
    switch known.argument {
    case .by: return .extend(by: try CommandWords.amount(text))
    case .place: return try CommandWords.jump(text)
    default: return try volume(text)
    }
  }

  private static func lack(_ argument: CommandWords.Argument) -> String {
    switch argument {
    case .by: "a duration such as 15s"
    case .place: "a time such as 3:20, or a set such as 3"
    default: "dB: -3, +3 or =0"
    }
  }

  private static func volume(_ text: String) throws(RequestError) -> ControlCommand {
    guard let sign = text.first, let value = Double(text.dropFirst("+=".contains(sign) ? 1 : 0)), value.isFinite else {
      throw RequestError(.invalid, "\(Excerpt.quoted(text)) is no volume: write -3, +3 or =0")
    }
    return "+-".contains(sign) ? try CommandWords.volume(by: value) : try CommandWords.volume(to: value)
  }

  /// The properties of these names.
  static func properties(
    _ names: [String], of known: [SessionProperty], mayBeNone: Bool = false
  ) throws(RequestError) -> [SessionProperty] {
    guard mayBeNone || !names.isEmpty else { throw RequestError(.invalid, "name a property, such as playback") }
    var properties: [SessionProperty] = []
    for name in names {
      guard let property = SessionProperty(rawValue: name), known.contains(property) else {
        let question = Suggestion.question(name, among: known.map(\.rawValue))
        throw RequestError(.unknown, "there is no property \(Excerpt.quoted(name)) here\(question)")
      }
      if !properties.contains(property) { properties.append(property) }
    }
    return properties
  }

  /// Every name of an event.
  public static let eventNames = [
    "hello", "state", "phase", "action", "paused", "resumed", "audio", "session", "cue", "mismatch", "note", "finished",
  ]

  /// The events of these names, checked.
  static func events(_ names: [String]) throws(RequestError) -> [String] {
    for name in names where !(eventNames + ["all"]).contains(name) {
      let question = Suggestion.question(name, among: eventNames)
      throw RequestError(.unknown, "there is no event \(Excerpt.quoted(name))\(question)")
    }
    return names
  }
}
