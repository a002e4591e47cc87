import WorkoutModel

/// An action as a log writes it: its name, and as text what that doesn't tell.
extension Action {
  /// What the name doesn't tell: a time in nanoseconds, a number or a word; `nil` for most actions.
  public var argument: String? {
    switch self {
    case .jump(let time), .seek(let time), .extend(let time), .suspended(let time): "\(time.inNanoseconds)"
    case .jumpToSet(let set): "set \(set)"
    case .setVolume(let volume): "\(volume)"
    case .lifecycle(let lifecycle): lifecycle.rawValue
    case .interruptionEnded(let shouldResume): "\(shouldResume)"
    case .measure(let signal, let value, _): "\(signal.rawValue) \(value)"
    case .preparationFailed(let reason): reason
    case .say(let text): text
    case .speechFailed(let phrase, _): phrase.text
    case .start, .pause, .resume, .toggle, .next, .skip, .back, .restartPhase, .done, .stop, .undo, .redo, .abort,
      .tick, .prepared, .interruptionBegan, .audioLost, .audioRestored:
      nil
    }
  }

  /// The action with a name and an argument; `nil` if there is none. What can't be spoken is no part of a session.
  public init?(name: String, argument: String?) {
    if let action = Self.plain.first(where: { $0.name == name }) {
      self = action
      return
    }
    guard name != "say" else {
      self = .say(argument)
      return
    }
    guard let argument else { return nil }
    let words = argument.split(separator: " ")
    let time = Int64(argument).map { Duration.nanoseconds($0) }
    let action: Action? =
      switch name {
      case "jump" where words.first == "set": words.last.flatMap { Int($0) }.map(Action.jumpToSet)
      case "jump": time.map(Action.jump)
      case "seek": time.map(Action.seek)
      case "extend": time.map(Action.extend)
      case "suspended": time.map(Action.suspended)
      case "setVolume": Double(argument).map(Action.setVolume)
      case "lifecycle": Lifecycle(rawValue: argument).map(Action.lifecycle)
      case "interruptionEnded": Bool(argument).map(Action.interruptionEnded)
      case "preparationFailed": .preparationFailed(reason: argument)
      case "measure":
        words.first.flatMap { Signal(rawValue: String($0)) }.flatMap { signal in
          words.last.flatMap { Int($0) }.map { .measure(signal, $0, from: nil) }
        }
      default: nil
      }
    guard let action else { return nil }
    self = action
  }

  /// The actions that are named whole.
  private static let plain: [Action] = [
    .start, .pause, .resume, .toggle, .next, .skip, .back, .restartPhase, .done, .stop, .undo, .redo, .abort, .tick,
    .prepared, .interruptionBegan, .audioLost, .audioRestored,
  ]
}

extension CueKey {
  /// The key that a text such as `r3.n5.s2-1.#3` describes; `nil` if it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let rule = Int(parts[0].dropFirst()), let node = Int(parts[1].dropFirst()),
      let number = Int(parts[3].dropFirst())
    else { return nil }
    let sets = parts[2].dropFirst().split(separator: "-").compactMap { Int($0) }
    self.init(rule: rule, node: node, sets: sets, number: number)
  }
}
